//! [`XmlInput`]: XML with its lines counted and its long texts cut short.
//!
//! An XML reader holds one text at a time in memory, and a test may have printed a gigabyte. What is
//! cut is the middle of nothing: the text keeps its start, and all markup stays.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// How much of one text is kept; the start of a failure says what failed.
const MAX_TEXT: usize = 64 * 1024;
/// How long a tag may be. Messages are attributes, and some are long.
const MAX_TAG: usize = 4 * 1024 * 1024;

const CDATA: &[u8] = b"<![CDATA[";
const COMMENT: &[u8] = b"<!--";

/// Where in the XML a byte is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Text,
    Tag,
    Quoted(u8),
    Cdata,
    Comment,
}

pub(crate) struct XmlInput<R> {
    inner: R,
    /// What is handed over next: a line at most.
    out: Vec<u8>,
    read: usize,
    place: Place,
    /// How much of this text or tag has been kept.
    kept: usize,
    /// Whether a `&` has begun that no `;` has ended.
    in_reference: bool,
    /// The bytes before this one: the start of a tag, or the end of a text in it.
    recent: Vec<u8>,
    line: Rc<Cell<u64>>,
}

impl<R: BufRead> XmlInput<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self {
            inner,
            out: Vec::new(),
            read: 0,
            place: Place::Text,
            kept: 0,
            in_reference: false,
            recent: Vec::new(),
            line: Rc::new(Cell::new(1)),
        }
    }

    /// Returns the line that is being read, now and later.
    pub(crate) fn line(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.line)
    }

    /// Reads up to the end of a line.
    fn refill(&mut self) -> io::Result<()> {
        self.out.clear();
        self.read = 0;
        while self.out.is_empty() {
            let chunk = self.inner.fill_buf()?;
            if chunk.is_empty() {
                return Ok(());
            }
            let end = chunk
                .iter()
                .position(|byte| *byte == b'\n')
                .map_or(chunk.len(), |at| at + 1);
            let line = chunk.get(..end).unwrap_or_default().to_vec();
            self.inner.consume(end);
            for byte in &line {
                self.take(*byte)?;
            }
            if line.ends_with(b"\n") && !self.out.ends_with(b"\n") {
                self.line.set(self.line.get() + 1);
            }
        }
        Ok(())
    }

    fn take(&mut self, byte: u8) -> io::Result<()> {
        match self.place {
            Place::Text if byte == b'<' => {
                self.enter(Place::Tag);
                self.keep_in_tag(byte)?;
            }
            Place::Text => {
                // Not in the middle of a character or of a reference.
                if self.kept < MAX_TEXT || byte >= 0x80 || self.in_reference {
                    self.out.push(byte);
                    self.kept += 1;
                }
                self.in_reference = (byte == b'&' && self.kept < MAX_TEXT)
                    || (self.in_reference && byte != b';' && byte != b'\n');
            }
            Place::Tag => self.take_in_tag(byte)?,
            Place::Quoted(quote) => {
                self.keep_in_tag(byte)?;
                if byte == quote {
                    self.place = Place::Tag;
                }
            }
            Place::Cdata => self.take_until(byte, b"]]>"),
            Place::Comment => self.take_until(byte, b"-->"),
        }
        Ok(())
    }

    fn take_in_tag(&mut self, byte: u8) -> io::Result<()> {
        self.keep_in_tag(byte)?;
        if self.recent == CDATA {
            self.enter(Place::Cdata);
        } else if self.recent == COMMENT {
            self.enter(Place::Comment);
        } else if byte == b'>' {
            self.enter(Place::Text);
        } else if byte == b'"' || byte == b'\'' {
            self.place = Place::Quoted(byte);
        }
        Ok(())
    }

    fn keep_in_tag(&mut self, byte: u8) -> io::Result<()> {
        self.out.push(byte);
        self.kept += 1;
        if self.recent.len() < CDATA.len() {
            self.recent.push(byte);
        }
        if self.kept > MAX_TAG {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a tag is longer than 4 MB",
            ));
        }
        Ok(())
    }

    fn take_until(&mut self, byte: u8, end: &[u8]) {
        if self.recent.len() == end.len() {
            self.recent.remove(0);
        }
        self.recent.push(byte);
        let is_end = self.recent == end;
        if is_end && self.kept >= MAX_TEXT {
            // Its first bytes may have been cut off with the text.
            self.out.extend_from_slice(end);
        } else if self.kept < MAX_TEXT || byte >= 0x80 {
            self.out.push(byte);
            self.kept += 1;
        }
        if is_end {
            self.enter(Place::Text);
        }
    }

    fn enter(&mut self, place: Place) {
        self.place = place;
        self.kept = 0;
        self.in_reference = false;
        self.recent.clear();
    }
}

impl<R: BufRead> Read for XmlInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..count), available.get(..count)) {
            to.copy_from_slice(from);
        }
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for XmlInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read >= self.out.len() {
            self.refill()?;
        }
        Ok(self.out.get(self.read..).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        let consumed = self
            .out
            .get(self.read..self.read + count)
            .unwrap_or_default();
        // There is never more than one line at hand.
        let lines = u64::from(consumed.ends_with(b"\n"));
        self.line.set(self.line.get() + lines);
        self.read += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(text: &str) -> String {
        let mut out = String::new();
        XmlInput::new(text.as_bytes())
            .read_to_string(&mut out)
            .unwrap();
        out
    }

    #[test]
    fn what_is_short_is_unchanged() {
        for text in [
            "",
            "<a b='>'>x &lt; y</a>\n",
            "<a><![CDATA[ <b> ]] ]]></a>",
            "<!-- < > -- --><a/>",
            "<a b=\"é\n'\">é</a>",
        ] {
            assert_eq!(through(text), text);
        }
    }

    #[test]
    fn long_texts_are_cut_and_their_markup_stays() {
        let long = "é&amp;x\n".repeat(MAX_TEXT);
        for (before, after) in [
            ("<a>", "</a>"),
            ("<a><![CDATA[", "]]></a>"),
            ("<a><!--", "--></a>"),
        ] {
            let found = through(&format!("{before}{long}{after}"));
            assert!(found.starts_with(before) && found.ends_with(after));
            assert!(found.len() < 4 * MAX_TEXT, "{}", found.len());
        }
    }

    #[test]
    fn lines_are_counted_even_where_they_are_cut() {
        let text = format!("<a>\n{}</a>\n<b/>", "x\n".repeat(MAX_TEXT));
        let mut input = XmlInput::new(text.as_bytes());
        let line = input.line();
        input.read_to_end(&mut Vec::new()).unwrap();
        assert_eq!(line.get(), MAX_TEXT as u64 + 3);
    }

    #[test]
    fn a_tag_without_end_is_refused() {
        let text = format!("<a b='{}", "x".repeat(MAX_TAG + 1));
        let mut input = XmlInput::new(text.as_bytes());
        assert!(input.read_to_end(&mut Vec::new()).is_err());
    }
}
