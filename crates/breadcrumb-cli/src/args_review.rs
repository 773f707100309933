//! The command line of deciding about heals.

use breadcrumb::engine::HealState;
use clap::{Args, ValueEnum};

use crate::args_flaky::DatabaseArgs;
use crate::args_test::TestArgs;

/// The word that stands for every pending heal.
const ALL: &str = "all";

/// Reviews heals: approve the right ones, reject the wrong ones, accept suggestions.
///
/// On a terminal it asks about each pending and each refused heal. You review a heal once, however often it happened.
/// `breadcrumb fix` writes approved heals into the source. A rejected heal is not made again, and the earlier
/// fingerprint is restored. An accepted suggestion heals from the next run on, and `breadcrumb fix` can write it,
/// too.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  breadcrumb review                                  asks about each pending heal
  breadcrumb review --list --all                     every heal with its state
  breadcrumb review --approve 12 --reject 15 --note 'another button'
  breadcrumb review --accept 3                       takes the first suggestion of refusal 3
  breadcrumb review --accept 3:2                     takes the second
  breadcrumb review --approve all --min-confidence 0.9
  breadcrumb review --pending 12                     makes a heal pending again
  breadcrumb review --check                          for CI: exits with 1 if heals are pending
  breadcrumb review --drifts                         locators that match a different element
  breadcrumb review --accept-drift '#total' --test tests/test_cart.py::test_sum")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(crate) struct ReviewArgs {
    /// Lists pending and refused heals without asking. This is the default outside a terminal.
    #[arg(long)]
    pub(crate) list: bool,
    /// Lists heals in every state.
    #[arg(long, conflicts_with = "state")]
    pub(crate) all: bool,
    /// Lists the heals in this state.
    #[arg(long, value_enum)]
    pub(crate) state: Option<StateName>,
    /// Lists pending heals, and exits with 1 if there are any.
    #[arg(long, conflicts_with_all = ["all", "state"])]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) tests: TestArgs,
    /// Only heals with at least this confidence, from 0 to 1.
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    pub(crate) min_confidence: Option<f64>,
    /// Approves a heal by its number, or `all` pending heals; can be repeated.
    #[arg(long, value_name = "NUMBER|all", value_parser = parse_choice,
        conflicts_with_all = ["list", "all", "state", "check"])]
    pub(crate) approve: Vec<HealChoice>,
    /// Rejects a heal; can be repeated.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number,
        conflicts_with_all = ["list", "all", "state", "check"])]
    pub(crate) reject: Vec<i64>,
    /// Makes a heal pending again; can be repeated.
    #[arg(long, value_name = "NUMBER", value_parser = parse_number,
        conflicts_with_all = ["list", "all", "state", "check"])]
    pub(crate) pending: Vec<i64>,
    /// Accepts a suggestion of a refused heal; can be repeated.
    #[arg(long, value_name = "NUMBER[:N]", value_parser = parse_acceptance,
        conflicts_with_all = ["list", "all", "state", "check", "approve", "reject", "pending"])]
    pub(crate) accept: Vec<Accepted>,
    /// Lists drifts: locators that match a different element than before. A drift stays listed until the test is
    /// fixed or the new element is accepted.
    #[arg(long, conflicts_with_all = ["list", "all", "state", "check", "approve", "reject", "pending"])]
    pub(crate) drifts: bool,
    /// Accepts the element that this locator matches now, in the test whose id is given with `--test`.
    #[arg(long, value_name = "LOCATOR", requires = "test",
        conflicts_with_all = ["list", "all", "state", "check", "approve", "reject", "pending", "drifts"])]
    pub(crate) accept_drift: Option<String>,
    /// A note to keep with the decisions.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["list", "all", "state", "check"])]
    pub(crate) note: Option<String>,
    /// The name of the reviewer. [default: the user who is logged in]
    #[arg(long = "as", value_name = "NAME", conflicts_with_all = ["list", "all", "state", "check"])]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

/// A suggestion to accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Accepted {
    /// The refused heal, by its number.
    pub(crate) refusal: i64,
    /// Which of its suggestions, counted from 1.
    pub(crate) suggestion: usize,
}

/// A heal to approve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HealChoice {
    /// That of an event, by the event's number.
    Number(i64),
    /// All that are pending.
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StateName {
    /// Not reviewed yet.
    Pending,
    /// It is the same element.
    Approved,
    /// It is another element.
    Rejected,
    /// The source was changed, or the test has passed without the heal since.
    Fixed,
}

impl From<StateName> for HealState {
    fn from(name: StateName) -> Self {
        match name {
            StateName::Pending => Self::Pending,
            StateName::Approved => Self::Approved,
            StateName::Rejected => Self::Rejected,
            StateName::Fixed => Self::Fixed,
        }
    }
}

fn parse_choice(text: &str) -> Result<HealChoice, String> {
    if text.eq_ignore_ascii_case(ALL) {
        return Ok(HealChoice::All);
    }
    parse_number(text).map(HealChoice::Number)
}

fn parse_acceptance(text: &str) -> Result<Accepted, String> {
    let (refusal, suggestion) = text.split_once(':').unwrap_or((text, "1"));
    let number = parse_number(refusal).ok();
    let suggestion = suggestion.parse().ok().filter(|place| *place > 0);
    let accepted = number.zip(suggestion);
    let accepted = accepted.map(|(refusal, suggestion)| Accepted {
        refusal,
        suggestion,
    });
    accepted.ok_or_else(|| {
        "write the number of the refusal, e.g. 3, or 3:2 for its second suggestion".to_owned()
    })
}

fn parse_number(text: &str) -> Result<i64, String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let number = digits.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "write it as `breadcrumb events` does, e.g. 12 or #12".to_owned())
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a number from 0 to 1, e.g. 0.9".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heal_is_named_by_its_number_with_or_without_the_sign() {
        assert_eq!(parse_choice("12"), Ok(HealChoice::Number(12)));
        assert_eq!(parse_choice("#12"), Ok(HealChoice::Number(12)));
        assert_eq!(parse_choice("ALL"), Ok(HealChoice::All));
        for wrong in ["", "#", "0", "-1", "1.5", "##1", "99999999999999999999"] {
            assert!(parse_choice(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_suggestion_is_the_first_unless_said() {
        let accepted = |refusal, suggestion| {
            Ok(Accepted {
                refusal,
                suggestion,
            })
        };
        assert_eq!(parse_acceptance("3"), accepted(3, 1));
        assert_eq!(parse_acceptance("#3:2"), accepted(3, 2));
        for wrong in ["", ":1", "3:", "3:0", "3:-1", "3:x", "x:1", "3:1:2"] {
            assert!(parse_acceptance(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_share_is_between_0_and_1() {
        assert_eq!(parse_share("1"), Ok(1.0));
        for wrong in ["", "-0.1", "1.01", "NaN", "inf", "90%"] {
            assert!(parse_share(wrong).is_err(), "{wrong}");
        }
    }
}
