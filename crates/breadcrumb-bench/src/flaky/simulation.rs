//! Plays every scenario under every rule, and prints the table.

use std::error::Error;

use super::random::Random;
use super::rules::{Evidence, Rule, SameRevision, Tiers};
use super::scenario::{RUNS, SCENARIOS, Scenario};
use crate::measure::median;

/// What must hold: broken runs that are masked, at most.
const MOST_MASKED: f64 = 0.02;
/// What must hold: how often the place of a 10 % flaky test in the quarantine changes, at most.
const MOST_CHANGES: f64 = 3.0;

/// Makes a rule that has seen nothing yet.
type MakeRule = fn() -> Box<dyn Rule>;

/// The rules, by name.
const RULES: [(&str, MakeRule); 4] = [
    ("tiers", || Box::new(Tiers::default())),
    ("same revision, 7 days", || {
        Box::new(SameRevision::for_runs(70))
    }),
    ("same revision, 5 passes", || {
        Box::new(SameRevision::for_passes(5))
    }),
    ("ours", || Box::new(Evidence::new())),
];

/// What became of one test under one rule.
#[derive(Default)]
struct Life {
    entered_at: Option<usize>,
    released_at: Option<usize>,
    changes: u32,
    suspensions: u32,
    broken_runs: u32,
    masked_broken_runs: u32,
    has_warned: bool,
}

/// What became of all of them.
struct Figures {
    ever: f64,
    first: f64,
    changes: f64,
    suspensions: f64,
    masked: f64,
    warned: f64,
    released: f64,
}

pub(crate) fn run(repetitions: u64) -> Result<(), Box<dyn Error>> {
    println!(
        "{RUNS} CI runs, {repetitions} repetitions; a cell: ever quarantined, at which run, changes\n"
    );
    let mut wrong = Vec::new();
    for retries in [2, 0] {
        println!(
            "retries {retries}{}",
            if retries == 0 {
                ", suspects are rerun (`flaky confirm`)"
            } else {
                ""
            }
        );
        print!("  {:<34}", "scenario");
        for (name, _) in RULES {
            print!(" {name:>25}");
        }
        println!("   broken runs that each masks; ours");
        for scenario in &SCENARIOS {
            let figures: Vec<Figures> = RULES
                .iter()
                .map(|(_, rule)| play_all(scenario, *rule, retries, repetitions))
                .collect();
            print_row(scenario, &figures);
            if let Some(ours) = figures.last() {
                wrong.extend(check(scenario, ours, retries));
            }
        }
        println!();
    }
    if wrong.is_empty() {
        println!("all that must hold holds");
        return Ok(());
    }
    Err(wrong.join("; ").into())
}

fn check(scenario: &Scenario, ours: &Figures, retries: u32) -> Option<String> {
    let name = scenario.name;
    if (scenario.is_regression || name == "stable") && ours.ever > 0.0 {
        Some(format!(
            "{name}, retries {retries}: {} quarantined",
            ours.ever
        ))
    } else if ours.masked > MOST_MASKED {
        Some(format!("{name}, retries {retries}: {} masked", ours.masked))
    } else if name == "flaky at 10 %" && ours.changes > MOST_CHANGES {
        Some(format!(
            "{name}, retries {retries}: {} changes",
            ours.changes
        ))
    } else {
        None
    }
}

fn print_row(scenario: &Scenario, figures: &[Figures]) {
    print!("  {:<34}", scenario.name);
    for figure in figures {
        let cell = if figure.ever > 0.0 {
            format!(
                "{:.1} %, {:.0}, {:.1}",
                figure.ever * 100.0,
                figure.first,
                figure.changes
            )
        } else {
            "0".to_owned()
        };
        print!(" {cell:>25}");
    }
    let masked: Vec<String> = figures
        .iter()
        .map(|figure| format!("{:.1} %", figure.masked * 100.0))
        .collect();
    let mut note = String::new();
    if (scenario.broken)(RUNS - 1) || scenario.is_regression {
        note = format!("{} masked", masked.join(" / "));
    }
    if let Some(ours) = figures.last() {
        if ours.warned > 0.0 && ours.ever < 1.0 {
            note = format!("{note} {:.0} % suspect or new", ours.warned * 100.0);
        }
        if ours.suspensions > 0.0 {
            note = format!("{note} {:.1} suspensions", ours.suspensions);
        }
        if scenario.name.contains("fixed at 100") {
            note = format!("{note} released after {:.0} runs", ours.released - 100.0);
        }
    }
    println!("   {}", note.trim());
}

fn play_all(scenario: &Scenario, rule: MakeRule, retries: u32, repetitions: u64) -> Figures {
    let lives: Vec<Life> = (0..repetitions)
        .map(|seed| play(scenario, rule().as_mut(), retries, seed))
        .collect();
    let part = |count: usize| count as f64 / repetitions as f64;
    let entries = lives.iter().filter_map(|life| life.entered_at);
    let exits = lives.iter().filter_map(|life| life.released_at);
    let sum =
        |count: fn(&Life) -> u32| lives.iter().map(|life| f64::from(count(life))).sum::<f64>();
    Figures {
        ever: part(entries.clone().count()),
        first: median(entries.map(|run| run as f64).collect()),
        changes: sum(|life| life.changes) / repetitions as f64,
        suspensions: sum(|life| life.suspensions) / repetitions as f64,
        masked: sum(|life| life.masked_broken_runs) / sum(|life| life.broken_runs).max(1.0),
        warned: part(lives.iter().filter(|life| life.has_warned).count()),
        released: median(exits.map(|run| run as f64).collect()),
    }
}

fn play(scenario: &Scenario, rule: &mut dyn Rule, retries: u32, number: u64) -> Life {
    let mut random = Random::seeded(number);
    let mut life = Life::default();
    for at in 0..RUNS {
        let seen = scenario.play(at, retries, &mut random);
        if seen.is_broken && seen.has_failed() {
            life.broken_runs += 1;
            life.masked_broken_runs += u32::from(rule.masks());
        }
        let before = (rule.is_quarantined(), rule.masks());
        rule.see(at, seen);
        let reruns = rule.wanted_reruns(at);
        if reruns > 0 && retries == 0 {
            rule.see(at, scenario.rerun(at, reruns, seen, &mut random));
        }
        let after = (rule.is_quarantined(), rule.masks());
        life.changes += u32::from(before.0 != after.0);
        life.suspensions += u32::from(after.0 && before.1 && !after.1);
        if after.0 && life.entered_at.is_none() {
            life.entered_at = Some(at);
        }
        let is_release = before.0 && !after.0;
        if is_release && at >= 100 && life.released_at.is_none() {
            life.released_at = Some(at);
        }
    }
    life.has_warned = rule.has_warned();
    life
}
