//! Taking the secrets out of a page before anything is derived from it.

use super::columns::Columns;
use super::strings::StringId;
use crate::secrets::{AttributeRule, hide_secrets, is_editable};

/// What a string becomes is asked once for each way of keeping it.
const RULES: usize = 6;
const NOT_ASKED: StringId = StringId::MAX;

/// Leaves out of a page what must not be kept: attributes that identify nothing, secrets by their
/// form, and what people type into elements that are no form controls.
pub(super) fn keep_what_may_be_kept(columns: &mut Columns) {
    let mut known = Known::new(columns);
    let mut kept = Vec::with_capacity(columns.attributes.len());
    let mut editable = Vec::with_capacity(columns.elements.len());
    for index in 0..columns.elements.len() {
        let Some(element) = columns.elements.get(index) else {
            break;
        };
        let range = element.attributes.0 as usize..element.attributes.1 as usize;
        let (tag, parent) = (element.tag, element.parent);
        let pairs = columns.attributes.get(range).unwrap_or_default().to_vec();
        let first = super::columns::row(kept.len());
        kept.extend(
            pairs
                .iter()
                .filter_map(|pair| known.attribute(columns, tag, &pairs, *pair)),
        );
        let own = pairs.iter().find_map(|(name, value)| {
            let (name, value) = (columns.strings.get(*name), columns.strings.get(*value));
            let says = name == "contenteditable" || is_editable(name, value);
            says.then(|| is_editable(name, value))
        });
        let above = parent.and_then(|parent| editable.get(parent as usize).copied());
        editable.push(own.unwrap_or(above.unwrap_or(false)));
        if let Some(element) = columns.elements.get_mut(index) {
            element.attributes = (first, super::columns::row(kept.len()));
        }
    }
    columns.attributes = kept;
    for index in 0..columns.texts.len() {
        let Some(node) = columns.texts.get(index).copied() else {
            break;
        };
        let is_typed = editable.get(node.parent as usize) == Some(&true);
        let string = if is_typed {
            known.nothing(columns)
        } else {
            known.text(columns, node.string)
        };
        if let Some(node) = columns.texts.get_mut(index) {
            node.string = string;
        }
    }
}

/// What has become of the strings so far.
struct Known {
    /// For each rule, the string that stands for each string of the page.
    by_rule: [Vec<StringId>; RULES],
    texts: Vec<StringId>,
    nothing: Option<StringId>,
}

impl Known {
    fn new(columns: &Columns) -> Self {
        let unknown = || vec![NOT_ASKED; columns.strings.len()];
        Self {
            by_rule: std::array::from_fn(|_| unknown()),
            texts: unknown(),
            nothing: None,
        }
    }

    /// Returns what is kept of one of an element's attributes.
    fn attribute(
        &mut self,
        columns: &mut Columns,
        tag: StringId,
        pairs: &[(StringId, StringId)],
        (name, value): (StringId, StringId),
    ) -> Option<(StringId, StringId)> {
        let strings = &columns.strings;
        let of = |wanted: &str| {
            let pair = pairs.iter().find(|(name, _)| strings.get(*name) == wanted);
            pair.map_or("", |(_, value)| strings.get(*value))
        };
        let own = strings.get(name);
        let input_type = if own == "value" { of("type") } else { "" };
        let rule = AttributeRule::of(strings.get(tag), input_type, own);
        if rule == AttributeRule::Dropped {
            return None;
        }
        let known = self
            .by_rule
            .get_mut(rule as usize)?
            .get_mut(value as usize)?;
        if *known == NOT_ASKED {
            let kept = rule.kept(strings.get(value))?.into_owned();
            *known = replaced(columns, value, &kept);
        }
        Some((name, *known))
    }

    fn text(&mut self, columns: &mut Columns, string: StringId) -> StringId {
        let Some(known) = self.texts.get_mut(string as usize) else {
            return string;
        };
        if *known == NOT_ASKED {
            let kept = hide_secrets(columns.strings.get(string)).into_owned();
            *known = replaced(columns, string, &kept);
        }
        *known
    }

    fn nothing(&mut self, columns: &mut Columns) -> StringId {
        *self.nothing.get_or_insert_with(|| {
            columns.strings.push("");
            super::columns::row(columns.strings.len() - 1)
        })
    }
}

/// Returns the string that says this: the same one where nothing was hidden.
fn replaced(columns: &mut Columns, string: StringId, kept: &str) -> StringId {
    if columns.strings.get(string) == kept {
        return string;
    }
    columns.strings.push(kept);
    super::columns::row(columns.strings.len() - 1)
}
