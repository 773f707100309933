//! [`PageModel`]: a page as a person who writes tests for it sees it.

use breadcrumb_core::{Locator, PageSnapshot, without_user};
use serde::{Deserialize, Serialize};

use crate::check::PageCheck;
use crate::element::PageElement;
use crate::extract::extract;
use crate::role::SemanticRole;
use crate::sample::{Sample, sample};

/// More elements than this make a page object that nobody reads.
const MAX_ELEMENTS: usize = 60;

/// A page with the elements that a test could use.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct PageModel {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its elements in the order of the page, forms among them.
    pub elements: Vec<PageElement>,
    /// How many more it has.
    pub omitted: usize,
    /// What happened when something was done on it.
    pub observations: Vec<Observation>,
}

/// What happened when something was done on a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Observation {
    /// What was done.
    pub deed: Deed,
    /// The address after it, where it is another one.
    pub url: Option<String>,
    /// Something that was not there before it.
    pub shows: Option<Locator>,
}

impl Observation {
    /// Notes that nothing has changed so far.
    #[must_use]
    pub fn new(deed: Deed) -> Self {
        Self {
            deed,
            url: None,
            shows: None,
        }
    }
}

/// Something that is done on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// The form with this number is filled in and sent.
    Send(usize),
    /// The link at this place among the elements is followed.
    Follow(usize),
}

impl PageModel {
    /// Reads a page. `check` is asked about each locator before it is taken.
    #[must_use]
    pub fn of(page: &PageSnapshot, check: &mut dyn PageCheck) -> Self {
        let found = extract(page, check, MAX_ELEMENTS);
        Self {
            // What is written from it is read by others than who may log in.
            url: without_user(&page.info().url).into_owned(),
            title: page.info().title.clone(),
            elements: found.elements,
            omitted: found.omitted,
            observations: Vec::new(),
        }
    }

    /// Returns the numbers of the forms that have something to fill in, in order.
    #[must_use]
    pub fn forms(&self) -> Vec<usize> {
        let mut forms: Vec<usize> = self.elements.iter().filter_map(|e| e.form).collect();
        forms.sort_unstable();
        forms.dedup();
        forms.retain(|form| self.fields(*form).next().is_some());
        forms
    }

    /// Whether sending a form only asks for a page.
    #[must_use]
    pub fn is_sent_by_get(&self, form: usize) -> bool {
        let itself = |e: &&PageElement| e.tag == "form" && e.form == Some(form);
        let method = self
            .elements
            .iter()
            .find(itself)
            .map(|e| e.method.as_deref());
        matches!(method, Some(None | Some("get")))
    }

    /// Returns what to type into each field of a form, and what to tick, by place among the elements.
    #[must_use]
    pub fn samples(&self, form: usize) -> Vec<(usize, Option<String>)> {
        let mut samples = Vec::new();
        for (place, element) in self.elements.iter().enumerate() {
            if element.form != Some(form) || !is_field(element) {
                continue;
            }
            match sample(element) {
                Some(Sample::Text(text) | Sample::Select(text)) => {
                    samples.push((place, Some(text)));
                }
                Some(Sample::Check) => samples.push((place, None)),
                None => {}
            }
        }
        samples
    }

    /// Returns the elements of a form that data goes into.
    pub fn fields(&self, form: usize) -> impl Iterator<Item = &PageElement> {
        self.elements
            .iter()
            .filter(move |e| e.form == Some(form) && is_field(e))
    }

    /// Returns the button that sends a form.
    #[must_use]
    pub fn sender(&self, form: usize) -> Option<&PageElement> {
        self.elements
            .iter()
            .find(|e| e.form == Some(form) && e.sends_form() && !e.is_disabled)
    }
}

fn is_field(element: &PageElement) -> bool {
    use SemanticRole as Role;
    matches!(
        element.semantic_role(),
        Role::EmailInput
            | Role::PasswordInput
            | Role::TextInput
            | Role::NumberInput
            | Role::PhoneInput
            | Role::DateInput
            | Role::Dropdown
            | Role::Checkbox
            | Role::Radio
    ) || (element.semantic_role() == Role::Search && element.is_typed_into())
}
