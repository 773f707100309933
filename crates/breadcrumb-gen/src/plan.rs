//! What is going to be written, before it is known in which language: names, forms, steps.

use breadcrumb_core::{Locator, Step, css_string};

use crate::element::PageElement;
use crate::model::{Deed, Observation, PageModel};
use crate::names::Names;
use crate::role::SemanticRole;
use crate::sample::{Sample, sample};

/// A page object and its tests.
pub(crate) struct Plan<'m> {
    pub(crate) url: &'m str,
    pub(crate) frames: Vec<Frame>,
    pub(crate) members: Vec<Member>,
    pub(crate) rows: Vec<RowMember>,
    pub(crate) forms: Vec<FormPlan>,
    pub(crate) links: Vec<LinkPlan>,
}

/// A frame that has members.
pub(crate) struct Frame {
    pub(crate) name: String,
    /// The frame around it.
    pub(crate) parent: Option<usize>,
    pub(crate) selector: String,
}

/// An attribute of the page object.
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) locator: Locator,
    pub(crate) frame: Option<usize>,
    /// Its place among the elements of the page.
    place: usize,
}

/// A method that finds the same action in any row.
pub(crate) struct RowMember {
    pub(crate) name: String,
    /// `row` or `listitem`.
    pub(crate) container: &'static str,
    pub(crate) locator: Locator,
    /// The text of one row.
    pub(crate) example: String,
}

/// A form that can be filled in.
pub(crate) struct FormPlan {
    /// E.g. `sign_in`.
    pub(crate) name: String,
    /// The method that fills it in.
    pub(crate) fill: String,
    pub(crate) fields: Vec<Field>,
    /// The member that sends it.
    pub(crate) sender: Option<usize>,
    /// What happened when it was sent.
    pub(crate) outcome: Option<Observation>,
}

/// A field of a form.
pub(crate) struct Field {
    pub(crate) member: usize,
    pub(crate) sample: Sample,
}

/// A link that was followed.
pub(crate) struct LinkPlan {
    pub(crate) member: usize,
    pub(crate) outcome: Observation,
}

impl<'m> Plan<'m> {
    pub(crate) fn of(page: &'m PageModel) -> Self {
        let mut names = Names::default();
        let mut plan = Self {
            url: &page.url,
            frames: Vec::new(),
            members: Vec::new(),
            rows: Vec::new(),
            forms: Vec::new(),
            links: Vec::new(),
        };
        for (place, element) in page.elements.iter().enumerate() {
            plan.add(place, element, &mut names);
        }
        for form in page.forms() {
            plan.add_form(page, form, &mut names);
        }
        for outcome in &page.observations {
            let Deed::Follow(place) = outcome.deed else {
                continue;
            };
            if let Some(member) = plan.member_at(place) {
                let outcome = outcome.clone();
                plan.links.push(LinkPlan { member, outcome });
            }
        }
        plan
    }

    fn add(&mut self, place: usize, element: &PageElement, names: &mut Names) {
        let role = element.semantic_role();
        if element.tag == "form" || role == SemanticRole::Form {
            return;
        }
        if let (Some(example), Some(aria_role), Some(name)) =
            (&element.row, &element.aria_role, &element.accessible_name)
        {
            self.rows.push(RowMember {
                name: names.claim([name.as_str()], "action", "in_row"),
                container: match element.row_role.as_deref() {
                    Some("listitem") => "listitem",
                    _ => "row",
                },
                locator: Locator::role(aria_role, name).exactly(),
                example: example.clone(),
            });
            return;
        }
        let locator = element.locator.clone().unwrap_or_else(|| by_facts(element));
        let is_frame = |step: &&Step| step.method() == "frame_locator";
        let (frames, own) = locator
            .steps()
            .split_at(locator.steps().iter().take_while(is_frame).count());
        let frame = self.frame(frames, names);
        let locator = own.iter().cloned().collect();
        self.members.push(Member {
            name: names.claim(titles(element), role.name(), ending(element, role)),
            locator,
            frame,
            place,
        });
    }

    /// Returns the frame with these selectors, which is made where it is not there yet.
    fn frame(&mut self, frames: &[Step], names: &mut Names) -> Option<usize> {
        let mut parent = None;
        for selector in frames.iter().filter_map(Step::text) {
            let known = self
                .frames
                .iter()
                .position(|frame| frame.parent == parent && frame.selector == selector);
            let next = known.unwrap_or_else(|| {
                self.frames.push(Frame {
                    name: names.claim([selector.trim_start_matches('#')], "frame", "frame"),
                    parent,
                    selector: selector.to_owned(),
                });
                self.frames.len() - 1
            });
            parent = Some(next);
        }
        parent
    }

    fn add_form(&mut self, page: &PageModel, form: usize, names: &mut Names) {
        let mut chosen_groups: Vec<Option<&String>> = Vec::new();
        let mut fields = Vec::new();
        for element in page.fields(form) {
            let is_radio = element.semantic_role() == SemanticRole::Radio;
            // One of a group of radio buttons is enough.
            if is_radio && chosen_groups.contains(&element.name.as_ref()) {
                continue;
            }
            let member = self.member_of(page, element);
            if let Some((member, sample)) = member.zip(sample(element)) {
                fields.push(Field { member, sample });
                if is_radio {
                    chosen_groups.push(element.name.as_ref());
                }
            }
        }
        if fields.is_empty() {
            return;
        }
        let itself = page
            .elements
            .iter()
            .find(|e| e.tag == "form" && e.form == Some(form));
        let sender = page.sender(form);
        let own = itself.map(|form| [&form.aria_label, &form.name, &form.id]);
        let own = own.into_iter().flatten().filter_map(|name| name.as_deref());
        let titles = sender.into_iter().flat_map(titles).chain(own);
        let name = names.claim(titles, "form", "");
        self.forms.push(FormPlan {
            fill: names.claim([format!("fill_{name}").as_str()], "fill", ""),
            name,
            fields,
            sender: sender.and_then(|sender| self.member_of(page, sender)),
            outcome: page
                .observations
                .iter()
                .find(|seen| seen.deed == Deed::Send(form))
                .cloned(),
        });
    }

    fn member_of(&self, page: &PageModel, element: &PageElement) -> Option<usize> {
        let place = page
            .elements
            .iter()
            .position(|e| std::ptr::eq(e, element))?;
        self.member_at(place)
    }

    fn member_at(&self, place: usize) -> Option<usize> {
        self.members.iter().position(|member| member.place == place)
    }
}

/// Everything that could name an element, the best first.
fn titles(element: &PageElement) -> impl Iterator<Item = &str> {
    [
        &element.accessible_name,
        &element.label,
        &element.text,
        &element.placeholder,
        &element.value,
        &element.data_testid,
        &element.name,
        &element.id,
    ]
    .into_iter()
    .filter_map(|title| title.as_deref())
}

fn ending(element: &PageElement, role: SemanticRole) -> &'static str {
    use SemanticRole as Role;
    match role {
        Role::Search if !element.is_typed_into() => "button",
        Role::Submit | Role::Button | Role::LoginForm | Role::Dialog | Role::CookieBanner => {
            "button"
        }
        Role::Navigation | Role::Pagination | Role::LanguageSwitch => "link",
        Role::Checkbox => "checkbox",
        Role::Radio => "radio",
        Role::Dropdown => "choice",
        _ => "",
    }
}

/// Finds an element that was described by hand.
fn by_facts(element: &PageElement) -> Locator {
    match (&element.data_testid, &element.label, &element.placeholder) {
        (Some(id), ..) => Locator::by("get_by_test_id", id),
        _ if !element.selector.is_empty() => Locator::css(&element.selector),
        (_, Some(label), _) => Locator::by("get_by_label", label),
        (_, _, Some(hint)) => Locator::by("get_by_placeholder", hint),
        _ => match (&element.id, &element.text) {
            (Some(id), _) => Locator::css(format!("[id={}]", css_string(id))),
            (_, Some(text)) => Locator::by("get_by_text", text),
            _ if element.tag.is_empty() => Locator::css("*"),
            _ => Locator::css(&element.tag),
        },
    }
}
