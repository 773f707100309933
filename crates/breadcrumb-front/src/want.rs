//! [`Want`]: one call of a test that needs an element.

use std::time::Duration;

use breadcrumb_core::{CallKind, Purpose, SourceSite};

use crate::engine::Place;
use crate::mode::Mode;
use crate::patience::FOREVER;
use crate::test::FrameId;

/// One call of a test that needs an element.
#[derive(Debug, Clone)]
pub struct Want {
    /// The frame that the selector is looked for in.
    pub frame: FrameId,
    /// The address of its page.
    pub url: String,
    /// The selector, as Playwright has it.
    pub selector: String,
    /// The key that the element is known by.
    pub key: String,
    /// What the locator was made from, where that was no page.
    pub parent: Option<Parent>,
    /// The call, by Playwright's name in Python; `expect` and what it asserts for an assertion.
    pub call: String,
    /// The attribute or property that it asks for.
    pub argument: Option<String>,
    /// What kind of call it is.
    pub kind: CallKind,
    /// Whether it is an error that the selector finds several elements.
    pub is_strict: bool,
    /// The locator's own mode.
    pub mode: Mode,
    /// How long the test lets it take; [`FOREVER`] where it waits forever.
    pub timeout: Duration,
    /// The time of the day at the start, in milliseconds since 1970: pages know no other.
    pub asked_at: f64,
    /// Where the locator was made; unknown where the call itself has the selector.
    pub site: Option<SourceSite>,
    /// The line of the test that is being carried out.
    pub used: Option<SourceSite>,
    /// Whether the front can stop a call that is under way, and knows afterwards that it did nothing.
    pub can_stop: bool,
}

/// What a locator was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parent {
    /// Its selector.
    pub selector: String,
    /// Its key.
    pub key: String,
}

impl Want {
    /// Returns the key and the page.
    pub(crate) fn place(&self) -> Place<'_> {
        Place {
            key: &self.key,
            url: &self.url,
        }
    }

    pub(crate) fn purpose(&self) -> Purpose {
        Purpose::of_call(&self.call, self.argument.as_deref())
    }

    /// Whether it may be cut short and made again.
    pub(crate) fn may_be_made_again(&self) -> bool {
        self.kind.is_read || self.kind.is_repeatable
    }

    pub(crate) fn is_forever(&self) -> bool {
        self.timeout == FOREVER
    }

    /// Returns where the locator is written; the line that is carried out where that is not known.
    pub(crate) fn written_at(&self) -> Option<SourceSite> {
        self.site.clone().or_else(|| self.used.clone())
    }
}
