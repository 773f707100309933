//! How often the right element is healed, and how often another one.
//!
//! Each case is asked twice: with the element on the new page, and with it removed. A heal in the
//! second is a false heal, the worst that can happen.

mod figures;
mod pages;

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use breadcrumb::engine::{Census, ElementFingerprint, HealRequest, Healer, SimilarityScorer};
use serde::Serialize;

use figures::Figures;
use pages::{Element, Page};

/// How many suggestions are looked at.
const TOP: usize = 3;

#[derive(Debug, clap::Args)]
pub(crate) struct AccuracyArgs {
    /// Page pairs, one JSON object a line; `.gz` is read too.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Writes what the last method picks, one JSON object a case and mode.
    #[arg(long, value_name = "FILE")]
    picks: Option<PathBuf>,
    /// Prints JSON instead of a table.
    #[arg(long)]
    json: bool,
}

/// A way to decide.
struct Method {
    name: &'static str,
    healer: Healer,
    uses_census: bool,
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

pub(crate) fn run(args: &AccuracyArgs) -> Result<(), Box<dyn Error>> {
    let pages = pages::read(&args.file)?;
    let mut reports = Vec::new();
    let mut lines = String::new();
    for method in methods()? {
        let mut report = Report {
            method: method.name,
            all_targets: Figures::default(),
            locator_broke: Figures::default(),
        };
        lines.clear();
        for page in &pages {
            for pick in judge(&method, page, &mut report)? {
                let _ = writeln!(lines, "{}", serde_json::to_string(&pick)?);
            }
        }
        reports.push(report);
    }
    if let Some(path) = &args.picks {
        std::fs::write(path, &lines)?;
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&reports)?);
    } else {
        print!("{}", figures::render(&reports));
    }
    Ok(())
}

fn methods() -> Result<Vec<Method>, Box<dyn Error>> {
    let classic = || Healer::new(Arc::new(SimilarityScorer::default())).with_suggestions(TOP);
    Ok(vec![
        Method {
            name: "classic, threshold only",
            healer: classic().with_margin(0.0)?.without_contradictions(),
            uses_census: false,
        },
        Method {
            name: "classic",
            healer: classic(),
            uses_census: true,
        },
    ])
}

/// Asks all cases of a page, present and gone.
fn judge<'p>(
    method: &Method,
    page: &'p Page,
    report: &mut Report,
) -> Result<Vec<Decision<'p>>, Box<dyn Error>> {
    let all = fingerprints(&page.candidates)?;
    let old = page.old_census.as_deref().filter(|_| method.uses_census);
    let census: Option<Census> = old.map(fingerprints).transpose()?.map(Census::from_iter);
    let mut picks = Vec::new();
    for case in &page.cases {
        let stored = case.target.fingerprint()?;
        let ask = |removed| ask(method, &stored, &all, census.as_ref(), removed);
        if case.present {
            let answer = ask(&[]);
            report.all_targets.count_present(case, &answer);
            if case.broken {
                report.locator_broke.count_present(case, &answer);
            }
            picks.push(Decision {
                case: &case.id,
                mode: "present",
                pick: answer.healed,
            });
        }
        let answer = ask(&case.remove_for_gone);
        report.all_targets.count_gone(case, answer.healed);
        if case.gone_triggers {
            report.locator_broke.count_gone(case, answer.healed);
        }
        picks.push(Decision {
            case: &case.id,
            mode: "gone",
            pick: answer.healed,
        });
    }
    Ok(picks)
}

fn fingerprints(elements: &[Element]) -> Result<Vec<ElementFingerprint>, Box<dyn Error>> {
    Ok(elements
        .iter()
        .map(Element::fingerprint)
        .collect::<Result<_, _>>()?)
}

/// The answer to one case, as indexes into the page's candidates.
pub(crate) struct Answer {
    healed: Option<usize>,
    top: Vec<usize>,
}

fn ask(
    method: &Method,
    stored: &ElementFingerprint,
    all: &[ElementFingerprint],
    census: Option<&Census>,
    removed: &[usize],
) -> Answer {
    let shown: Vec<usize> = (0..all.len())
        .filter(|index| !removed.contains(index))
        .collect();
    let candidates: Vec<ElementFingerprint> =
        shown.iter().filter_map(|i| all.get(*i).cloned()).collect();
    let mut request = HealRequest::new(stored, candidates.as_slice());
    if let Some(census) = census {
        request = request.with_census(census);
    }
    let verdict = method.healer.heal(&request);
    let index = |position: usize| shown.get(position).copied();
    Answer {
        healed: verdict.healed().and_then(|healed| index(healed.position)),
        top: verdict
            .suggestions
            .iter()
            .filter_map(|suggestion| index(suggestion.position))
            .collect(),
    }
}
