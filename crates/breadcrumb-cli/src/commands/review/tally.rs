//! How many heals were reviewed, in a sentence.

use breadcrumb::engine::HealState;

/// What was decided, and what is left.
#[derive(Debug, Default)]
pub(super) struct Tally {
    approved: u64,
    rejected: u64,
    taken_back: u64,
    pub(super) accepted: u64,
    pub(super) skipped: u64,
    pub(super) pending: u64,
}

impl Tally {
    /// Starts with so many heals that are pending.
    pub(super) fn of(pending: u64) -> Self {
        Self {
            pending,
            ..Self::default()
        }
    }

    /// Counts a decision.
    pub(super) fn count(&mut self, state: HealState) {
        match state {
            HealState::Approved => self.approved += 1,
            HealState::Rejected => self.rejected += 1,
            HealState::Pending => self.taken_back += 1,
            // Only a changed source makes it so.
            HealState::Fixed => {}
        }
    }

    /// Returns the sentence, and the next step where there is one.
    pub(super) fn text(&self) -> String {
        let counts = [
            (self.approved, "approved"),
            (self.accepted, "accepted"),
            (self.rejected, "rejected"),
            (self.taken_back, "pending again"),
            (self.skipped, "skipped"),
        ];
        let counts: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        let done = if counts.is_empty() {
            "nothing reviewed".to_owned()
        } else {
            counts.join(", ")
        };
        let left = match self.pending {
            0 => "none pending".to_owned(),
            1 => "1 still pending".to_owned(),
            many => format!("{many} still pending"),
        };
        let next = if self.approved + self.accepted > 0 {
            "next: `breadcrumb fix` shows the patch\n"
        } else {
            ""
        };
        format!("{done}; {left}\n{next}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_happened_is_counted() {
        let mut tally = Tally::of(5);
        assert_eq!(tally.text(), "nothing reviewed; 5 still pending\n");
        tally.count(HealState::Rejected);
        tally.skipped = 2;
        tally.pending = 1;
        assert_eq!(tally.text(), "1 rejected, 2 skipped; 1 still pending\n");
        tally.count(HealState::Approved);
        tally.pending = 0;
        insta::assert_snapshot!(tally.text(), @r"
        1 approved, 1 rejected, 2 skipped; none pending
        next: `breadcrumb fix` shows the patch
        ");
    }
}
