//! What a locator says beside "that element": a state, a place, or a text.
//!
//! `li.active` means whichever item is active, `tr:first-child` whichever row is first,
//! `get_by_text("Saved")` whatever says so. Read from the text that a locator is known by: CSS, `XPath`,
//! or the calls that made it in any of the languages.

use crate::locator::{Locator, Step, Value};
use crate::state_word::{
    StateWord, has_state_attribute, state_of_attribute, state_of_class, state_of_pseudo,
};
use crate::text::normalize_text;

/// Calls and properties that pick one of several by its place.
const PLACES: [&str; 3] = ["first", "last", "nth"];
/// Parts of a CSS selector that do.
const PLACE_PSEUDOS: [&str; 11] = [
    "first-child",
    "first-of-type",
    "last-child",
    "last-of-type",
    "nth-child",
    "nth-last-child",
    "nth-last-of-type",
    "nth-match",
    "nth-of-type",
    "only-child",
    "only-of-type",
];
/// Options of a call that ask for a state.
const STATE_OPTIONS: [&str; 5] = ["checked", "disabled", "expanded", "pressed", "selected"];
/// Calls that ask for a text.
const TEXT_CALLS: [&str; 5] = [
    "get_by_alt_text",
    "get_by_label",
    "get_by_placeholder",
    "get_by_text",
    "get_by_title",
];

/// What a locator says beside "that element".
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LocatorTerms {
    /// States that the element, or what is around it, must have.
    pub(crate) states: Vec<StateWord>,
    /// States that it must not have.
    pub(crate) not_states: Vec<StateWord>,
    /// Whether it is picked by its place among others.
    pub(crate) has_place: bool,
    /// Whether that place is counted from the end.
    pub(crate) is_from_end: bool,
    /// Texts that it must have.
    pub(crate) texts: Vec<TextTerm>,
    /// Names of classes.
    pub(crate) classes: Vec<String>,
}

/// A text that a locator asks for, normalized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TextTerm {
    /// Whatever contains it.
    Part(String),
    /// Whatever says this and no more.
    Whole(String),
    /// A pattern, as it is written.
    Pattern(String),
}

impl TextTerm {
    /// Returns the text, or the pattern.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Part(text) | Self::Whole(text) | Self::Pattern(text) => text,
        }
    }

    /// Whether a text of an element is what the locator asks for; a pattern is not tried.
    pub(crate) fn is_said_by(&self, text: &str) -> bool {
        match self {
            Self::Part(part) => text.contains(part.as_str()),
            Self::Whole(whole) => text == whole,
            Self::Pattern(_) => false,
        }
    }

    /// Reads a text where quotes around it mean that it is the whole one.
    fn of_selector(text: &str) -> Self {
        let text = text.trim();
        let bare = normalize_text(text.trim_matches(['"', '\'']));
        if text.starts_with(['"', '\'']) {
            Self::Whole(bare)
        } else {
            Self::Part(bare)
        }
    }
}

impl LocatorTerms {
    /// Reads a locator.
    #[must_use]
    pub fn of(locator: &str) -> Self {
        Self::of_locator(&Locator::parse(locator))
    }

    /// Reads a locator that is a value already.
    #[must_use]
    pub fn of_locator(locator: &Locator) -> Self {
        let mut terms = Self::default();
        terms.read(locator);
        terms
    }

    /// Whether what it finds can only be known from the lists around it: the whole page has to be
    /// seen when it is learned.
    #[must_use]
    pub fn needs_lists(&self) -> bool {
        self.has_place || !self.states.is_empty() || !self.not_states.is_empty()
    }

    /// Whether it names a class, which may turn out to be a mark.
    #[must_use]
    pub fn names_class(&self) -> bool {
        !self.classes.is_empty()
    }

    fn read(&mut self, locator: &Locator) {
        for step in locator.steps() {
            if PLACES.contains(&step.method()) {
                self.has_place = true;
                let is_back = matches!(step.argument(""), Some(Value::Number(..0)));
                self.is_from_end |= step.method() == "last" || is_back;
            }
            for (name, value) in step.arguments() {
                self.read_argument(step, name, value);
            }
        }
    }

    fn read_argument(&mut self, step: &Step, name: &str, value: &Value) {
        let is_main_text = name == "name" || name.is_empty() && TEXT_CALLS.contains(&step.method());
        match value {
            Value::Locator(inner) if name == "has_not" => {
                self.not_states.extend(Self::of_locator(inner).states);
            }
            Value::Locator(inner) => self.read(inner),
            Value::Pattern(pattern) if is_main_text || name == "has_text" => {
                self.texts.push(TextTerm::Pattern(pattern.source.clone()));
            }
            Value::Text(text) if is_main_text && step.is_exact() => {
                self.texts.push(TextTerm::Whole(normalize_text(text)));
            }
            Value::Text(text) if is_main_text || name == "has_text" => {
                self.texts.push(TextTerm::Part(normalize_text(text)));
            }
            Value::Text(text)
                if name.is_empty() && matches!(step.method(), "locator" | "frame_locator") =>
            {
                self.read_selector(text);
            }
            Value::Bool(false) if STATE_OPTIONS.contains(&name) => {
                self.not_states.push(StateWord::of_option(name));
            }
            _ if STATE_OPTIONS.contains(&name) => self.states.push(StateWord::of_option(name)),
            _ => {}
        }
    }

    /// Reads CSS, `XPath`, or several of Playwright's selectors in a row.
    fn read_selector(&mut self, selector: &str) {
        for part in selector.split(">>") {
            let part = part.trim();
            if let Some(text) = part.strip_prefix("text=") {
                self.texts.push(TextTerm::of_selector(text));
            } else if let Some(index) = part.strip_prefix("nth=") {
                self.has_place = true;
                self.is_from_end |= index.starts_with('-');
            } else if part.starts_with("role=") {
                self.read_role(part);
            } else if is_xpath(part) {
                self.read_xpath(part);
            } else {
                self.read_css(part.strip_prefix("css=").unwrap_or(part), false);
            }
        }
    }

    /// Reads `role=tab[selected][name="Edit"i]`.
    fn read_role(&mut self, part: &str) {
        for option in part.split('[').skip(1) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let name = name.trim_end_matches(']').trim();
            if name == "name" {
                let value = value.trim_end_matches(']').trim_end_matches(['i', 's']);
                let text = normalize_text(value.trim_matches(['"', '\'']));
                self.texts.push(TextTerm::Part(text));
            } else if STATE_OPTIONS.contains(&name) {
                self.states.push(StateWord::of_option(name));
            }
        }
    }

    fn read_xpath(&mut self, path: &str) {
        let has_number = path
            .split('[')
            .skip(1)
            .filter_map(|part| part.split(']').next())
            .any(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
        self.is_from_end |= path.contains("last()");
        self.has_place |= has_number || path.contains("last()") || path.contains("position()");
        let is_quote = |c: char| c == '"' || c == '\'';
        for value in path.split(is_quote).skip(1).step_by(2) {
            for class in value.split_whitespace() {
                self.states.extend(state_of_class(class));
            }
        }
        let attributes = path.split('@').skip(1);
        let name = |part: &str| {
            part.split(|c: char| !(c.is_alphanumeric() || c == '-'))
                .next()
                .map(str::to_owned)
        };
        for attribute in attributes.filter_map(name) {
            self.states.extend(has_state_attribute(&attribute));
        }
    }

    fn read_css(&mut self, css: &str, is_negated: bool) {
        let mut rest = css;
        while let Some(c) = rest.chars().next() {
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
            match c {
                '.' => {
                    let class = identifier(rest);
                    if !is_negated && !class.is_empty() {
                        self.classes.push(class.to_owned());
                    }
                    self.add(state_of_class(class), is_negated);
                    rest = rest.get(class.len()..).unwrap_or_default();
                }
                '[' => {
                    let (inside, after) = enclosed(rest, '[', ']');
                    self.read_attribute(inside.trim(), is_negated);
                    rest = after;
                }
                ':' => rest = self.read_pseudo(rest.trim_start_matches(':'), is_negated),
                '"' | '\'' => rest = skip_quoted(rest, c),
                _ => {}
            }
        }
    }

    /// Reads `aria-selected="true"`.
    fn read_attribute(&mut self, inside: &str, is_negated: bool) {
        let name = identifier(inside);
        let value = inside.split_once('=').map_or("", |(_, value)| value);
        let value = value.trim().trim_matches(['"', '\'']);
        let is_off = value == "false";
        self.add(state_of_attribute(name, value), is_negated != is_off);
    }

    /// Reads a pseudo-class after its colon and returns what comes after it.
    fn read_pseudo<'s>(&mut self, rest: &'s str, is_negated: bool) -> &'s str {
        let name = identifier(rest);
        let after = rest.get(name.len()..).unwrap_or_default();
        let (argument, after) = match after.strip_prefix('(') {
            Some(inside) => enclosed(inside, '(', ')'),
            None => ("", after),
        };
        match name {
            "not" => self.read_css(argument, !is_negated),
            "is" | "where" | "has" => self.read_css(argument, is_negated),
            "has-text" | "text" if !is_negated => {
                let text = normalize_text(argument.trim_matches(['"', '\'']));
                self.texts.push(TextTerm::Part(text));
            }
            "text-is" if !is_negated => self.texts.push(TextTerm::of_selector(argument)),
            _ if PLACE_PSEUDOS.contains(&name) => {
                self.has_place = true;
                self.is_from_end |= name.contains("last");
            }
            _ => self.add(state_of_pseudo(name), is_negated),
        }
        after
    }

    fn add(&mut self, state: Option<StateWord>, is_negated: bool) {
        if is_negated {
            self.not_states.extend(state);
        } else {
            self.states.extend(state);
        }
    }
}

fn is_xpath(part: &str) -> bool {
    let starts = ["xpath=", "/", "(/", ".."];
    starts.iter().any(|start| part.starts_with(start))
}

/// Returns the name at the start of a text.
fn identifier(text: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

fn skip_quoted(text: &str, quote: char) -> &str {
    text.split_once(quote).map_or("", |(_, after)| after)
}

/// Returns what stands before the bracket that closes, and what comes after it.
fn enclosed(text: &str, open: char, close: char) -> (&str, &str) {
    let mut depth = 1_u32;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(q) if c == q => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == open => depth += 1,
            None if c == close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let after = text.get(at + c.len_utf8()..).unwrap_or_default();
            return (text.get(..at).unwrap_or_default(), after);
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(locator: &str) -> Vec<String> {
        let terms = LocatorTerms::of(locator);
        terms.states.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn states_are_read_from_selectors_and_calls() {
        for (locator, expected) in [
            ("ul.tabs > li.active > a", &["active"][..]),
            ("li.step.step--current", &["step--current"]),
            ("[aria-selected=true] a", &["aria-selected"]),
            ("input:checked", &["checked"]),
            ("[data-state=active]", &["active"]),
            ("[aria-expanded='false']", &[]),
            ("get_by_role(\"tab\", selected=True)", &["selected"]),
            ("getByRole('tab', { selected: true })", &["selected"]),
            ("locator(\"ul > li.active\").locator(\"a\")", &["active"]),
            ("role=tab[selected][name=\"Edit\"i]", &["selected"]),
            ("//li[contains(@class, 'active')]/a", &["active"]),
            ("#login-btn", &[]),
            ("a[href$='.active']", &[]),
            ("button:not(.disabled)", &[]),
            ("locator(\"li\").filter(has_not=locator(\".active\"))", &[]),
            (
                "locator(\"li\").filter(has_not=locator(\".done\")).locator(\".open\")",
                &["open"],
            ),
        ] {
            assert_eq!(states(locator), expected, "{locator}");
        }
    }

    #[test]
    fn places_are_read_from_selectors_and_calls() {
        for (locator, has_place, is_from_end) in [
            ("tr:first-child td", true, false),
            ("locator(\"tr\").nth(1).locator(\"a\")", true, false),
            ("locator(\"tr\").last", true, true),
            ("locator(\"tr\").nth(-1)", true, true),
            ("li >> nth=2", true, false),
            ("//table/tr[2]/td", true, false),
            ("(//a)[last()]", true, true),
            ("get_by_text(\"nth (1) first\")", false, false),
            ("#first", false, false),
        ] {
            let terms = LocatorTerms::of(locator);
            assert_eq!(
                (terms.has_place, terms.is_from_end),
                (has_place, is_from_end),
                "{locator}"
            );
        }
    }

    #[test]
    fn texts_are_read_from_selectors_and_calls() {
        for (locator, expected) in [
            ("get_by_text(\"Order  Placed\")", "order placed"),
            ("get_by_role(\"button\", name=\"Log in\")", "log in"),
            ("getByRole('button', { name: 'Log in' })", "log in"),
            ("tr:has-text('Bob') a", "bob"),
            ("li.person >> text=Bob", "bob"),
            ("locator(\"li\", has_text=\"Ann\")", "ann"),
        ] {
            let expected = TextTerm::Part(expected.to_owned());
            assert_eq!(LocatorTerms::of(locator).texts, [expected], "{locator}");
        }
    }

    #[test]
    fn a_whole_text_and_a_pattern_are_more_than_a_part() {
        let whole = |text: &str| TextTerm::Whole(text.to_owned());
        let pattern = |text: &str| TextTerm::Pattern(text.to_owned());
        for (locator, expected) in [
            ("get_by_text(\"Saved\", exact=True)", whole("saved")),
            ("getByText('Saved', { exact: true })", whole("saved")),
            ("text=\"Saved\"", whole("saved")),
            ("p:text-is('Saved')", whole("saved")),
            ("get_by_text(re.compile(r\"^Saved$\"))", pattern("^Saved$")),
            ("getByText(/^Saved$/)", pattern("^Saved$")),
            (
                "get_by_role(\"alert\", name=re.compile(r\"a(b)\", re.IGNORECASE)).locator(\"a\")",
                pattern("a(b)"),
            ),
            (
                "locator(\"li\").filter(has_text=re.compile(r\"Ann\"))",
                pattern("Ann"),
            ),
        ] {
            assert_eq!(LocatorTerms::of(locator).texts, [expected], "{locator}");
        }
    }
}
