//! From a page to tests that run.
//!
//! Pure: a [`PageSnapshot`](breadcrumb_core::PageSnapshot) comes in, text goes out. What a page
//! contains becomes a string literal or a part of a name, never anything else: see `literal` of the core and
//! `names.rs`, the only two ways from a page into code.
//!
//! - [`PageModel`] is a page as a person sees it who writes tests for it;
//! - [`PageElement`] is an element of it, [`classify`] says what it is for;
//! - [`generate`] writes a page object and its tests.
//!
//! ```
//! use breadcrumb_gen::{Language, PageModel, Unchecked, generate};
//! use breadcrumb_html::HtmlPage;
//!
//! let page = HtmlPage::parse("<button>Log in</button>", "https://a.test/login")?;
//! let model = PageModel::of(page.snapshot(), &mut Unchecked);
//! let files = generate(&model, &model.default_name(), Language::Python);
//! assert!(files.page_object.contains(r#"page.get_by_role("button", name="Log in")"#));
//! # Ok::<(), breadcrumb_html::Error>(())
//! ```

mod check;
mod classify;
mod element;
mod extract;
mod find;
mod generate;
mod layout;
mod model;
mod names;
mod pattern;
mod plan;
mod python;
mod role;
mod sample;
mod typescript;
mod words;

pub use check::{PageCheck, Unchecked};
pub use classify::{Classification, classify};
pub use element::{Around, Choice, Limits, PageElement};
pub use generate::{GeneratedFiles, Language, generate};
pub use model::{Deed, Observation, PageModel};
pub use role::SemanticRole;
