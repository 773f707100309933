//! Reading pages in two versions with known answers (`docs/design/0004-accuracy.md` has the forms).

use std::error::Error as StdError;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use breadcrumb::engine::{ElementFingerprint, Error, PageMemory, PageSnapshot};
use flate2::read::GzDecoder;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A pair of pages: the new one in full, what was on the old one, and the cases.
#[derive(Debug)]
pub(crate) struct Page {
    /// What is on the new page, each with the index that the cases name it by.
    pub(crate) candidates: Vec<(usize, ElementFingerprint)>,
    pub(crate) memory: Option<PageMemory>,
    pub(crate) cases: Vec<Case>,
}

/// One element of the old page and where it is on the new one.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) target: ElementFingerprint,
    pub(crate) known: Known,
}

/// What is known of a case.
#[derive(Debug, Deserialize)]
pub(crate) struct Known {
    pub(crate) id: String,
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

/// One line of a file, in either form.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Line {
    Rendered {
        old_payload: String,
        new_payload: String,
        cases: Vec<CaseLine<usize>>,
    },
    Captured {
        candidates: Vec<Element>,
        #[serde(default)]
        old_census: Option<Vec<Element>>,
        cases: Vec<CaseLine<Element>>,
    },
}

#[derive(Debug, Deserialize)]
struct CaseLine<T> {
    target: T,
    #[serde(flatten)]
    known: Known,
}

/// An element as it was captured: a fingerprint but for the box, which is a list of four numbers.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
struct Element(Map<String, Value>);

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
        let page = serde_json::from_str(&line?).map_err(Box::<dyn StdError>::from);
        let page = page.and_then(Page::from_line);
        let at = |error| format!("`{}` line {}: {error}", path.display(), number + 1);
        pages.push(page.map_err(at)?);
    }
    Ok(pages)
}

impl Page {
    fn from_line(line: Line) -> Result<Self, Box<dyn StdError>> {
        match line {
            Line::Captured {
                candidates,
                old_census,
                cases,
            } => Self::captured(&candidates, old_census.as_deref(), cases),
            Line::Rendered {
                old_payload,
                new_payload,
                cases,
            } => Self::rendered(&old_payload, &new_payload, cases),
        }
    }

    fn captured(
        candidates: &[Element],
        census: Option<&[Element]>,
        cases: Vec<CaseLine<Element>>,
    ) -> Result<Self, Box<dyn StdError>> {
        let fingerprints = |elements: &[Element]| -> Result<Vec<_>, Error> {
            elements.iter().map(Element::fingerprint).collect()
        };
        let cases = cases.into_iter().map(|case| {
            Ok(Case {
                target: case.target.fingerprint()?,
                known: case.known,
            })
        });
        Ok(Self {
            candidates: fingerprints(candidates)?.into_iter().enumerate().collect(),
            memory: census
                .map(fingerprints)
                .transpose()?
                .map(PageMemory::from_iter),
            cases: cases.collect::<Result<_, Error>>()?,
        })
    }

    fn rendered(
        old: &str,
        new: &str,
        cases: Vec<CaseLine<usize>>,
    ) -> Result<Self, Box<dyn StdError>> {
        let old = PageSnapshot::from_payload(old)?;
        let new = PageSnapshot::from_payload(new)?;
        let cases = cases.into_iter().map(|mut case| {
            let hidden = &mut case.known.remove_for_gone;
            hidden.extend(emptied(&new, &case.known.accept));
            Case {
                target: old.fingerprint(case.target),
                known: case.known,
            }
        });
        let candidates = new.candidates().iter();
        Ok(Self {
            candidates: candidates
                .map(|i| (*i, new.fingerprint_in_card(*i)))
                .collect(),
            memory: Some(PageMemory::of_page(&old)),
            cases: cases.collect(),
        })
    }
}

/// Finds the boxes that would hold little or nothing once these elements are removed.
fn emptied(page: &PageSnapshot, removed: &[usize]) -> Vec<usize> {
    let is_emptied = |outer: usize, inner: usize| {
        let (all, part) = (page.text(outer).len(), page.text(inner).len());
        outer < inner && page.is_nested(outer, inner) && part > 0 && all <= 3 * part
    };
    let boxes = page.candidates().iter().copied();
    boxes
        .filter(|outer| removed.iter().any(|inner| is_emptied(*outer, *inner)))
        .collect()
}

impl Element {
    /// Returns the element as the engine knows it.
    fn fingerprint(&self) -> Result<ElementFingerprint, Error> {
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
