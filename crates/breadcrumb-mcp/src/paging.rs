//! Long lists, a page at a time.
//!
//! A page ends after as many entries as were asked for, or where it has become long: an assistant
//! has to read it.

use serde_json::Value;

use crate::arguments::{Arguments, Kind, Parameter};
use crate::refusal::Refusal;

/// How long the entries of a page may be together, in bytes of JSON.
pub(crate) const PAGE_BYTES: usize = 32 * 1024;

/// Where a page begins.
pub(crate) const CURSOR: Parameter = Parameter::new(
    "cursor",
    Kind::OptionalText,
    "The `next_cursor` of the page before; leave it out for the first page.",
);

/// A place in a list that is made anew for every call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Position {
    /// Which list.
    pub(crate) list: String,
    /// How many entries come before it.
    pub(crate) offset: usize,
}

/// A place in a log, newest first: after this entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LogPosition {
    pub(crate) timestamp: f64,
    pub(crate) id: i64,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Page<T> {
    pub(crate) entries: Vec<T>,
    /// Where the next one begins; none at the end.
    pub(crate) next: Option<Position>,
    /// How many entries all pages have together.
    pub(crate) total: usize,
}

impl Position {
    pub(crate) fn start(list: &str) -> Self {
        Self {
            list: list.to_owned(),
            offset: 0,
        }
    }

    /// Reads the cursor of a call; none where it has none.
    pub(crate) fn given(
        arguments: &Arguments<'_>,
        lists: &[&str],
    ) -> Result<Option<Self>, Refusal> {
        let Some(cursor) = arguments.text(CURSOR.name) else {
            return Ok(None);
        };
        let parsed = cursor.split_once(':').and_then(|(list, offset)| {
            let offset = offset.parse().ok()?;
            lists.contains(&list).then(|| Self {
                list: list.to_owned(),
                offset,
            })
        });
        parsed.ok_or_else(|| no_cursor(cursor)).map(Some)
    }

    /// Writes it as a cursor.
    pub(crate) fn cursor(&self) -> String {
        format!("{}:{}", self.list, self.offset)
    }
}

impl LogPosition {
    /// Reads the cursor of a call; none where it has none.
    pub(crate) fn given(arguments: &Arguments<'_>) -> Result<Option<Self>, Refusal> {
        let Some(cursor) = arguments.text(CURSOR.name) else {
            return Ok(None);
        };
        let parsed = cursor.split_once('-').and_then(|(bits, id)| {
            // The bits: a time that is rounded would repeat or miss an entry.
            let timestamp = f64::from_bits(u64::from_str_radix(bits, 16).ok()?);
            let id = id.parse().ok()?;
            timestamp.is_finite().then_some(Self { timestamp, id })
        });
        parsed.ok_or_else(|| no_cursor(cursor)).map(Some)
    }

    /// Writes it as a cursor.
    pub(crate) fn cursor(self) -> String {
        format!("{:016x}-{}", self.timestamp.to_bits(), self.id)
    }
}

impl<T> Page<T> {
    /// Cuts a page out of a list.
    pub(crate) fn of(list: Vec<T>, at: &Position, limit: usize) -> Self {
        let total = list.len();
        let entries: Vec<T> = list.into_iter().skip(at.offset).take(limit).collect();
        Self {
            next: next(at, entries.len(), total),
            entries,
            total,
        }
    }

    /// Gives up what makes the page longer than `bytes`; one entry always stays.
    pub(crate) fn shortened(
        mut self,
        at: &Position,
        bytes: usize,
        length: impl Fn(&T) -> usize,
    ) -> Self {
        let mut left = bytes;
        let fitting = self.entries.iter().take_while(|entry| {
            let length = length(entry);
            let fits = length <= left;
            left = left.saturating_sub(length);
            fits
        });
        let kept = fitting.count().max(1);
        if kept < self.entries.len() {
            self.entries.truncate(kept);
            self.next = next(at, kept, self.total);
        }
        self
    }

    pub(crate) fn next_cursor(&self) -> Option<String> {
        self.next.as_ref().map(Position::cursor)
    }
}

/// Keeps the first values that are not too long together; one always stays.
pub(crate) fn fitting(values: Vec<Value>) -> Vec<Value> {
    let at = Position::start("");
    let total = values.len();
    let length = |value: &Value| value.to_string().len();
    Page::of(values, &at, total)
        .shortened(&at, PAGE_BYTES, length)
        .entries
}

fn next(at: &Position, taken: usize, total: usize) -> Option<Position> {
    let offset = at.offset.saturating_add(taken);
    (offset < total).then(|| Position {
        list: at.list.clone(),
        offset,
    })
}

fn no_cursor(cursor: &str) -> Refusal {
    let shown: String = cursor.chars().take(80).collect();
    Refusal::new(
        format!(
            "the cursor `{}` is none that this tool has given",
            shown.escape_debug()
        ),
        "leave `cursor` out to begin with the first page",
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn arguments(cursor: &str) -> Arguments<'static> {
        let given = json!({ "cursor": cursor }).as_object().cloned();
        Arguments::check("a_tool", &[CURSOR], given).unwrap()
    }

    #[test]
    fn pages_meet_without_a_gap_or_a_repetition() {
        let list: Vec<u32> = (0..7).collect();
        let mut at = Position::start("tests");
        let mut seen = Vec::new();
        loop {
            let page = Page::of(list.clone(), &at, 3);
            assert_eq!(page.total, 7);
            seen.extend(page.entries.clone());
            let Some(cursor) = page.next_cursor() else {
                break;
            };
            let given = Position::given(&arguments(&cursor), &["days", "tests"]);
            at = given.unwrap().unwrap();
        }
        assert_eq!(seen, list);
        assert!(
            Page::of(
                list,
                &Position {
                    list: "tests".into(),
                    offset: 99
                },
                3
            )
            .entries
            .is_empty()
        );
    }

    #[test]
    fn a_long_page_is_cut_and_goes_on_where_it_was_cut() {
        let at = Position {
            list: "tests".into(),
            offset: 1,
        };
        let list = vec!["a"; 6];
        let page = Page::of(list, &at, 4).shortened(&at, 25, |_| 10);
        assert_eq!(page.entries.len(), 2);
        assert_eq!(page.next_cursor().as_deref(), Some("tests:3"));
        let page = Page::of(vec!["a"; 6], &at, 4).shortened(&at, 1, |_| 10);
        assert_eq!(
            (page.entries.len(), page.next_cursor().as_deref()),
            (1, Some("tests:2"))
        );
        let page = Page::of(Vec::<&str>::new(), &at, 4).shortened(&at, 1, |_| 10);
        assert_eq!(page.next_cursor(), None);
    }

    #[test]
    fn a_place_in_a_log_is_exact() {
        let at = LogPosition {
            timestamp: 1_794_800_000.123_456_7,
            id: 42,
        };
        assert_eq!(LogPosition::given(&arguments(&at.cursor())), Ok(Some(at)));
    }

    #[test]
    fn foreign_cursors_are_refused() {
        for cursor in [
            "",
            "x",
            "tests",
            "tests:",
            "tests:-1",
            "heals:1",
            "tests:1:2",
            "7-1",
        ] {
            let refused = Position::given(&arguments(cursor), &["tests"]).unwrap_err();
            assert!(refused.text().contains("leave `cursor` out"), "{cursor}");
        }
        for cursor in [
            "",
            "-",
            "7-",
            "x-1",
            "7ff0000000000000-1",
            "tests:1",
            "1-1.5",
        ] {
            assert!(LogPosition::given(&arguments(cursor)).is_err(), "{cursor}");
        }
    }
}
