//! What is known of an element beyond the eight classic signals.

/// What a person sees around an element and what assistive technology is told about it.
///
/// Each field is a JSON field of its own beside the classic ones; an older reader ignores it. An
/// empty or absent value means "not known" and is not written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ElementContext {
    /// ARIA role, explicit or implied by the tag.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// Text of the `<label>` that belongs to a form control.
    pub label: String,
    /// Text of the nearest heading before the element.
    pub heading: String,
    /// Text of the table row, list item or group around the element, without its own.
    pub neighbor_text: String,
    /// Text from all around the element, where its source knows no rows and groups.
    pub nearby_text: String,
    /// The element's own text nodes, without those of its children.
    pub own_text: String,
    /// Type of a form control as the browser takes it (`text` where none is written).
    pub input_type: String,
    /// The browser's autofill hint for a form control.
    pub autocomplete: String,
    /// Name or id of the form the control belongs to.
    pub form: String,
    /// Whether the element was visible; none where the source could not tell.
    pub visible: Option<bool>,
    /// Names, ids or sources of the frames around the element, outermost first.
    pub frames: Vec<String>,
    /// Tags of the shadow hosts around the element, outermost first.
    pub shadow_hosts: Vec<String>,
    /// Position among the siblings of the same tag, counted from 0.
    pub nth: Option<u32>,
    /// The piece of text before the element, in the order of reading.
    pub text_before: String,
    /// The piece of text after the element, in the order of reading.
    pub text_after: String,
    /// The part of the page around the element: `navigation`, `trail`, `dialog`, …
    pub landmark: String,
    /// Its place in each list that it is an item of, or is inside an item of, the innermost first:
    /// how many items come before it, and how many there are. None where the list is not known.
    pub places: Option<Vec<(u32, u32)>>,
    /// Classes that mark the element, or the item it is in, among the items of its list.
    pub marks: Vec<String>,
}
