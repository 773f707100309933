//! Reading what the user points at.

use std::io::Read as _;
use std::path::Path;
use std::{fs, io};

use breadcrumb::engine::{Candidates, ElementFingerprint, PageMemory, PageSnapshot};
use breadcrumb::html::HtmlPage;

use crate::error::CommandError;

/// The name that stands for standard input.
const STDIN: &str = "-";

/// A page of 50,000 elements has 5 MB; a device never ends.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// A page in any of the forms that a file can have.
pub(crate) enum Page {
    Snapshot(Box<PageSnapshot>),
    Fingerprints(Vec<ElementFingerprint>),
}

impl Page {
    /// Reads a page; what form it has is seen from the text itself.
    pub(crate) fn read(path: &Path) -> Result<Self, CommandError> {
        let text = read_text(path)?;
        match text.trim_start().chars().next() {
            Some('{') => Ok(Self::Snapshot(Box::new(
                PageSnapshot::from_payload_as_it_is(&text)?,
            ))),
            Some('[') => read_fingerprints(path, &text).map(Self::Fingerprints),
            _ => Ok(Self::Snapshot(Box::new(
                html(path, &text)?.snapshot().clone(),
            ))),
        }
    }

    pub(crate) fn candidates(&self) -> Candidates<'_> {
        match self {
            Self::Snapshot(page) => Candidates::Page(page),
            Self::Fingerprints(all) => Candidates::Fingerprints(all),
        }
    }

    pub(crate) fn memory(&self) -> PageMemory {
        match self {
            Self::Snapshot(page) => PageMemory::of_page(page),
            Self::Fingerprints(all) => all.iter().cloned().collect(),
        }
    }
}

/// Reads an HTML file.
pub(crate) fn read_html(path: &Path) -> Result<HtmlPage, CommandError> {
    html(path, &read_text(path)?)
}

/// Reads a fingerprint from a file or standard input.
pub(crate) fn read_fingerprint(path: &Path) -> Result<ElementFingerprint, CommandError> {
    let text = read_text(path)?;
    ElementFingerprint::from_json(&text).map_err(|error| {
        CommandError::input(
            format!("`{}` is no fingerprint: {error}", path.display()),
            "make one with `breadcrumb fingerprint --page FILE.html --locator CSS`",
        )
    })
}

fn read_fingerprints(path: &Path, text: &str) -> Result<Vec<ElementFingerprint>, CommandError> {
    let values: Vec<serde_json::Value> = serde_json::from_str(text).map_err(|error| {
        CommandError::input(
            format!("`{}` is no list of fingerprints: {error}", path.display()),
            "a page is an HTML file, a page payload, or a JSON list of fingerprints",
        )
    })?;
    let read = values
        .iter()
        .map(|value| ElementFingerprint::from_json(&value.to_string()));
    Ok(read.collect::<Result<_, _>>()?)
}

fn html(path: &Path, text: &str) -> Result<HtmlPage, CommandError> {
    Ok(HtmlPage::parse(text, &path.display().to_string())?)
}

fn read_text(path: &Path) -> Result<String, CommandError> {
    let mut bytes = Vec::new();
    if path == Path::new(STDIN) {
        io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| CommandError::read(path, error))?;
    } else {
        let file = fs::File::open(path).map_err(|error| CommandError::read(path, error))?;
        file.take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| CommandError::read(path, error))?;
        if bytes.len() as u64 > MAX_BYTES {
            let error = io::Error::from(io::ErrorKind::FileTooLarge);
            return Err(CommandError::read(path, error));
        }
    }
    Ok(decode(&bytes))
}

/// Reads UTF-8, or UTF-16 with a byte order mark; what is neither is replaced, not refused.
fn decode(bytes: &[u8]) -> String {
    let units = |from: fn([u8; 2]) -> u16| {
        let pairs = bytes.get(2..).unwrap_or_default().chunks_exact(2);
        let units: Vec<u16> = pairs
            .filter_map(|pair| pair.try_into().ok())
            .map(from)
            .collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn byte_order_marks_are_understood_and_broken_bytes_replaced() {
        assert_eq!(decode(b"\xef\xbb\xbfa"), "a");
        assert_eq!(decode(b"\xff\xfea\0\xe4\0"), "aä");
        assert_eq!(decode(b"\xfe\xff\0a\0"), "a");
        assert_eq!(decode(b"a\xe4"), "a\u{fffd}");
        assert_eq!(decode(b""), "");
    }
}
