//! The engine of Breadcrumb: element fingerprints, similarity, and the decision to heal.
//!
//! Pure: no file, no clock, no environment, no thread. Everything comes in as an argument and the
//! same input has the same answer on every platform.
//!
//! - [`ElementFingerprint`] is what was known of an element when it was last seen good;
//! - [`PageSnapshot`] is a page as it is now;
//! - a [`Scorer`] says how alike they are, as a [`ScoringResult`];
//! - the [`Healer`] comes to a [`Verdict`].
//!
//! ```
//! use breadcrumb_core::{ElementFingerprint, HealRequest, Healer, NewElement, SnapshotBuilder};
//!
//! let stored = ElementFingerprint::from_json(
//!     r#"{"tag": "button", "text": "Log in", "attributes": {"id": "login-btn", "class": "btn"}}"#,
//! )?;
//! let mut page = SnapshotBuilder::new("https://shop.test/login");
//! let body = page.element(None, NewElement::new("body"));
//! let button = NewElement::new("button").attribute("id", "sign-in").attribute("class", "btn");
//! let button = page.element(Some(body), button);
//! page.text(button, "Log in");
//! let page = page.finish()?;
//!
//! let verdict = Healer::default().heal(&HealRequest::new(&stored, &page));
//! assert_eq!(
//!     verdict.to_string(),
//!     r#"healed: <button#login-btn> "log in" is now <button#sign-in> "log in", confidence 92 %"#,
//! );
//! # Ok::<(), breadcrumb_core::Error>(())
//! ```

mod calls;
mod capture;
mod decision;
mod element_kind;
mod error;
mod event;
mod fingerprint;
mod hash;
mod heal;
mod json_text;
pub mod locator;
mod locator_terms;
mod meaning;
mod page;
mod page_key;
mod propose;
mod purpose;
mod refusal;
mod scorer;
mod scoring;
mod secrets;
pub mod similarity;
mod state_word;
mod tag_code;
mod test_run;
mod text;
mod verdict_record;

pub use calls::{
    CallKind, Shape, There, assertion_call, awaits_absence, key_of_call, reads_field,
    typed_argument,
};
pub use capture::CaptureRules;
pub use decision::HealState;
pub use error::{Error, ErrorKind};
pub use event::{HealDetails, HealOccasion, HealingEvent, SourceSite, VerifiedLocator};
pub use fingerprint::{BoundingBox, ElementContext, ElementFingerprint, FingerprintBuilder};
pub use hash::{hash128, hash128_bytes};
pub use heal::{
    Acceptance, CensusEntry, DEFAULT_THRESHOLD, DriftFinding, EarlierHeal, HealRequest, Healer,
    PageMemory, Reason, Rejection, Suggestion, Verdict, VerdictKind, Veto, describe, drift,
    identity_digest, is_same_element, reasons,
};
pub use locator::{
    Locator, LocatorKind, Pattern, Quote, Step, Syntax, Value, Writer, has_engine, snake,
};
pub use locator_terms::LocatorTerms;
pub use page::{
    ElementIndex, NewElement, PageInfo, PageSnapshot, SnapshotBuilder, page_script, selector_engine,
};
pub use page_key::page_key;
pub use propose::{
    LocatorStyle, assumes_what_is_checked, css_by_id, css_path, css_string, lasting_part, propose,
    propose_frames, propose_remembered, propose_within,
};
pub use purpose::{Property, Purpose};
pub use refusal::{KEPT_SUGGESTIONS, RefusalDetails, RefusedSuggestion};
pub use scorer::{
    Candidates, Case, ClassicSignal, EvidenceScorer, RankedCandidate, Scorer, SimilarityScorer,
    Study, Weights, compute_similarity,
};
pub use scoring::{ScoringResult, SignalScore};
pub use secrets::{
    TypedValues, has_hidden, hide_in_address, hide_in_message, hide_secrets, without_user,
};
pub use test_run::{FailureReason, RunDetails, RunInfo, RunStatus, TestRun};
pub use text::{normalize_tag, normalize_text};
pub use verdict_record::{VerdictRecord, VerdictRecordKind};
