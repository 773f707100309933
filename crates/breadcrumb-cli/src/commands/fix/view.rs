//! What `breadcrumb fix --json` says.

use breadcrumb::fix::{Applied, Fix, FixPlan, PlaceOutcome};
use serde_json::{Value, json};

/// Describes a patch that is not applied.
pub(super) fn of_plan(plan: &FixPlan) -> Value {
    json!({
        "schema_version": 1,
        "root": plan.root,
        "diff": plan.diff(),
        "is_waiting": plan.is_waiting(),
        "fixes": fixes(plan),
    })
}

/// Describes what was written.
pub(super) fn of_applied(
    plan: &FixPlan,
    applied: &Applied,
    committed: Option<&(String, String)>,
) -> Value {
    let failed = applied.failed.iter();
    let failed = failed.map(|file| json!({"path": file.path, "message": file.message}));
    json!({
        "schema_version": 1,
        "root": plan.root,
        "written": applied.written,
        "failed": failed.collect::<Vec<_>>(),
        "moved": applied.moved,
        "branch": committed.map(|(branch, _)| branch),
        "commit": committed.map(|(_, commit)| commit),
        "fixes": fixes(plan),
    })
}

fn fixes(plan: &FixPlan) -> Vec<Value> {
    plan.fixes.iter().map(fix).collect()
}

fn fix(fix: &Fix) -> Value {
    let (heal, outcome) = (&fix.heal, &fix.outcome);
    json!({
        "heal": heal.id,
        "test_id": heal.test_id,
        "locator": heal.locator,
        "confidence": heal.confidence,
        "state": heal.state,
        "new_locator": outcome.new_key,
        "is_complete": outcome.is_complete,
        "places": outcome.places.iter().map(place).collect::<Vec<_>>(),
    })
}

fn place(place: &PlaceOutcome) -> Value {
    match place {
        PlaceOutcome::Patched {
            path,
            line,
            old,
            new,
        } => json!({"outcome": "patched", "path": path, "line": line, "old": old, "new": new}),
        PlaceOutcome::AlreadyFixed { path, line } => {
            json!({"outcome": "already_fixed", "path": path, "line": line})
        }
        PlaceOutcome::Manual {
            path,
            line,
            reason,
            suggestion,
        } => json!({
            "outcome": "manual",
            "path": path,
            "line": line,
            "reason": reason.to_string(),
            "hint": reason.hint(),
            "suggestion": suggestion,
        }),
        _ => Value::Null,
    }
}
