//! Heals as answers show them.

use breadcrumb::engine::HealState;
use breadcrumb::report::Heal;
use breadcrumb::report::calendar::date_time;
use serde_json::{Value, json};

use crate::schema::{number, object, optional_count, optional_number, optional_text, text};

/// A heal without its fingerprints.
pub(super) fn short(heal: &Heal) -> Value {
    json!({
        "id": heal.id,
        "timestamp": heal.timestamp,
        "when": date_time(heal.timestamp),
        "test_id": heal.test_id,
        "locator": heal.locator,
        "confidence": heal.confidence,
        "margin": heal.margin,
        "proposed_locator": heal.proposed_locator,
        "reasons": heal.reasons,
        "page": heal.page,
        "action": heal.action,
        "source_file": heal.source_file,
        "source_line": heal.source_line,
        "decision": heal.decision,
    })
}

/// A heal with all that is known of it.
pub(super) fn whole(heal: &Heal) -> Value {
    let mut value = short(heal);
    if let Some(fields) = value.as_object_mut() {
        let signals: Vec<Value> = heal
            .signals
            .iter()
            .map(|part| json!({ "name": part.name, "score": part.score, "weight": part.weight }))
            .collect();
        fields.insert("scorer".to_owned(), json!(heal.scorer));
        fields.insert("signals".to_owned(), signals.into());
        fields.insert("original".to_owned(), json!(heal.original));
        fields.insert("healed".to_owned(), json!(heal.healed));
        fields.insert("runner_up".to_owned(), json!(heal.runner_up));
        fields.insert("decided_by".to_owned(), json!(heal.decided_by));
        fields.insert("note".to_owned(), json!(heal.note));
    }
    value
}

pub(super) fn short_schema() -> Vec<(&'static str, Value)> {
    vec![
        (
            "id",
            json!({ "type": "integer", "description": "For `breadcrumb_explain_heal`." }),
        ),
        (
            "timestamp",
            number("When it happened, in seconds since 1970."),
        ),
        ("when", text("The same for people, in UTC.")),
        ("test_id", text("The test.")),
        ("locator", text("The locator that stopped matching.")),
        ("confidence", number("Confidence, from 0 to 1.")),
        (
            "margin",
            optional_number("Lead over the second-best candidate."),
        ),
        (
            "proposed_locator",
            optional_text("What the test should use from now on."),
        ),
        (
            "reasons",
            json!({
                "type": "array", "items": { "type": "string" }, "description": "Why, the best reason first.",
            }),
        ),
        ("page", optional_text("The page.")),
        (
            "action",
            optional_text("What the test did with the element."),
        ),
        (
            "source_file",
            optional_text("The file that has the locator."),
        ),
        (
            "source_line",
            optional_count("The line in that file, from 1."),
        ),
        (
            "decision",
            json!({
                "type": "string", "enum": HealState::ALL.map(HealState::name),
                "description": "The state of the review; a rejected heal went to the wrong element.",
            }),
        ),
    ]
}

pub(super) fn whole_schema() -> Vec<(&'static str, Value)> {
    let fingerprint =
        |description: &str| json!({ "type": ["object", "null"], "description": description });
    let signal = object(vec![
        ("name", text("The signal, e.g. `text`.")),
        (
            "score",
            number("How similar the two elements are in this respect, from 0 to 1."),
        ),
        ("weight", number("How much it counts.")),
    ]);
    let mut fields = short_schema();
    fields.extend([
        (
            "scorer",
            optional_text("Who decided: `evidence` or `classic`."),
        ),
        (
            "signals",
            crate::schema::list(signal, "Each signal's part in the confidence."),
        ),
        ("original", fingerprint("The element before the heal.")),
        ("healed", fingerprint("The element the test went on with.")),
        ("runner_up", fingerprint("The next best element.")),
        ("decided_by", optional_text("The reviewer.")),
        ("note", optional_text("The reviewer's note.")),
    ]);
    fields
}
