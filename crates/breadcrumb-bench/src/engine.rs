//! Our side of the table.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use breadcrumb::engine::{
    ElementFingerprint, HealRequest, Healer, HealingEvent, NewElement, PageMemory, PageSnapshot,
    SimilarityScorer, SnapshotBuilder, compute_similarity,
};
use breadcrumb::store::{LearnBatch, SqliteStore, Store};

use crate::data::{Case, Dice, Texts, element};
use crate::measure::{median, seconds};
use crate::package::{INSERTS, ROWS, STARTS};

/// Seconds by the name of what was measured.
pub(crate) type Seconds = BTreeMap<String, f64>;

pub(crate) fn measure(
    folder: &Path,
    cases: &[Case],
    command: &Path,
) -> Result<Seconds, Box<dyn Error>> {
    let mut seconds = heals(cases);
    seconds.extend(pair(cases));
    measure_store(folder, cases, &mut seconds)?;
    seconds.insert("command start".into(), start_up(command)?);
    measure_page(&mut seconds)?;
    Ok(seconds)
}

/// Measures the comparison of two elements.
pub(crate) fn pair(cases: &[Case]) -> Seconds {
    let pair = cases
        .first()
        .and_then(|case| Some((&case.stored, case.candidates.first()?)));
    let measured = pair.map(|(stored, candidate)| {
        (
            "single pair".to_owned(),
            seconds(|| compute_similarity(stored, candidate)),
        )
    });
    measured.into_iter().collect()
}

/// Measures the decision alone, on each page.
pub(crate) fn heals(cases: &[Case]) -> Seconds {
    let mut times = Seconds::new();
    let healer = classic();
    for case in cases {
        let request = HealRequest::new(&case.stored, case.candidates.as_slice());
        assert!(
            healer.heal(&request).is_healed(),
            "{} does not heal",
            case.name
        );
        times.insert(case.name.clone(), seconds(|| healer.heal(&request)));
    }
    times
}

fn measure_store(folder: &Path, cases: &[Case], times: &mut Seconds) -> Result<(), Box<dyn Error>> {
    let store = SqliteStore::open(folder.join("ours.db"))?;
    let mut dice = Dice(7);
    let key = |index: usize| {
        (
            format!("tests/test_{}.py::test_it", index % 50),
            format!("#e{index}"),
        )
    };
    let rows: Vec<ElementFingerprint> = (0..ROWS)
        .map(|index| element(&mut dice, Texts::Short).with_key(&key(index).0, &key(index).1))
        .collect();
    let mut inserts = Vec::new();
    for row in rows.iter().take(INSERTS) {
        let start = Instant::now();
        store.save_fingerprint(row)?;
        inserts.push(start.elapsed().as_secs_f64());
    }
    times.insert("insert".into(), median(inserts));
    let mut batch = LearnBatch::new();
    rows.iter()
        .skip(INSERTS)
        .for_each(|row| batch.add_fingerprint(row.clone(), None));
    store.learn(&batch)?;
    let mut index = 0;
    let select = seconds(|| {
        index = (index + 7) % ROWS;
        store.load_fingerprint(&key(index).0, &key(index).1)
    });
    times.insert("select by key".into(), select);
    times.insert(
        format!("all fingerprints of {ROWS}"),
        seconds(|| store.all_fingerprints()),
    );
    if let Some(case) = cases.iter().find(|case| case.candidates.len() == 1_000) {
        times.insert(
            "heal with store, 1000 candidates, short texts".into(),
            heal_in_store(&store, case)?,
        );
    }
    Ok(())
}

/// A whole heal: load the fingerprint, decide, write the event and the new baseline.
fn heal_in_store(store: &SqliteStore, case: &Case) -> Result<f64, Box<dyn Error>> {
    let healer = classic();
    let mut rounds = Vec::new();
    for _ in 0..50 {
        store.save_fingerprint(&case.stored)?;
        let start = Instant::now();
        let stored = store.load_fingerprint(case.stored.test_id(), case.stored.locator())?;
        let verdict = healer.heal(&HealRequest::new(
            stored.as_ref(),
            case.candidates.as_slice(),
        ));
        let (Some(stored), Some(winner)) = (stored, verdict.healed()) else {
            return Err("the case does not heal".into());
        };
        let new = winner
            .element
            .clone()
            .with_key(stored.test_id(), stored.locator());
        let mut batch = LearnBatch::new();
        batch.add_healing_event(HealingEvent::new(
            stored,
            new.clone(),
            winner.scoring.total(),
            1.0,
        ));
        batch.add_fingerprint(new, None);
        store.learn(&batch)?;
        rounds.push(start.elapsed().as_secs_f64());
    }
    Ok(median(rounds))
}

/// What the package decides by: eight signals and a mean.
fn classic() -> Healer {
    Healer::new(Arc::new(SimilarityScorer::default()))
}

/// What only we have: a page as it comes from the browser, the evidence and a memory of the page.
fn measure_page(times: &mut Seconds) -> Result<(), Box<dyn Error>> {
    let page = big_page(10_000)?;
    let stored = page.fingerprint(page.len() / 2);
    let healer = classic();
    times.insert(
        "heal on a page of 10000 elements".into(),
        seconds(|| healer.heal(&HealRequest::new(&stored, &page))),
    );
    let healer = Healer::default();
    for size in [1_000, 10_000] {
        let page = big_page(size)?;
        let stored = page.fingerprint(page.len() / 2);
        let memory = PageMemory::of_page(&page);
        let request = HealRequest::new(&stored, &page).with_memory(&memory);
        times.insert(
            format!("evidence, page of {size} elements, with memory"),
            seconds(|| healer.heal(&request)),
        );
    }
    Ok(())
}

fn big_page(size: usize) -> Result<PageSnapshot, Box<dyn Error>> {
    let mut dice = Dice(3);
    let mut page = SnapshotBuilder::new("https://shop.test/");
    let body = page.element(None, NewElement::new("body"));
    let mut parent = body;
    for index in 1..size {
        if index % 20 == 1 {
            parent = page.element(Some(body), NewElement::new("section"));
            continue;
        }
        let from = element(&mut dice, Texts::Short);
        let new = from
            .attributes()
            .iter()
            .fold(NewElement::new(from.tag()), |new, (name, value)| {
                new.attribute(name, value)
            });
        let child = page.element(Some(parent), new.bbox(from.bbox()));
        page.text(child, from.text());
    }
    Ok(page.finish()?)
}

fn start_up(command: &Path) -> Result<f64, Box<dyn Error>> {
    let mut rounds = Vec::new();
    for _ in 0..STARTS {
        let start = Instant::now();
        let status = Command::new(command)
            .arg("--version")
            .stdout(Stdio::null())
            .status()?;
        rounds.push(start.elapsed().as_secs_f64());
        if !status.success() {
            return Err(format!("`{} --version` failed", command.display()).into());
        }
    }
    Ok(median(rounds))
}
