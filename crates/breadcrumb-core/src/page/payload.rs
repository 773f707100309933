//! Reading the page payload (`docs/design/0002-page-payload.md`).
//!
//! The payload comes from a page that may be hostile: every index is checked here, so that the
//! rest of the crate can rely on a well-formed tree.

use serde::Deserialize;

use super::columns::{Columns, Element, TextNode, kind};
use super::keeping::keep_what_may_be_kept;
use super::strings::StringTable;
use super::{PageInfo, PageSnapshot};
use crate::error::{Error, ErrorKind};
use crate::fingerprint::{BoundingBox, ElementContext, ElementFingerprint};
use crate::json_text::tolerate;

/// The version of the payload that this crate reads.
const VERSION: u32 = 1;
/// x, y, width, height.
const BOX_NUMBERS: usize = 4;
/// Tag, role, name, link.
const HIDDEN_NUMBERS: usize = 4;
/// Parent, elements before, string.
const TEXT_NUMBERS: usize = 3;

#[derive(Deserialize)]
struct Payload {
    v: u32,
    #[serde(default)]
    url: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    lang: String,
    strings: StringTable,
    parent: Vec<i64>,
    tag: Vec<u32>,
    kind: Vec<u32>,
    attrs: Vec<u32>,
    #[serde(rename = "box")]
    boxes: Vec<Option<f64>>,
    texts: Vec<u32>,
    #[serde(default)]
    target: Option<usize>,
    #[serde(default)]
    truncated: bool,
    #[serde(default)]
    part: bool,
    #[serde(default)]
    nodes: u32,
    #[serde(default)]
    hidden: Vec<u32>,
}

/// Reads a payload; `is_kept` says whether something of it may be kept, so that secrets go first.
pub(super) fn read(json: &str, is_kept: bool) -> Result<PageSnapshot, Error> {
    let json = tolerate(json);
    let payload: Payload = serde_json::from_str(&json).map_err(|source| explain(&json, source))?;
    check_version(payload.v)?;
    let hidden = read_hidden(&payload, is_kept)?;
    let mut columns = Columns {
        elements: read_elements(&payload)?,
        attributes: read_attribute_pairs(&payload),
        texts: read_texts(&payload)?,
        strings: payload.strings,
    };
    if is_kept {
        keep_what_may_be_kept(&mut columns);
    }
    let info = PageInfo {
        url: payload.url,
        title: payload.title,
        language: payload.lang,
        is_truncated: payload.truncated,
        is_part: payload.part,
        nodes: payload.nodes,
    };
    Ok(PageSnapshot::assemble(columns, info, payload.target)?.with_hidden(hidden))
}

/// Reads what is on the page but not shown.
fn read_hidden(payload: &Payload, is_kept: bool) -> Result<Vec<ElementFingerprint>, Error> {
    let hidden = payload.hidden.chunks_exact(HIDDEN_NUMBERS).map(|numbers| {
        let mut texts = [""; HIDDEN_NUMBERS];
        for (text, id) in texts.iter_mut().zip(numbers) {
            check_string(payload, *id)?;
            *text = payload.strings.get(*id);
        }
        let [tag, role, name, href] = texts;
        let context = ElementContext {
            role: hidden_role(tag, role).to_owned(),
            name: crate::normalize_text(name),
            visible: Some(false),
            ..ElementContext::default()
        };
        let element = ElementFingerprint::builder(tag).text(name).context(context);
        let element = if href.is_empty() {
            element
        } else {
            element.attribute("href", href)
        };
        let element = element.build();
        Ok(if is_kept {
            element.without_secrets()
        } else {
            element
        })
    });
    hidden.collect()
}

/// Returns the role of something that is pressed.
fn hidden_role<'r>(tag: &str, role: &'r str) -> &'r str {
    match (tag, role) {
        (_, role) if !role.is_empty() => role,
        ("a", _) => "link",
        _ => "button",
    }
}

pub(super) fn invalid(what: impl AsRef<str>) -> Error {
    Error::new(
        ErrorKind::InvalidPage,
        format!("invalid page payload: {}", what.as_ref()),
    )
}

/// A payload of another version has other columns; the version is what is wrong with it then.
fn explain(json: &str, source: serde_json::Error) -> Error {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    let version = serde_json::from_str::<Version>(json).map_or(VERSION, |payload| payload.v);
    let broken = || Error::json(ErrorKind::InvalidPage, "invalid page payload", source);
    check_version(version).err().unwrap_or_else(broken)
}

fn check_version(version: u32) -> Result<(), Error> {
    if version == VERSION {
        return Ok(());
    }
    Err(invalid(format!(
        "version {version} where this build reads {VERSION}"
    )))
}

fn read_elements(payload: &Payload) -> Result<Vec<Element>, Error> {
    let count = payload.parent.len();
    if payload.tag.len() != count || payload.kind.len() != count {
        return Err(invalid("`parent`, `tag` and `kind` differ in length"));
    }
    let mut elements = Vec::with_capacity(count);
    let mut boxes = payload.boxes.chunks_exact(BOX_NUMBERS);
    let mut attributes = AttributeRanges {
        numbers: &payload.attrs,
        position: 0,
        pairs: 0,
    };
    let rows = payload
        .parent
        .iter()
        .zip(&payload.tag)
        .zip(&payload.kind)
        .enumerate();
    for (index, ((&parent, &tag), &bits)) in rows {
        check_string(payload, tag)?;
        elements.push(Element {
            parent: check_parent(index, parent)?,
            sibling_before: None,
            tag,
            kind: bits,
            bbox: if bits & kind::VISIBLE == 0 {
                None
            } else {
                boxes.next().and_then(read_box)
            },
            attributes: attributes.next(payload)?,
        });
    }
    Ok(elements)
}

fn check_parent(index: usize, parent: i64) -> Result<Option<u32>, Error> {
    match (index, parent) {
        (0, -1) => Ok(None),
        _ => match u32::try_from(parent) {
            Ok(above) if (above as usize) < index => Ok(Some(above)),
            _ => Err(invalid(format!(
                "element {index} cannot have parent {parent}"
            ))),
        },
    }
}

fn check_string(payload: &Payload, id: u32) -> Result<(), Error> {
    if (id as usize) < payload.strings.len() {
        return Ok(());
    }
    Err(invalid(format!("there is no string {id}")))
}

fn read_box(numbers: &[Option<f64>]) -> Option<BoundingBox> {
    let [x, y, width, height] = *numbers else {
        return None;
    };
    BoundingBox::new(x?, y?, width?, height?)
}

/// Walks over `attrs`: a count, then so many pairs, for each element.
struct AttributeRanges<'p> {
    numbers: &'p [u32],
    position: usize,
    pairs: u32,
}

impl AttributeRanges<'_> {
    fn next(&mut self, payload: &Payload) -> Result<(u32, u32), Error> {
        let count = *self
            .numbers
            .get(self.position)
            .ok_or_else(|| invalid("`attrs` is too short"))?;
        let start = self.position + 1;
        let end = start + 2 * count as usize;
        let pairs = self
            .numbers
            .get(start..end)
            .ok_or_else(|| invalid("`attrs` is too short"))?;
        for id in pairs {
            check_string(payload, *id)?;
        }
        let first = self.pairs;
        self.position = end;
        self.pairs += count;
        Ok((first, self.pairs))
    }
}

/// Returns the pairs of all elements, one after the other; their ranges have been checked.
fn read_attribute_pairs(payload: &Payload) -> Vec<(u32, u32)> {
    let mut pairs = Vec::with_capacity(payload.attrs.len() / 2);
    let mut rest = payload.attrs.as_slice();
    while let Some((count, after)) = rest.split_first() {
        let (own, others) = after.split_at((2 * *count as usize).min(after.len()));
        pairs.extend(
            own.chunks_exact(2)
                .filter_map(|pair| Some((*pair.first()?, *pair.last()?))),
        );
        rest = others;
    }
    pairs
}

fn read_texts(payload: &Payload) -> Result<Vec<TextNode>, Error> {
    let mut texts = Vec::with_capacity(payload.texts.len() / TEXT_NUMBERS);
    for numbers in payload.texts.chunks(TEXT_NUMBERS) {
        let [parent, before, string] = *numbers else {
            return Err(invalid("`texts` does not hold three numbers a text"));
        };
        check_string(payload, string)?;
        texts.push(TextNode {
            parent,
            before,
            string,
        });
    }
    Ok(texts)
}
