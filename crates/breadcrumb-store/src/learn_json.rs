//! [`LearnBatch`] as text, for what cannot be written yet.

use breadcrumb_core::{
    ElementFingerprint, HealDetails, HealingEvent, PageMemory, RunDetails, RunStatus, TestRun,
    VerdictRecord, VerdictRecordKind, hash128,
};
use serde::{Deserialize, Serialize};

use crate::learn::{LearnBatch, Learned};

/// The fields of a [`LearnBatch`]; what is empty is left out.
#[derive(Serialize, Deserialize)]
struct BatchForm {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fingerprints: Vec<LearnedForm>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    memories: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    heals: Vec<HealForm>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    runs: Vec<RunForm>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    verdicts: Vec<VerdictForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    revision: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct LearnedForm {
    test_id: String,
    locator: String,
    fingerprint: String,
    page_key: Option<String>,
    screenshot: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct HealForm {
    test_id: String,
    locator: String,
    confidence: f64,
    original: String,
    healed: String,
    timestamp: f64,
    details: HealDetails,
}

#[derive(Serialize, Deserialize)]
struct RunForm {
    test_id: String,
    status: String,
    duration_ms: Option<f64>,
    healed: bool,
    error_type: Option<String>,
    environment: Option<String>,
    timestamp: f64,
    details: RunDetails,
}

#[derive(Serialize, Deserialize)]
struct VerdictForm {
    uid: Option<String>,
    kind: String,
    test_id: String,
    locator: String,
    page_key: Option<String>,
    message: Option<String>,
    confidence: Option<f64>,
    details_json: Option<String>,
    action: Option<String>,
    source_file: Option<String>,
    source_line: Option<u32>,
    timestamp: f64,
    run_uid: Option<String>,
}

impl LearnBatch {
    /// Gives every heal, attempt and verdict that has none an id, made of its content.
    ///
    /// A batch with ids can be learned twice: the second time appends nothing.
    pub fn add_ids(&mut self) {
        for heal in &mut self.healing_events {
            if heal.details.uid.is_none() {
                let (original, healed) = (heal.original.to_json(), heal.healed.to_json());
                let time = heal.timestamp.to_string();
                let parts = [&heal.test_id, &heal.locator, &original, &healed, &time];
                heal.details.uid = Some(hash128(&parts.map(String::as_str)));
            }
        }
        for run in &mut self.runs {
            if run.details.uid.is_none() {
                let time = run.timestamp.to_string();
                let parts = [run.test_id.as_str(), run.status.name(), &time];
                run.details.uid = Some(hash128(&parts));
            }
        }
        for verdict in &mut self.verdicts {
            if verdict.uid.is_none() {
                let time = verdict.timestamp.to_string();
                let kind = verdict.kind.name();
                let parts = [verdict.test_id.as_str(), &verdict.locator, kind, &time];
                verdict.uid = Some(hash128(&parts));
            }
        }
    }

    /// Returns the batch as JSON, on one line.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&BatchForm {
            fingerprints: self.fingerprints.iter().map(LearnedForm::of).collect(),
            memories: self
                .memories
                .iter()
                .map(|(page, memory)| (page.clone(), memory.to_json()))
                .collect(),
            heals: self.healing_events.iter().map(HealForm::of).collect(),
            runs: self.runs.iter().map(RunForm::of).collect(),
            verdicts: self.verdicts.iter().map(VerdictForm::of).collect(),
            revision: self.revision.clone(),
        })
    }

    /// Reads the JSON form; what cannot be read of it is left out.
    pub fn from_json(json: &str) -> Result<Self, serde_json::Error> {
        let form: BatchForm = serde_json::from_str(json)?;
        let memories = form.memories.into_iter();
        Ok(Self {
            fingerprints: form
                .fingerprints
                .into_iter()
                .filter_map(LearnedForm::read)
                .collect(),
            memories: memories
                .filter_map(|(page, json)| Some((page, PageMemory::from_json(&json).ok()?)))
                .collect(),
            healing_events: form.heals.into_iter().filter_map(HealForm::read).collect(),
            runs: form.runs.into_iter().filter_map(RunForm::read).collect(),
            verdicts: form
                .verdicts
                .into_iter()
                .filter_map(VerdictForm::read)
                .collect(),
            learned_at: None,
            revision: form.revision,
        })
    }
}

impl LearnedForm {
    fn of(learned: &Learned) -> Self {
        Self {
            test_id: learned.fingerprint.test_id().to_owned(),
            locator: learned.fingerprint.locator().to_owned(),
            fingerprint: learned.fingerprint.to_json(),
            page_key: learned.page_key.clone(),
            screenshot: learned.screenshot.clone(),
        }
    }

    fn read(self) -> Option<Learned> {
        let fingerprint = ElementFingerprint::from_json(&self.fingerprint).ok()?;
        Some(Learned {
            fingerprint: fingerprint.with_key(&self.test_id, &self.locator),
            page_key: self.page_key,
            screenshot: self.screenshot,
        })
    }
}

impl HealForm {
    fn of(heal: &HealingEvent) -> Self {
        Self {
            test_id: heal.test_id.clone(),
            locator: heal.locator.clone(),
            confidence: heal.confidence,
            original: heal.original.to_json(),
            healed: heal.healed.to_json(),
            timestamp: heal.timestamp,
            details: heal.details.clone(),
        }
    }

    fn read(self) -> Option<HealingEvent> {
        let original = ElementFingerprint::from_json(&self.original).ok()?;
        let healed = ElementFingerprint::from_json(&self.healed).ok()?;
        let mut heal = HealingEvent::new(original, healed, self.confidence, self.timestamp);
        heal.test_id = self.test_id;
        heal.locator = self.locator;
        heal.details = self.details;
        Some(heal)
    }
}

impl RunForm {
    fn of(run: &TestRun) -> Self {
        Self {
            test_id: run.test_id.clone(),
            status: run.status.name().to_owned(),
            duration_ms: run.duration_ms,
            healed: run.healed,
            error_type: run.error_type.clone(),
            environment: run.environment.clone(),
            timestamp: run.timestamp,
            details: run.details.clone(),
        }
    }

    fn read(self) -> Option<TestRun> {
        let status = RunStatus::from_name(&self.status)?;
        let mut run = TestRun::new(self.test_id, status, self.timestamp);
        run.duration_ms = self.duration_ms;
        run.healed = self.healed;
        run.error_type = self.error_type;
        run.environment = self.environment;
        run.details = self.details;
        Some(run)
    }
}

impl VerdictForm {
    fn of(verdict: &VerdictRecord) -> Self {
        Self {
            uid: verdict.uid.clone(),
            kind: verdict.kind.name().to_owned(),
            test_id: verdict.test_id.clone(),
            locator: verdict.locator.clone(),
            page_key: verdict.page_key.clone(),
            message: verdict.message.clone(),
            confidence: verdict.confidence,
            details_json: verdict.details_json.clone(),
            action: verdict.action.clone(),
            source_file: verdict.source_file.clone(),
            source_line: verdict.source_line,
            timestamp: verdict.timestamp,
            run_uid: verdict.run_uid.clone(),
        }
    }

    fn read(self) -> Option<VerdictRecord> {
        let kind = VerdictRecordKind::from_name(&self.kind)?;
        let mut verdict = VerdictRecord::new(kind, self.test_id, self.locator, self.timestamp);
        verdict.uid = self.uid;
        verdict.page_key = self.page_key;
        verdict.message = self.message;
        verdict.confidence = self.confidence;
        verdict.details_json = self.details_json;
        verdict.action = self.action;
        verdict.source_file = self.source_file;
        verdict.source_line = self.source_line;
        verdict.run_uid = self.run_uid;
        Some(verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_the_same_after_it_was_text() {
        let element = |text: &str| {
            let builder = ElementFingerprint::builder("a").text(text);
            builder.key("t", "#x").build()
        };
        let mut batch = LearnBatch::new().learned_in("3f2a@7");
        batch.add_fingerprint(element("one"), Some("/a"));
        batch.add_screenshot("#x", "/a", "name.png");
        batch.add_memory("/a", PageMemory::default());
        let mut heal = HealingEvent::new(element("one"), element("two"), 0.75, 1.5);
        heal.details.reasons = vec!["same text".to_owned()];
        batch.add_healing_event(heal);
        let mut run = TestRun::new("t", RunStatus::Error, 2.5);
        run.details.run_uid = Some("r".to_owned());
        batch.add_run(run);
        let mut verdict = VerdictRecord::new(VerdictRecordKind::Drift, "t", "#x", 3.5);
        verdict.source_line = Some(3);
        batch.add_verdict(verdict);
        batch.add_ids();
        let read = LearnBatch::from_json(&batch.to_json().unwrap()).unwrap();
        assert_eq!(read, batch);
        assert!(read.verdicts.iter().all(|verdict| verdict.uid.is_some()));
    }
}
