//! [`Lines`]: JSON that people can look at, with a line for each test and each heal.

use std::io::{self, Write};

use serde_json::ser::Formatter;

/// So deep the document is indented; what is deeper, e.g. a test in the list of tests, is on one line.
const DEEPEST: usize = 2;

/// Breaks lines near the top of a document only: a line for each of ten thousand heals is half as long as
/// thirty short ones, and can be searched for.
pub(crate) struct Lines {
    depth: usize,
    has_value: bool,
}

impl Lines {
    /// Starts a document.
    pub(crate) fn new() -> Self {
        Self::at(0)
    }

    /// Starts inside of so many lists and objects.
    pub(crate) fn at(depth: usize) -> Self {
        Self {
            depth,
            has_value: false,
        }
    }

    fn open<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        out.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        if self.has_value {
            indent(out, self.depth.saturating_sub(1), self.depth)?;
        }
        self.depth = self.depth.saturating_sub(1);
        self.has_value = true;
        out.write_all(bracket)
    }

    fn next<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> io::Result<()> {
        if !is_first {
            out.write_all(b",")?;
        }
        indent(out, self.depth, self.depth)
    }
}

/// Breaks the line, where lines are broken so deep, and indents the next one.
fn indent<W: ?Sized + Write>(out: &mut W, by: usize, depth: usize) -> io::Result<()> {
    if depth > DEEPEST {
        return Ok(());
    }
    out.write_all(b"\n")?;
    (0..by).try_for_each(|_| out.write_all(b"  "))
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let colon: &[u8] = if self.depth > DEEPEST { b":" } else { b": " };
        out.write_all(colon)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_value = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize as _;
    use serde_json::{Serializer, json};

    use super::*;

    #[test]
    fn lines_are_broken_near_the_top_only() {
        let value = json!({
            "a": 1, "empty": [], "list": [{"b": [1, {}], "c": []}, {}], "nothing": {},
            "object": {"d": [], "e": {"f": 1}}, "words": ["x", "y"],
        });
        let mut text = Vec::new();
        value
            .serialize(&mut Serializer::with_formatter(&mut text, Lines::new()))
            .unwrap();
        let expected = r#"{
  "a": 1,
  "empty": [],
  "list": [
    {"b":[1,{}],"c":[]},
    {}
  ],
  "nothing": {},
  "object": {
    "d": [],
    "e": {"f":1}
  },
  "words": [
    "x",
    "y"
  ]
}"#;
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
