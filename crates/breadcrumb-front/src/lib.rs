//! What a front does around one call of a test, decided without I/O, clock or thread.
//!
//! A front is told what the test wants (a [`Want`]) and starts a [`Call`]. The call says what to do
//! next, as a [`Step`]: make the test's own call with this selector for so long, ask the page this,
//! start that beside it. The front does it and hands back an [`Answer`] with the time, until the call
//! is over and its [`Outcome`] says what the test gets. All rules are here: when to wait, when to
//! look, what to learn, when to refuse; a front has none.
//!
//! What is known and kept is asked of an [`Engine`]; the facade's session is one. `docs/design/0026`
//! has the flow, CONTRIBUTING.md how to write a front.

mod act;
mod call;
mod check;
mod engine;
mod healing;
mod instant;
mod learning;
mod looking;
mod message;
mod mode;
pub mod patience;
mod perform;
mod pictures;
mod step;
mod test;
mod turn;
mod versions;
mod want;

pub use call::{Call, Next};
pub use engine::{Candidate, Confirmation, Engine, Place, Proposal, Trouble};
pub use message::Message;
pub use mode::Mode;
pub use step::{
    Act, Answer, Ask, Asset, Beside, Hold, Outcome, Question, Step, with_whole_timeout,
};
pub use test::{Event, FrameId, Settings, Test};
pub use versions::{NEWEST_PLAYWRIGHT, OLDEST_PLAYWRIGHT, what_is_missing};
pub use want::{Parent, Want};

#[cfg(test)]
mod tests;
