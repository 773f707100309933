//! `breadcrumb heal`.

use std::fmt::Write as _;
use std::sync::Arc;

use breadcrumb::engine::{
    EvidenceScorer, HealRequest, Healer, Reason, Scorer, SimilarityScorer, Suggestion, Verdict,
    VerdictKind, Weights, describe,
};
use serde::Serialize;

use crate::args::{HealArgs, ScorerName};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::input::{self, Page};
use crate::output::{self, BAD, BOLD, DIM, GOOD, WARN, styled};

/// How wide a signal's bar is.
const BAR_WIDTH: usize = 20;

pub(crate) fn heal(args: &HealArgs) -> Result<Exit, CommandError> {
    let healer = healer(args)?;
    let fingerprint = input::read_fingerprint(&args.fingerprint)?;
    let page = Page::read(&args.page)?;
    let memory = args
        .old_page
        .as_deref()
        .map(Page::read)
        .transpose()?
        .map(|page| page.memory());
    let mut request = HealRequest::new(&fingerprint, page.candidates());
    if let Some(memory) = &memory {
        request = request.with_memory(memory);
    }
    let verdict = healer.heal(&request);
    if args.json {
        output::print_json(&Report::of(&verdict))?;
    } else {
        output::print(&text(&verdict))?;
    }
    Ok(if verdict.is_healed() {
        Exit::Fine
    } else {
        Exit::FoundSomething
    })
}

fn healer(args: &HealArgs) -> Result<Healer, CommandError> {
    let is_classic = match args.scorer {
        Some(name) => name == ScorerName::Classic,
        None => !args.weights.is_empty(),
    };
    if !is_classic && !args.weights.is_empty() {
        return Err(CommandError::input(
            "--weight is for the classic scorer",
            "leave out --scorer evidence, or the weights",
        ));
    }
    let scorer: Arc<dyn Scorer> = if is_classic {
        let weights = args
            .weights
            .iter()
            .map(|(signal, weight)| (signal, *weight));
        Arc::new(SimilarityScorer::new(Weights::with_overrides(weights)?))
    } else {
        Arc::new(EvidenceScorer::new())
    };
    let healer = Healer::new(scorer).with_threshold(args.threshold)?;
    let healer = match args.margin {
        Some(margin) => healer.with_margin(margin)?,
        None => healer,
    };
    Ok(healer.with_suggestions(args.top))
}

fn text(verdict: &Verdict) -> String {
    let style = match verdict.kind {
        VerdictKind::Healed => GOOD,
        VerdictKind::Ambiguous => WARN,
        _ => BAD,
    };
    let word = if verdict.is_healed() {
        "healed"
    } else {
        "refused"
    };
    let mut text = format!("{} {}\n", styled(style, word), verdict.message);
    for (index, suggestion) in verdict.suggestions.iter().enumerate() {
        text.push_str(&candidate(index + 1, suggestion));
    }
    let margin = verdict
        .margin
        .map_or("no other candidate".to_owned(), |margin| {
            format!("{margin:.3} ahead")
        });
    let facts = format!(
        "{} candidates, scorer {}, minimum confidence {:.2}, {margin}",
        verdict.candidate_count, verdict.scorer, verdict.threshold
    );
    let _ = writeln!(text, "\n{}", styled(DIM, facts));
    text
}

fn candidate(number: usize, suggestion: &Suggestion) -> String {
    let name = describe(&suggestion.element);
    let total = suggestion.scoring.total();
    let mut text = format!(
        "\n{number}. {} {}\n",
        styled(BOLD, name),
        styled(DIM, format!("{total:.3}"))
    );
    if let Some(veto) = &suggestion.veto {
        let _ = writeln!(text, "   {} {veto}", styled(BAD, "not it:"));
    }
    for reason in &suggestion.reasons {
        let _ = writeln!(text, "   {}", line(reason));
    }
    text
}

fn line(reason: &Reason) -> String {
    let bar = bar(reason.score);
    format!(
        "{:<11} {bar} {:.2}  +{:.3}  {}",
        reason.signal, reason.score, reason.share, reason.sentence
    )
}

/// Draws a score; the number beside it says the same to those who do not see it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a score is between 0 and 1, so the length is between 0 and the width"
)]
fn bar(score: f64) -> String {
    let filled = ((score.clamp(0.0, 1.0) * BAR_WIDTH as f64).round() as usize).min(BAR_WIDTH);
    format!("{}{}", "█".repeat(filled), "·".repeat(BAR_WIDTH - filled))
}

/// The JSON form of a verdict.
#[derive(Serialize)]
struct Report<'a> {
    schema_version: u32,
    verdict: VerdictKind,
    message: &'a str,
    scorer: &'a str,
    threshold: f64,
    margin: Option<f64>,
    candidate_count: usize,
    candidates: Vec<CandidateReport<'a>>,
}

#[derive(Serialize)]
struct CandidateReport<'a> {
    position: usize,
    confidence: f64,
    veto: Option<String>,
    reasons: &'a [Reason],
    scoring: &'a breadcrumb::engine::ScoringResult,
    element: &'a breadcrumb::engine::ElementFingerprint,
}

impl<'a> Report<'a> {
    fn of(verdict: &'a Verdict) -> Self {
        let candidates = verdict
            .suggestions
            .iter()
            .map(|suggestion| CandidateReport {
                position: suggestion.position,
                confidence: suggestion.scoring.total(),
                veto: suggestion.veto.as_ref().map(ToString::to_string),
                reasons: &suggestion.reasons,
                scoring: &suggestion.scoring,
                element: &suggestion.element,
            });
        Self {
            schema_version: 1,
            verdict: verdict.kind,
            message: &verdict.message,
            scorer: verdict.scorer,
            threshold: verdict.threshold,
            margin: verdict.margin,
            candidate_count: verdict.candidate_count,
            candidates: candidates.collect(),
        }
    }
}
