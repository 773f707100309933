//! What a call of a test is for: to act on an element, or to check something about it.
//!
//! What a check asserts is no evidence for the heal it rides on: an element that was found by the
//! text an assertion expects fulfills the assertion by construction, and a regression turns green.

/// What a call of a test is for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// It does something with the element.
    #[default]
    Action,
    /// It asserts or reads this property of the element.
    Check(Property),
}

/// What a check is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Property {
    /// The text that people read.
    Text,
    /// The value of a field.
    Value,
    /// The attribute with this name.
    Attribute(String),
    /// The role.
    Role,
    /// The name for assistive technology.
    Name,
    /// Where the element is, how large it is, and how it looks.
    Looks,
    /// Whether it is checked, enabled, focused, editable.
    State,
    /// That it is there at all.
    Presence,
    /// How many there are, or something about all of them.
    List,
}

/// Calls by what they check. Names are compared without case, dots and underscores, so that those
/// of every front are the same: `to_have_text`, `toHaveText`, `to.have.text`.
const CHECKS: [(&str, Property); 48] = [
    ("all", Property::List),
    ("allinnertexts", Property::List),
    ("alltextcontents", Property::List),
    ("ariasnapshot", Property::Text),
    ("boundingbox", Property::Looks),
    ("count", Property::List),
    ("elementhandles", Property::List),
    // Nobody knows what a script reads; mostly it is what people see, or a value.
    ("evaluate", Property::Text),
    ("evaluateall", Property::List),
    ("evaluatehandle", Property::Text),
    ("evalonselector", Property::Text),
    ("evalonselectorall", Property::List),
    ("innerhtml", Property::Text),
    ("innertext", Property::Text),
    ("inputvalue", Property::Value),
    ("ischecked", Property::State),
    ("isdisabled", Property::State),
    ("iseditable", Property::State),
    ("isenabled", Property::State),
    ("ishidden", Property::Presence),
    ("isvisible", Property::Presence),
    ("queryselectorall", Property::List),
    ("textcontent", Property::Text),
    ("tobeattached", Property::Presence),
    ("tobechecked", Property::State),
    ("tobedisabled", Property::State),
    ("tobeeditable", Property::State),
    ("tobeempty", Property::Text),
    ("tobeenabled", Property::State),
    ("tobefocused", Property::State),
    ("tobeinviewport", Property::Presence),
    ("tobereadonly", Property::State),
    ("tobevisible", Property::Presence),
    ("tocontaintext", Property::Text),
    ("tohaveaccessibledescription", Property::Name),
    ("tohaveaccessibleerrormessage", Property::Name),
    ("tohaveaccessiblename", Property::Name),
    ("tohavecount", Property::List),
    ("tohavecss", Property::Looks),
    ("tohaverole", Property::Role),
    ("tohavescreenshot", Property::Looks),
    ("tohavetext", Property::Text),
    ("tohavevalue", Property::Value),
    ("tohavevalues", Property::Value),
    ("tomatcharia", Property::Text),
    ("tomatchariasnapshot", Property::Text),
    ("waitfor", Property::Presence),
    ("waitforselector", Property::Presence),
];

impl Purpose {
    /// Returns what a call is for, by its name and, where it has one, the attribute or property that
    /// it asks for.
    #[must_use]
    pub fn of_call(call: &str, argument: Option<&str>) -> Self {
        let name: String = call
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        let name = name.strip_prefix("expect").unwrap_or(&name);
        if name.ends_with("array") {
            return Self::Check(Property::List);
        }
        let attribute = match name {
            "tohaveid" => Some("id"),
            "tohaveclass" | "tocontainclass" => Some("class"),
            "getattribute"
            | "tohaveattribute"
            | "tohaveattributevalue"
            | "tohaveproperty"
            | "tohavejsproperty" => Some(argument.unwrap_or_default()),
            _ => None,
        };
        if let Some(attribute) = attribute {
            return Self::Check(Property::named(attribute));
        }
        let check = CHECKS.iter().find(|(call, _)| *call == name);
        check.map_or(Self::Action, |(_, property)| Self::Check(property.clone()))
    }

    /// Returns what is checked; none for an action.
    #[must_use]
    pub fn checked(&self) -> Option<&Property> {
        match self {
            Self::Action => None,
            Self::Check(property) => Some(property),
        }
    }
}

impl Property {
    /// Returns what an attribute or a property of the DOM tells.
    fn named(name: &str) -> Self {
        match name {
            "className" | "classList" => Self::Attribute("class".to_owned()),
            "innerHTML" | "innerText" | "outerHTML" | "textContent" => Self::Text,
            "checked" | "disabled" | "open" | "readOnly" | "readonly" | "selected" => Self::State,
            "value" => Self::Value,
            "role" => Self::Role,
            "style" => Self::Looks,
            _ => Self::Attribute(name.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(call: &str, argument: Option<&str>, expected: Property) {
        assert_eq!(Purpose::of_call(call, argument), Purpose::Check(expected));
    }

    #[test]
    fn a_call_is_known_by_the_name_that_any_front_gives_it() {
        for call in ["to_have_text", "toHaveText", "expect to.have.text"] {
            check(call, None, Property::Text);
        }
        check("to.contain.text.array", None, Property::List);
        check(
            "get_attribute",
            Some("href"),
            Property::Attribute("href".into()),
        );
        check("to_have_js_property", Some("value"), Property::Value);
        check(
            "expect to_have_class",
            None,
            Property::Attribute("class".into()),
        );
    }

    #[test]
    fn what_is_no_check_is_an_action() {
        for call in [
            "click",
            "fill",
            "press",
            "drag_to",
            "element_handle",
            "screenshot",
        ] {
            assert_eq!(Purpose::of_call(call, None), Purpose::Action);
        }
    }
}
