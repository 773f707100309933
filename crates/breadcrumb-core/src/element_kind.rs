//! What an element is to a user, whatever its tag.

use crate::fingerprint::ElementFingerprint;

/// Attributes that make something to press of any element.
const ACTIVE_ATTRIBUTES: [&str; 4] = ["contenteditable", "href", "onclick", "tabindex"];

/// What is done with an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ElementKind {
    Pressed,
    Typed,
    Ticked,
    Chosen,
    Heading,
    Box,
    Other,
}

impl ElementKind {
    /// Tells it by role, tag and type.
    pub(crate) fn of(tag: &str, input_type: &str, role: &str) -> Self {
        match role {
            "button" | "link" | "menuitem" | "tab" => return Self::Pressed,
            "textbox" | "searchbox" => return Self::Typed,
            "checkbox" | "radio" | "switch" => return Self::Ticked,
            "combobox" | "listbox" => return Self::Chosen,
            "heading" => return Self::Heading,
            _ => {}
        }
        match tag {
            "a" | "button" | "summary" => Self::Pressed,
            "input" => match input_type {
                "button" | "image" | "reset" | "submit" => Self::Pressed,
                "checkbox" | "radio" => Self::Ticked,
                _ => Self::Typed,
            },
            "textarea" => Self::Typed,
            "select" => Self::Chosen,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Self::Heading,
            "b" | "div" | "em" | "i" | "label" | "li" | "p" | "section" | "small" | "span"
            | "strong" | "td" | "th" | "ul" => Self::Box,
            _ => Self::Other,
        }
    }

    pub(crate) fn of_element(element: &ElementFingerprint) -> Self {
        let attribute = |name| element.attribute(name).unwrap_or_default();
        Self::of(element.tag(), attribute("type"), attribute("role"))
    }

    /// Whether people act on it or find their way by it.
    pub(crate) fn is_remembered(self) -> bool {
        self.is_active() || self == Self::Heading
    }

    /// Whether people act on it.
    pub(crate) fn is_active(self) -> bool {
        matches!(
            self,
            Self::Pressed | Self::Typed | Self::Ticked | Self::Chosen
        )
    }
}

/// Whether an attribute makes something to press of any element.
pub(crate) fn makes_active(attribute: &str) -> bool {
    ACTIVE_ATTRIBUTES.contains(&attribute)
}

/// Whether nothing about an element says that people can act on it.
pub(crate) fn is_passive(element: &ElementFingerprint) -> bool {
    let is_custom = element.tag().contains('-');
    !ElementKind::of_element(element).is_active()
        && !is_custom
        && ACTIVE_ATTRIBUTES
            .iter()
            .all(|name| element.attribute(name).is_none())
}
