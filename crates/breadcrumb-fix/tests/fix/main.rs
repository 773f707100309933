//! The crate from outside: what is planned for real-looking tests.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "in a test a panic is the report"
)]

mod corpus;
mod properties;
mod scale;
mod shared_names;
mod support;
