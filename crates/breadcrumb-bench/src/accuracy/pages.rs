//! Reading pages in two versions with known answers (`docs/design/0004-accuracy.md` has the form).

use std::error::Error as StdError;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use breadcrumb::engine::{ElementFingerprint, Error};
use flate2::read::GzDecoder;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A pair of pages: the new one in full, what was on the old one, and the cases.
#[derive(Debug, Deserialize)]
pub(crate) struct Page {
    pub(crate) candidates: Vec<Element>,
    #[serde(default)]
    pub(crate) old_census: Option<Vec<Element>>,
    pub(crate) cases: Vec<Case>,
}

/// One element of the old page and where it is on the new one.
#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) target: Element,
    pub(crate) present: bool,
    #[serde(default)]
    pub(crate) accept: Vec<usize>,
    #[serde(default)]
    pub(crate) twins: Vec<usize>,
    #[serde(default)]
    pub(crate) remove_for_gone: Vec<usize>,
    #[serde(default)]
    pub(crate) broken: bool,
    #[serde(default)]
    pub(crate) gone_triggers: bool,
}

/// An element as it was captured: a fingerprint but for the box, which is a list of four numbers.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(crate) struct Element(Map<String, Value>);

/// Reads all pages of a file, compressed or not.
pub(crate) fn read(path: &Path) -> Result<Vec<Page>, Box<dyn StdError>> {
    let file =
        File::open(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let is_compressed = path.extension().is_some_and(|extension| extension == "gz");
    let reader: Box<dyn Read> = if is_compressed {
        Box::new(GzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut pages = Vec::new();
    for (number, line) in BufReader::new(reader).lines().enumerate() {
        let line = line?;
        let page = serde_json::from_str(&line)
            .map_err(|error| format!("`{}` line {}: {error}", path.display(), number + 1))?;
        pages.push(page);
    }
    Ok(pages)
}

impl Element {
    /// Returns the element as the engine knows it.
    pub(crate) fn fingerprint(&self) -> Result<ElementFingerprint, Error> {
        let mut fields = self.0.clone();
        // In these files it is a window of text around the element, not the text of its row.
        if let Some(nearby) = fields.remove("neighbor_text") {
            fields.insert("nearby_text".into(), nearby);
        }
        if let Some(numbers) = fields.get("bbox").and_then(Value::as_array) {
            let names = ["x", "y", "width", "height"].map(str::to_owned);
            let bbox: Map<String, Value> = names.into_iter().zip(numbers.iter().cloned()).collect();
            fields.insert("bbox".into(), bbox.into());
        }
        ElementFingerprint::from_json(&Value::Object(fields).to_string())
    }
}
