//! The keys: what can be set, what it does, what it is by default.

use std::collections::BTreeSet;
use std::path::Path;

use breadcrumb_core::{DEFAULT_THRESHOLD, LocatorStyle};
use breadcrumb_flaky::Policy;
use breadcrumb_store::DEFAULT_DB_FILE;

use super::value::{Kind, Value};
use super::{Origin, RuleSetting};
use crate::patience::DEFAULT_HEAL_AFTER;
use crate::session::{DEFAULT_MAX_HEALS, DEFAULT_RELEARN_AFTER};

/// How many days a report looks back.
pub(super) const REPORT_DAYS: u32 = crate::report::DEFAULT_DAYS;

/// A setting that can be made.
#[derive(Debug)]
#[non_exhaustive]
pub struct Key {
    /// Its name in the file.
    pub name: &'static str,
    /// The environment variable that sets it.
    pub variable: &'static str,
    /// The flag of pytest that sets it, and that of the command.
    pub flags: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// What it is where nobody sets it.
    pub default: Option<fn() -> Value>,
}

/// A setting of the rules for flaky tests: only in the file.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleKey {
    /// Its name with the tables around it, e.g. `flaky.mode`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
}

/// All settings but the rules for flaky tests.
pub const KEYS: &[Key] = &[
    Key {
        name: "enabled",
        variable: "BREADCRUMB_ENABLED",
        flags: "`--breadcrumb` of pytest",
        kind: Kind::Switch,
        help: "Heals `page` in every test, without a change in the tests.",
        default: Some(|| Value::Switch(false)),
    },
    Key {
        name: "db",
        variable: "BREADCRUMB_DB",
        flags: "`--breadcrumb-db` of pytest, `--db` of the command",
        kind: Kind::Path,
        help: "The database; in the file the path starts at the file's folder.",
        default: Some(|| Value::Path(DEFAULT_DB_FILE.into())),
    },
    Key {
        name: "mode",
        variable: "BREADCRUMB_MODE",
        flags: "`--breadcrumb-mode` of pytest",
        kind: Kind::Choice(&["heal", "suggest", "off"]),
        help: "`suggest` says what it would have done and lets the test fail; `off` does nothing.",
        default: Some(|| Value::Word("heal".to_owned())),
    },
    Key {
        name: "threshold",
        variable: "BREADCRUMB_THRESHOLD",
        flags: "`--breadcrumb-threshold` of pytest",
        kind: Kind::Share,
        help: "Minimum confidence to heal.",
        default: Some(|| Value::Number(DEFAULT_THRESHOLD)),
    },
    Key {
        name: "heal_after",
        variable: "BREADCRUMB_HEAL_AFTER",
        flags: "`--breadcrumb-heal-after` of pytest",
        kind: Kind::Seconds,
        help: "How long a locator may match nothing before a heal is tried.",
        default: Some(|| Value::Number(DEFAULT_HEAL_AFTER.as_secs_f64())),
    },
    Key {
        name: "relearn_after",
        variable: "BREADCRUMB_RELEARN_AFTER",
        flags: "`--breadcrumb-relearn-after` of pytest",
        kind: Kind::Seconds,
        help: "After how long the fingerprint of a known element is taken again where neither commit nor app version \
            has changed; 0 takes it in every test.",
        default: Some(|| Value::Number(DEFAULT_RELEARN_AFTER.as_secs_f64())),
    },
    Key {
        name: "max_heals",
        variable: "BREADCRUMB_MAX_HEALS",
        flags: "`--breadcrumb-max-heals` of pytest",
        kind: Kind::Count(0),
        help: "How many heals one test may have; more mean that it is about another page.",
        default: Some(|| Value::Count(DEFAULT_MAX_HEALS as u64)),
    },
    Key {
        name: "locator_style",
        variable: "BREADCRUMB_LOCATOR_STYLE",
        flags: "`--breadcrumb-locator-style` of pytest, `--style` of `breadcrumb fix`",
        kind: Kind::Choice(&["best", "css", "as-before"]),
        help: "Which kind of locator is proposed: by role, label, test id or text first (`best`), \
            CSS, or the kind that the test had (`as-before`).",
        default: Some(|| Value::Word(LocatorStyle::default().name().to_owned())),
    },
    Key {
        name: "auto_approve",
        variable: "BREADCRUMB_AUTO_APPROVE",
        flags: "`--breadcrumb-auto-approve` of pytest",
        kind: Kind::ShareOrOff,
        help: "Approves heals with at least this confidence without a person, where the test has passed; \
            `off` leaves that to people.",
        default: Some(|| Value::Word("off".to_owned())),
    },
    Key {
        name: "redact",
        variable: "BREADCRUMB_REDACT",
        flags: "`--breadcrumb-redact` of pytest",
        kind: Kind::Names,
        help: "Attributes that are never kept, by name; `*` at the end stands for any ending.",
        default: Some(|| Value::Names(Vec::new())),
    },
    Key {
        name: "screenshots",
        variable: "BREADCRUMB_SCREENSHOTS",
        flags: "`--breadcrumb-screenshots` of pytest",
        kind: Kind::Switch,
        help: "Keeps small pictures of elements beside the database, for the report.",
        default: Some(|| Value::Switch(false)),
    },
    Key {
        name: "report",
        variable: "BREADCRUMB_REPORT",
        flags: "`--breadcrumb-report` of pytest",
        kind: Kind::Switch,
        help: "Prints a report at the end of a pytest run.",
        default: Some(|| Value::Switch(false)),
    },
    Key {
        name: "report_days",
        variable: "BREADCRUMB_REPORT_DAYS",
        flags: "`--days` of the command",
        kind: Kind::Count(1),
        help: "How many days a report looks back.",
        default: Some(|| Value::Count(REPORT_DAYS.into())),
    },
    Key {
        name: "app_version",
        variable: "BREADCRUMB_APP_VERSION",
        flags: "`--app-version` of `breadcrumb ingest` and `run`",
        kind: Kind::Text,
        help: "The version of the application under test; `repo` where it is in this repository, `unknown` where nobody \
            knows it.",
        default: Some(|| Value::Word(String::new())),
    },
    Key {
        name: "app_version_header",
        variable: "BREADCRUMB_APP_VERSION_HEADER",
        flags: "",
        kind: Kind::Text,
        help: "The response header of a page that has the version of the application.",
        default: Some(|| Value::Word(String::new())),
    },
    Key {
        name: "app_version_meta",
        variable: "BREADCRUMB_APP_VERSION_META",
        flags: "",
        kind: Kind::Text,
        help: "The name of the meta tag of a page that has the version of the application.",
        default: Some(|| Value::Word(String::new())),
    },
];

/// The settings that a test may have for itself, by a marker or by the arguments of a call.
pub(super) const PER_TEST: &[&str] = &[
    "db",
    "mode",
    "threshold",
    "heal_after",
    "relearn_after",
    "max_heals",
    "locator_style",
    "redact",
];

/// Environment variables that are read elsewhere and set none of the keys.
pub(super) const VARIABLES: &[&str] = &[
    "BREADCRUMB_BRANCH_KIND",
    "BREADCRUMB_BROWSER",
    "BREADCRUMB_PYTHON",
    "BREADCRUMB_RERUN",
    "BREADCRUMB_RUN_ID",
];

impl Key {
    /// Returns the flag of pytest that sets it.
    #[must_use]
    pub fn pytest_flag(&self) -> Option<&'static str> {
        let flag = self.flags.split('`').nth(1)?;
        flag.starts_with("--breadcrumb").then_some(flag)
    }

    /// Returns the option of a test runner's own file that sets it.
    #[must_use]
    pub fn ini_option(&self) -> Option<String> {
        let flag = self.pytest_flag()?.trim_start_matches("--");
        Some(flag.replace('-', "_"))
    }

    /// Returns what stands for the value of its flag in help; `None` where the flag has none.
    #[must_use]
    pub fn placeholder(&self) -> Option<String> {
        let option = self.ini_option().filter(|_| self.kind != Kind::Switch)?;
        Some(option.trim_start_matches("breadcrumb_").to_uppercase())
    }

    /// Returns what the help of its flag says: what it does, and what its value may be.
    #[must_use]
    pub fn flag_help(&self) -> String {
        match self.kind {
            Kind::Switch => self.help.to_owned(),
            kind => format!("{} ({})", self.help, kind.to_string().replace('`', "")),
        }
    }
}

/// The settings of the rules for flaky tests.
pub const RULES: &[RuleKey] = &[
    rule(
        "flaky.mode",
        "Whether tests are put into quarantine: `off`, `propose` or `auto`.",
    ),
    rule(
        "flaky.policy",
        "Which rule puts them there: `evidence`, or `tiers` as the Python package had it.",
    ),
    rule(
        "flaky.window_revisions",
        "How many revisions are looked at, the newest.",
    ),
    rule("flaky.window_days", "How many days are looked at."),
    rule(
        "flaky.min_revisions",
        "Below so many revisions nothing is known.",
    ),
    rule(
        "flaky.min_attempts",
        "Below so many attempts nothing is known.",
    ),
    rule(
        "flaky.min_mixed_revisions",
        "How many revisions must have passed and failed.",
    ),
    rule(
        "flaky.material_rate",
        "The rate of failures from which on flakiness matters.",
    ),
    rule(
        "flaky.p_material",
        "How sure it must be that the rate is that high.",
    ),
    rule(
        "flaky.p_broken_block",
        "How likely it may be that the test is simply broken.",
    ),
    rule(
        "flaky.onset_hold.revisions",
        "A new intermittent failure is kept out for so many revisions …",
    ),
    rule(
        "flaky.onset_hold.days",
        "… or so many days, whichever ends first.",
    ),
    rule(
        "flaky.infra.min_tests",
        "A run with fewer tests is never an incident as a whole.",
    ),
    rule(
        "flaky.infra.failed_share",
        "The share of failing tests from which on it is one.",
    ),
    rule(
        "flaky.infra.same_fp_share",
        "The share of tests that fail for one reason from which on it is one.",
    ),
    rule(
        "quarantine.scope",
        "What an entry masks: known reasons (`fingerprint`), or the whole `test`.",
    ),
    rule("quarantine.expires_days", "For how many days."),
    rule("quarantine.max_days", "For how many days with renewals."),
    rule(
        "quarantine.cap.min",
        "How many tests may be in quarantine, as a number …",
    ),
    rule(
        "quarantine.cap.share",
        "… and as a share of all tests; the larger counts.",
    ),
    rule(
        "quarantine.release.alpha",
        "The chance to release a test that is as flaky as before.",
    ),
    rule(
        "quarantine.release.horizon",
        "Over how many revisions that chance is kept.",
    ),
    rule(
        "quarantine.release.min",
        "At least so many clean revisions release a test.",
    ),
    rule("quarantine.release.max", "At most so many."),
    rule(
        "quarantine.release.min_days",
        "At least so many days in quarantine.",
    ),
    rule(
        "quarantine.protect_tags",
        "Tests with one of these tags are never put there by themselves.",
    ),
];

const fn rule(name: &'static str, help: &'static str) -> RuleKey {
    RuleKey { name, help }
}

/// Returns the rules that hold, each with who has set it.
pub(super) fn rules(
    policy: &Policy,
    set: &BTreeSet<String>,
    file: Option<&Path>,
) -> Vec<RuleSetting> {
    let values = serde_json::to_value(policy).unwrap_or_default();
    let settings = RULES.iter().map(|key| {
        let pointer = format!("/{}", key.name.replace('.', "/"));
        let origin = match file {
            Some(file) if set.contains(key.name) => Origin::File(file.to_path_buf()),
            _ => Origin::Default,
        };
        RuleSetting {
            key,
            value: values.pointer(&pointer).cloned().unwrap_or_default(),
            origin,
        }
    });
    settings.collect()
}
