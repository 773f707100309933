//! Both figures and the ratio, one row a measurement.

use std::fmt::Write as _;

use serde::Serialize;

use crate::engine::Seconds;
use crate::package::Figures;

/// The ratios that must hold, by the start of a row's name.
const WANTED: [(&str, f64); 6] = [
    ("single pair", 100.0),
    ("heal, 1000 candidates, short texts", 200.0),
    ("heal, 1000 candidates, 150 characters", 1_000.0),
    ("insert", 3.0),
    ("select by key", 1.2),
    ("command start", 20.0),
];

/// One measurement.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    name: String,
    ours: f64,
    theirs: Option<f64>,
    is_scaled: bool,
    wanted: Option<f64>,
}

pub(crate) fn rows(ours: &Seconds, theirs: &Figures) -> Vec<Row> {
    let row = |(name, ours): (&String, &f64)| Row {
        name: name.clone(),
        ours: *ours,
        theirs: theirs.seconds.get(name).copied(),
        is_scaled: theirs.scaled.contains(name),
        wanted: WANTED
            .iter()
            .find(|(start, _)| name == start)
            .map(|(_, ratio)| *ratio),
    };
    ours.iter().map(row).collect()
}

pub(crate) fn render(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<47} {:>10} {:>11} {:>9}  wanted\n",
        "median", "ours", "package", "ratio"
    );
    for row in rows {
        let theirs = row.theirs.map_or("-".to_owned(), |seconds| {
            format!("{}{}", if row.is_scaled { "~" } else { "" }, shown(seconds))
        });
        let ratio = row.theirs.map(|theirs| theirs / row.ours);
        let shown_ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.1}x"));
        let wanted = row
            .wanted
            .zip(ratio)
            .map_or(String::new(), |(wanted, ratio)| {
                format!("{wanted}x {}", if ratio >= wanted { "ok" } else { "BELOW" })
            });
        let _ = writeln!(
            text,
            "{:<47} {:>10} {theirs:>11} {shown_ratio:>9}  {wanted}",
            row.name,
            shown(row.ours)
        );
    }
    if rows.iter().any(|row| row.is_scaled) {
        text.push_str(
            "~ measured on a part of the candidates and scaled; `make bench FULL=1` takes all\n",
        );
    }
    text
}

fn shown(seconds: f64) -> String {
    if seconds < 1e-6 {
        format!("{:.0} ns", seconds * 1e9)
    } else if seconds < 1e-3 {
        format!("{:.1} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{seconds:.1} s")
    }
}
