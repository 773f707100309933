//! How often the right element is healed, and how often another one.
//!
//! Each case is asked twice: with the element on the new page, and with it removed. A heal in the
//! second is a false heal, the worst that can happen.

mod calibration;
mod figures;
mod methods;
mod pages;

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use breadcrumb::engine::{ElementFingerprint, HealRequest, Verdict};
use serde::Serialize;

use calibration::Calibration;
use figures::Figures;
use methods::{Method, methods};
use pages::{Case, Page};

#[derive(Debug, clap::Args)]
pub(crate) struct AccuracyArgs {
    /// Page pairs, one JSON object a line; `.gz` is read too.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Writes what the default scorer picks, one JSON object a case and mode.
    #[arg(long, value_name = "FILE")]
    picks: Option<PathBuf>,
    /// Prints JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Lists each case that was not answered right by the default scorer, with its verdict.
    #[arg(long)]
    misses: bool,
}

/// What one method did with one case in one mode.
#[derive(Debug, Serialize)]
struct Decision<'c> {
    case: &'c str,
    mode: &'static str,
    pick: Option<usize>,
}

/// What one method reached.
#[derive(Serialize)]
struct Report {
    method: &'static str,
    all_targets: Figures,
    locator_broke: Figures,
}

/// Everything that was found out.
#[derive(Serialize)]
struct Findings {
    methods: Vec<Report>,
    calibration: Calibration,
}

pub(crate) fn run(args: &AccuracyArgs) -> Result<(), Box<dyn Error>> {
    let pages = pages::read(&args.file)?;
    let mut findings = Findings {
        methods: Vec::new(),
        calibration: Calibration::default(),
    };
    let mut picks = String::new();
    let mut misses = String::new();
    for method in methods()? {
        let mut report = Report::new(method.name);
        picks.clear();
        misses.clear();
        for page in &pages {
            for asked in judge(&method, page) {
                report.count(&asked);
                writeln!(picks, "{}", serde_json::to_string(&asked.decision())?)?;
                if !asked.is_right() {
                    writeln!(misses, "{}", asked.line())?;
                }
            }
        }
        findings.methods.push(report);
    }
    let any_confidence = Method::at_any_confidence()?;
    for page in &pages {
        for asked in judge(&any_confidence, page) {
            findings.calibration.count(&asked);
        }
    }
    if let Some(path) = &args.picks {
        std::fs::write(path, &picks)?;
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&findings)?);
    } else {
        print!("{}", figures::render(&findings.methods));
        print!("{}", findings.calibration.render());
    }
    if args.misses {
        print!("\n{misses}");
    }
    Ok(())
}

/// A case in one mode, with the answer to it.
struct Asked<'p> {
    case: &'p Case,
    is_gone: bool,
    answer: Answer,
}

/// An answer, as indexes that the case knows.
struct Answer {
    healed: Option<usize>,
    top: Vec<usize>,
    confidence: f64,
    verdict: String,
}

/// Asks all cases of a page, present and gone.
fn judge<'p>(method: &Method, page: &'p Page) -> Vec<Asked<'p>> {
    let mut all = Vec::new();
    for case in &page.cases {
        let modes: &[bool] = if case.known.present {
            &[false, true]
        } else {
            &[true]
        };
        for is_gone in modes {
            let hidden = if *is_gone {
                case.known.remove_for_gone.as_slice()
            } else {
                &[]
            };
            all.push(Asked {
                case,
                is_gone: *is_gone,
                answer: ask(method, page, &case.target, hidden),
            });
        }
    }
    all
}

fn ask(method: &Method, page: &Page, stored: &ElementFingerprint, hidden: &[usize]) -> Answer {
    let shown = page.candidates.iter().filter(|(i, _)| !hidden.contains(i));
    let (indexes, candidates): (Vec<usize>, Vec<ElementFingerprint>) = shown.cloned().unzip();
    let mut request = HealRequest::new(stored, candidates.as_slice()).with_purpose(&method.purpose);
    if let Some(memory) = page.memory.as_ref().filter(|_| method.remembers) {
        request = request.with_memory(memory);
    }
    let verdict = method.healer.heal(&request);
    let index = |position: usize| indexes.get(position).copied();
    let healed = verdict.healed();
    Answer {
        healed: healed.and_then(|healed| index(healed.position)),
        confidence: healed.map_or(0.0, |healed| healed.scoring.total()),
        top: verdict
            .suggestions
            .iter()
            .filter_map(|suggestion| index(suggestion.position))
            .collect(),
        verdict: format!("{verdict} {}", signals(&verdict)),
    }
}

/// Lists what speaks for the first suggestion, signal by signal.
fn signals(verdict: &Verdict) -> String {
    let Some(first) = verdict.suggestions.first() else {
        return String::new();
    };
    let signals = first.scoring.signals().iter();
    let all = signals.map(|s| format!("{} {:.2}x{:.1}", s.signal, s.score, s.weight));
    format!("{{{}}}", all.collect::<Vec<_>>().join(", "))
}

impl Asked<'_> {
    fn is_right(&self) -> bool {
        let known = &self.case.known;
        match self.answer.healed {
            None => self.is_gone,
            Some(pick) => {
                !self.is_gone && known.accept.contains(&pick) || known.twins.contains(&pick)
            }
        }
    }

    fn decision(&self) -> Decision<'_> {
        Decision {
            case: &self.case.known.id,
            mode: self.mode(),
            pick: self.answer.healed,
        }
    }

    fn line(&self) -> String {
        let known = &self.case.known;
        let broken = if known.broken { " (broke)" } else { "" };
        let top: Vec<bool> = self
            .answer
            .top
            .iter()
            .map(|i| known.accept.contains(i))
            .collect();
        format!(
            "{} {}{broken}: {} {top:?}",
            known.id,
            self.mode(),
            self.answer.verdict
        )
    }

    fn mode(&self) -> &'static str {
        if self.is_gone { "gone" } else { "present" }
    }
}

impl Report {
    fn new(method: &'static str) -> Self {
        Self {
            method,
            all_targets: Figures::default(),
            locator_broke: Figures::default(),
        }
    }

    fn count(&mut self, asked: &Asked<'_>) {
        let known = &asked.case.known;
        if asked.is_gone {
            self.all_targets.count_gone(known, asked.answer.healed);
            if known.gone_triggers {
                self.locator_broke.count_gone(known, asked.answer.healed);
            }
        } else {
            self.all_targets.count_present(known, &asked.answer);
            if known.broken {
                self.locator_broke.count_present(known, &asked.answer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the README says of ordinary releases, with a little room.
    #[test]
    fn ordinary_releases_are_healed_right_or_not_at_all() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../fixtures/corpus/releases.jsonl.gz"
        );
        let pages = pages::read(file.as_ref()).expect("the corpus is there");
        let method = methods()
            .expect("the methods are sound")
            .pop()
            .expect("there are some");
        let mut report = Report::new(method.name);
        for page in &pages {
            for asked in judge(&method, page) {
                report.count(&asked);
            }
        }
        let [correct, wrong, false_heals] = report.all_targets.percents();
        assert!(correct >= 94.0, "{correct}");
        assert!(wrong <= 0.2, "{wrong}");
        assert!(false_heals <= 0.6, "{false_heals}");
    }
}
