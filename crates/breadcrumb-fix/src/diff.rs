//! The unified diff of a patch. The edits are known, so nothing has to be compared.

use std::fmt::Write as _;
use std::ops::Range;

/// How many lines are shown around a change.
const CONTEXT: usize = 3;

/// Writes the diff of two texts that differ in the given ranges of the old one, in order, each with
/// its new text.
pub(crate) fn unified(path: &str, old: &str, changes: &[(Range<usize>, &str)]) -> String {
    let lines: Vec<&str> = old.split_inclusive('\n').collect();
    let mut starts = Vec::with_capacity(lines.len());
    let mut at = 0;
    for line in &lines {
        starts.push(at);
        at += line.len();
    }
    let blocks = blocks(old, &starts, changes);
    let mut diff = format!(
        "--- {}\n+++ {}\n",
        file_name("a", path),
        file_name("b", path)
    );
    let mut grown = Growth::default();
    for hunk in hunks(&blocks, lines.len()) {
        write_hunk(&mut diff, &lines, &hunk, &mut grown);
    }
    diff
}

/// Whole lines that are replaced.
struct Block {
    lines: Range<usize>,
    new: String,
}

/// Blocks that are shown together, with the lines around them.
struct Hunk<'b> {
    lines: Range<usize>,
    blocks: &'b [Block],
}

#[derive(Default)]
struct Growth {
    added: usize,
    removed: usize,
}

fn blocks(old: &str, starts: &[usize], changes: &[(Range<usize>, &str)]) -> Vec<Block> {
    let line_of = |at: usize| {
        starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1)
    };
    let end_of = |line: usize| starts.get(line + 1).copied().unwrap_or(old.len());
    let mut blocks: Vec<(Block, usize)> = Vec::new();
    for (range, new) in changes {
        let (first, last) = (line_of(range.start), line_of(range.end));
        match blocks.last_mut() {
            // Changes in one line, or in lines that follow each other.
            Some((block, done)) if first <= block.lines.end => {
                block
                    .new
                    .push_str(old.get(*done..range.start).unwrap_or_default());
                block.new.push_str(new);
                block.lines.end = block.lines.end.max(last + 1);
                *done = range.end;
            }
            _ => {
                let start = starts.get(first).copied().unwrap_or_default();
                let before = old.get(start..range.start).unwrap_or_default();
                let block = Block {
                    lines: first..last + 1,
                    new: format!("{before}{new}"),
                };
                blocks.push((block, range.end));
            }
        }
    }
    let finish = |(mut block, done): (Block, usize)| {
        let end = end_of(block.lines.end.saturating_sub(1));
        block.new.push_str(old.get(done..end).unwrap_or_default());
        block
    };
    blocks.into_iter().map(finish).collect()
}

fn hunks(blocks: &[Block], count: usize) -> Vec<Hunk<'_>> {
    let is_near = |a: &Block, b: &Block| b.lines.start <= a.lines.end + 2 * CONTEXT;
    let around = |blocks: &'_ [Block]| -> Option<Range<usize>> {
        let (first, last): (&Block, &Block) = match blocks {
            [only] => (only, only),
            [first, .., last] => (first, last),
            [] => return None,
        };
        let lines =
            first.lines.start.saturating_sub(CONTEXT)..(last.lines.end + CONTEXT).min(count);
        Some(lines)
    };
    let hunk = |blocks| {
        Some(Hunk {
            lines: around(blocks)?,
            blocks,
        })
    };
    blocks.chunk_by(is_near).filter_map(hunk).collect()
}

fn write_hunk(diff: &mut String, lines: &[&str], hunk: &Hunk<'_>, growth: &mut Growth) {
    let mut body = String::new();
    let mut at = hunk.lines.start;
    let mut new_count = 0;
    for block in hunk.blocks {
        new_count += write_lines(&mut body, ' ', lines.get(at..block.lines.start));
        write_lines(&mut body, '-', lines.get(block.lines.clone()));
        let new: Vec<&str> = block.new.split_inclusive('\n').collect();
        new_count += write_lines(&mut body, '+', Some(&new));
        at = block.lines.end;
    }
    new_count += write_lines(&mut body, ' ', lines.get(at..hunk.lines.end));
    let old_count = hunk.lines.len();
    let old_start = hunk.lines.start + 1;
    let new_start = (old_start + growth.added).saturating_sub(growth.removed);
    let _ = writeln!(
        diff,
        "@@ -{} +{} @@",
        span(old_start, old_count),
        span(new_start, new_count)
    );
    diff.push_str(&body);
    growth.added += new_count;
    growth.removed += old_count;
}

fn write_lines(body: &mut String, mark: char, lines: Option<&[&str]>) -> usize {
    let lines = lines.unwrap_or_default();
    for line in lines {
        body.push(mark);
        body.push_str(line);
        if !line.ends_with('\n') {
            body.push_str("\n\\ No newline at end of file\n");
        }
    }
    lines.len()
}

fn span(start: usize, count: usize) -> String {
    if count == 1 {
        start.to_string()
    } else {
        format!("{start},{count}")
    }
}

/// Writes a file's name as Git does: in quotes if it has to be, with a tab after one with spaces.
fn file_name(side: &str, path: &str) -> String {
    if path.contains(|c: char| c.is_control() || matches!(c, '"' | '\\')) {
        let mut quoted = format!("\"{side}/");
        for c in path.chars() {
            match c {
                '"' | '\\' => quoted.extend(['\\', c]),
                c if c.is_ascii_control() => {
                    let _ = write!(quoted, "\\{:03o}", u32::from(c));
                }
                c => quoted.push(c),
            }
        }
        quoted.push('"');
        return quoted;
    }
    let tab = if path.contains(' ') { "\t" } else { "" };
    format!("{side}/{path}{tab}")
}
