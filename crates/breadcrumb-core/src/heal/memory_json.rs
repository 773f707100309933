//! A page memory as text, as short as it can be: it is stored once for each version of a page.
//!
//! `{"version": 1, "ordered": n, "elements": [[tag, text, role, name, label, [x, y, w, h],
//! {attribute: value}, row], …]}`; empty parts at the end of an element are left out, and a name
//! that is the text is written as `true`. What was there but not shown is in `"hidden": [[role, name,
//! href], …]`, and what there was beyond the elements that are remembered in `"more": [number, …]`.

use serde_json::{Map, Value, json};

use super::memory::{CensusEntry, PageMemory};
use crate::error::{Error, ErrorKind};
use crate::fingerprint::{BoundingBox, ElementContext, ElementFingerprint};

const VERSION: u64 = 1;

impl PageMemory {
    /// Returns the memory as JSON, on one line; the same for the same memory.
    #[must_use]
    pub fn to_json(&self) -> String {
        let (elements, rows, ordered) = self.parts();
        let elements: Vec<Value> = elements.iter().zip(rows).map(written).collect();
        let hidden = self.hidden().iter();
        let hidden: Vec<Value> = hidden.map(|e| json!([e.role, e.name, e.href])).collect();
        let mut all = Map::new();
        all.insert("version".into(), VERSION.into());
        all.insert("ordered".into(), ordered.into());
        all.insert("elements".into(), elements.into());
        if !hidden.is_empty() {
            all.insert("hidden".into(), hidden.into());
        }
        if !self.more().is_empty() {
            all.insert("more".into(), self.more().into());
        }
        Value::Object(all).to_string()
    }

    /// Reads the JSON form.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let invalid = |message: &str| {
            Error::new(
                ErrorKind::InvalidFingerprint,
                format!("invalid page memory: {message}"),
            )
        };
        let value: Value =
            serde_json::from_str(json).map_err(|error| invalid(&error.to_string()))?;
        if value.get("version").and_then(Value::as_u64) != Some(VERSION) {
            return Err(invalid("its version is not known"));
        }
        let elements = value.get("elements").and_then(Value::as_array);
        let elements = elements.ok_or_else(|| invalid("it has no elements"))?;
        let ordered = value.get("ordered").and_then(Value::as_u64).unwrap_or(0);
        let (elements, rows) = elements.iter().map(read).unzip();
        let ordered = usize::try_from(ordered).unwrap_or(usize::MAX);
        let hidden = value.get("hidden").and_then(Value::as_array);
        let hidden = hidden.into_iter().flatten().map(read_entry);
        let more = value.get("more").and_then(Value::as_array);
        let more = more.into_iter().flatten().filter_map(Value::as_u64);
        let more = more.filter_map(|digest| u32::try_from(digest).ok());
        Ok(Self::from_parts(elements, rows, ordered)
            .with_hidden(hidden)
            .with_more(more.collect()))
    }
}

fn read_entry(value: &Value) -> CensusEntry {
    let text = |index: usize| {
        let text = value.get(index).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    CensusEntry {
        role: text(0),
        name: text(1),
        href: text(2),
    }
}

fn written((element, row): (&ElementFingerprint, &String)) -> Value {
    let context = element.context();
    let is_text = !context.name.is_empty() && context.name == element.text();
    let attributes = element.attributes().iter();
    let attributes: Map<String, Value> = attributes
        .map(|(name, value)| (name.clone(), value.as_str().into()))
        .collect();
    let bbox = element.bbox().map_or(Value::Null, |b| {
        json!([number(b.x), number(b.y), number(b.width), number(b.height)])
    });
    let mut parts = vec![
        element.tag().into(),
        element.text().into(),
        context.role.as_str().into(),
        if is_text {
            Value::Bool(true)
        } else {
            context.name.as_str().into()
        },
        context.label.as_str().into(),
        bbox,
        Value::Object(attributes),
        row.as_str().into(),
    ];
    while parts.last().is_some_and(is_empty) {
        parts.pop();
    }
    Value::Array(parts)
}

/// Writes a whole number without its fraction.
fn number(value: f64) -> Value {
    let whole = value.round();
    if (value - whole).abs() < f64::EPSILON && whole.abs() < 1e9 {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
        let whole = whole as i64;
        whole.into()
    } else {
        value.into()
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}

fn read(value: &Value) -> (ElementFingerprint, String) {
    let part = |index: usize| value.get(index).unwrap_or(&Value::Null);
    let text = |index: usize| part(index).as_str().unwrap_or_default();
    let name = if part(3) == &Value::Bool(true) {
        text(1)
    } else {
        text(3)
    };
    let context = ElementContext {
        role: text(2).to_owned(),
        name: name.to_owned(),
        label: text(4).to_owned(),
        ..ElementContext::default()
    };
    let side = |index: usize| part(5).get(index).and_then(Value::as_f64);
    let bbox = side(0)
        .zip(side(1))
        .zip(side(2).zip(side(3)))
        .and_then(|((x, y), (width, height))| BoundingBox::new(x, y, width, height));
    let start = ElementFingerprint::builder(text(0))
        .text(text(1))
        .bbox(bbox)
        .context(context);
    let attributes = part(6).as_object().into_iter().flatten();
    let element = attributes.fold(start, |element, (name, value)| {
        element.attribute(name.as_str(), value.as_str().unwrap_or_default())
    });
    (element.build(), text(7).to_owned())
}
