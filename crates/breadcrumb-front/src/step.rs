//! [`Step`] and [`Answer`]: what passes between a call and its front.

use std::time::Duration;

use breadcrumb_core::Shape;

use crate::call::Call;

/// What to do next.
#[derive(Debug)]
#[non_exhaustive]
pub enum Step {
    /// Make the test's own call.
    Act(Act),
    /// Ask the page; nothing of it shows as a step of the test.
    Ask(Ask),
    /// Start a call of our own beside the test, and go on when its first message is out; when it is
    /// over, if `wait`.
    Start {
        /// What to carry out.
        call: Call,
        /// Whether to wait for its end.
        wait: bool,
    },
}

/// The test's own call, with another selector or less time.
#[derive(Debug)]
#[non_exhaustive]
pub struct Act {
    /// The selector to use.
    pub selector: String,
    /// How long it may take; [`FOREVER`](crate::patience::FOREVER) is forever.
    pub timeout: Duration,
    /// Stop it after this long, if it has not begun to act and the selector finds nothing then.
    pub stop_after: Option<Duration>,
    /// What to start beside it.
    pub beside: Option<Beside>,
    /// What the step is called where a trace is recorded.
    pub title: Option<String>,
    /// When to stop waiting for it; without, it ends by itself.
    pub limit: Option<Duration>,
}

/// A call of our own that goes along with one of the test.
#[derive(Debug)]
#[non_exhaustive]
pub struct Beside {
    /// What to carry out; given up where the test's call fails.
    pub call: Call,
    /// What the test's call waits for.
    pub hold: Hold,
    /// Whether to wait for its end after the test's call.
    pub wait: bool,
}

/// What the test's call waits for before it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hold {
    /// Nothing: the other one starts right after it.
    Nothing,
    /// That the other one's first message is out: the page answers in order.
    Sent,
    /// The other one's end, so long at most.
    Answered(Duration),
}

/// A question to the page.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Ask {
    /// The question.
    pub question: Question,
    /// How long to wait; then the answer is [`Answer::Silent`].
    pub limit: Duration,
}

/// What can be asked of a page. `request` is JSON for the code in `js/injected`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Question {
    /// Get the page-side function of the frame's document, and keep it: `Done`.
    Keep,
    /// Call that function with a request: `Value`.
    Page {
        /// The request.
        request: String,
    },
    /// Count what a selector finds now: `Count`.
    Count {
        /// The selector.
        selector: String,
    },
    /// Wait until a selector finds something: `Done`, or an `Error` that timed out.
    Appear {
        /// The selector.
        selector: String,
        /// For how long.
        timeout: Duration,
    },
    /// Read the text content of what a selector finds: `Text`.
    Text {
        /// The selector.
        selector: String,
        /// Whether it must find one element only.
        is_strict: bool,
        /// For how long to wait for it.
        timeout: Duration,
    },
    /// Call the page-side function with all that a selector finds, and a request: `Value` or `Text`.
    All {
        /// The selector.
        selector: String,
        /// The request.
        request: String,
        /// Which function.
        asset: Asset,
    },
    /// Take a picture of a part of the screen: `Image`.
    Crop {
        /// The part, as the page has answered it.
        clip: String,
        /// For how long at most.
        timeout: Duration,
    },
}

/// Which copy of the page-side function is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Asset {
    /// The one that is kept in the frame's document.
    Kept,
    /// One that is sent along: the elements may be in another frame's document.
    Sent,
}

/// What came of a step.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// The test's call has succeeded.
    Acted {
        /// What it has returned.
        shape: Shape,
        /// The address of the page now.
        url: String,
    },
    /// The test's call was stopped since its selector finds nothing, with the driver's log of it.
    Stopped {
        /// The log, in lines.
        log: Vec<String>,
    },
    /// The test's call has failed, with Playwright's message.
    Failed {
        /// The message.
        message: String,
        /// Whether its time was up.
        timed_out: bool,
    },
    /// How many elements there are.
    Count(u64),
    /// A text; none where there is no element.
    Text(Option<String>),
    /// A value as JSON, and apart from it its member `payload`, as it is.
    Value {
        /// The value, without the payload.
        json: String,
        /// The payload.
        payload: Option<String>,
    },
    /// A picture.
    Image(Vec<u8>),
    /// It is done.
    Done,
    /// The page could not do it, with Playwright's message.
    Error {
        /// The message.
        message: String,
        /// Whether its time was up.
        timed_out: bool,
    },
    /// The page has not answered in time.
    Silent,
}

/// Names the test's own time in a text of Playwright that names the rest of it.
#[must_use]
pub fn with_whole_timeout(text: &str, whole: Duration) -> String {
    let named = ["Timeout ", "timeout "].iter().find_map(|name| {
        let start = text.find(name)? + name.len();
        let rest = text.get(start..)?;
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        (end > 0 && rest.get(end..)?.starts_with("ms")).then_some((start, start + end))
    });
    match named.and_then(|(start, end)| Some((text.get(..start)?, text.get(end..)?))) {
        Some((before, after)) => format!("{before}{}{after}", whole.as_millis()),
        None => text.to_owned(),
    }
}

/// What the test gets. Calls of the test are counted from 0, in the order of [`Step::Act`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// What this one has returned.
    Return(usize),
    /// The error of this one.
    Raise {
        /// Which.
        act: usize,
        /// Lines to add to it.
        notes: Vec<String>,
        /// The time that the test has given, where the error names the rest of it.
        whole_timeout: Option<Duration>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_time_that_the_test_has_given() {
        let whole = Duration::from_secs(5);
        for (text, expected) in [
            (
                "Locator.click: Timeout 2999.5ms exceeded.",
                "Locator.click: Timeout 5000ms exceeded.",
            ),
            (
                "Expect \"x\" with timeout 30ms",
                "Expect \"x\" with timeout 5000ms",
            ),
            ("Timeout of 30ms", "Timeout of 30ms"),
            ("Timeout ms", "Timeout ms"),
            ("timeout ä", "timeout ä"),
        ] {
            assert_eq!(with_whole_timeout(text, whole), expected);
        }
    }
}
