//! [`Outcome`]: what became of a heal, place by place.

use crate::files::Unreadable;

/// What became of a heal.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The heal.
    pub heal: i64,
    /// What became of each place where its locator is written.
    pub places: Vec<PlaceOutcome>,
    /// The key that the test will have from now on, if it will have another one.
    pub new_key: Option<String>,
    /// Further keys, where places of one locator get different ones: a selector cannot be calls.
    pub other_keys: Vec<String>,
    /// Whether every place is patched or was fixed already.
    pub is_complete: bool,
    /// Whether each new locator is of the style that was asked for.
    pub is_style_kept: bool,
}

/// What became of one place.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PlaceOutcome {
    /// The patch changes it.
    Patched {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: u32,
        /// What is there.
        old: String,
        /// What will be there.
        new: String,
    },
    /// It has a verified locator already.
    AlreadyFixed {
        /// The file.
        path: String,
        /// The line, counted from 1.
        line: u32,
    },
    /// A person has to change it.
    Manual {
        /// The file; empty where no file is known.
        path: String,
        /// The line, counted from 1; 0 where none is known.
        line: u32,
        /// Why.
        reason: ManualReason,
        /// Code that a person could write; empty where nothing was verified.
        suggestion: String,
    },
}

/// Why a person has to change a place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ManualReason {
    /// The locator is a text with placeholders.
    #[error("the locator has placeholders")]
    Placeholder,
    /// The locator is put together of several parts.
    #[error("the locator is put together when the test runs")]
    Composed,
    /// The locator is a parameter of a function.
    #[error("the locator is a parameter of a function")]
    Parameter,
    /// The locator is a parameter of the test.
    #[error("the locator is a parameter of the test, and its text a part of the test's id")]
    Parametrized,
    /// The constant has several values.
    #[error("the constant is assigned more than once")]
    Reassigned,
    /// The value cannot be followed to a constant.
    #[error("the locator does not come from a constant")]
    NotConstant,
    /// The constant comes from a module that is not in the project.
    #[error("the constant is imported from `{0}`, which is not a file of the project")]
    Import(String),
    /// The locator's beginning is made elsewhere, and no verified locator starts there.
    #[error("the locator's beginning is made elsewhere, and nothing was verified inside of it")]
    BeginsElsewhere,
    /// The element is in a frame, and no verified locator starts there.
    #[error("the element is in a frame, and nothing was verified inside of it")]
    InFrame,
    /// The place can only take a selector, and none was verified.
    #[error("the place needs a selector, and none was verified")]
    NoSelector,
    /// Locators were verified, but none that fits the place and the style.
    #[error("no verified locator fits the place")]
    NoneFits,
    /// No locator was verified.
    #[error("no locator was verified on the page")]
    NothingVerified,
    /// The key of the heal cannot be read.
    #[error("the key `{0}` is not a locator")]
    UnknownKey(String),
    /// The locator is not in the file.
    #[error("the locator is not found in the file")]
    NotFound,
    /// The locator is not in any file.
    #[error("the locator is not found in the project")]
    NotInProject,
    /// The locator is in several places, and which one was healed is not known.
    #[error("the locator is in several places: {}", .0.join(", "))]
    Ambiguous(Vec<String>),
    /// The locator stands inside of a formatted string.
    #[error("the locator stands inside of a formatted string")]
    InsideString,
    /// The constant must stay, since it is used for something else, and the place cannot change.
    #[error("the constant is also used outside of locator calls ({}); {reason}", .uses.join(", "))]
    SharedName {
        /// The first of the other uses, as `file:line`.
        uses: Vec<String>,
        /// Why the place cannot change.
        reason: Box<Self>,
    },
    /// A comment stands inside of what would change.
    #[error("a comment stands inside of the locator")]
    CommentInside,
    /// The file cannot be parsed.
    #[error("the file does not parse")]
    DoesNotParse,
    /// The patched file would not be what it was, outside of the locators.
    #[error("the patched file would not parse as before")]
    WouldNotParse,
    /// Heals want different locators in one place.
    #[error("tests disagree: {}", .0.join("; "))]
    Disagreement(Vec<String>),
    /// Another fix changes a part of the same place.
    #[error("another fix changes a part of the same place")]
    Conflict,
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(Unreadable),
    /// The file is in a language that is not known.
    #[error("the file is neither Python nor TypeScript nor JavaScript")]
    Language,
}

impl ManualReason {
    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Placeholder | Self::Composed | Self::Parameter | Self::NotConstant => {
                "write the suggested locator, or change the text that the value is made of"
            }
            Self::Parametrized => {
                "change the parameter's text; the test gets another id, and starts without history"
            }
            Self::Reassigned => "change the assignment that the test has used",
            Self::Import(_) => "change the constant where it is defined",
            Self::InFrame => "try the suggested locator: it was verified, but not in this frame",
            Self::BeginsElsewhere => "write the suggested locator on the page itself",
            Self::NoSelector => {
                "use a locator there: `page.locator(…).click()` instead of `page.click(…)`"
            }
            Self::NoneFits => "try another style",
            Self::NothingVerified => "run the test again, so that locators are verified",
            Self::UnknownKey(_) => "look the locator up in the test",
            Self::NotFound | Self::NotInProject => {
                "run the test again, so that its places are known"
            }
            Self::Ambiguous(_) => "change the place that the test uses",
            Self::SharedName { .. } => {
                "use a locator there, or give the other uses a constant of their own"
            }
            Self::InsideString => "give the locator a name before the string",
            Self::CommentInside => "write the suggested locator, and keep the comment",
            Self::DoesNotParse => "repair the file first",
            Self::Disagreement(_) => {
                "reject the wrong heals, or give the tests locators of their own"
            }
            Self::Conflict => "apply the other fix, then run the command again",
            Self::Unreadable(_) => "run the command in the root of the project",
            Self::WouldNotParse | Self::Language => "write the suggested locator by hand",
        }
    }
}
