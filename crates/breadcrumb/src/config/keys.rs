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

/// Number of days a report looks back.
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
        help: "Heals `page` in every test; tests need no change.",
        default: Some(|| Value::Switch(false)),
    },
    Key {
        name: "db",
        variable: "BREADCRUMB_DB",
        flags: "`--breadcrumb-db` of pytest, `--db` of the command",
        kind: Kind::Path,
        help: "The database. In a settings file, the path is relative to the file.",
        default: Some(|| Value::Path(DEFAULT_DB_FILE.into())),
    },
    Key {
        name: "mode",
        variable: "BREADCRUMB_MODE",
        flags: "`--breadcrumb-mode` of pytest",
        kind: Kind::Choice(&["heal", "suggest", "off"]),
        help: "`heal`, `suggest` (say what would heal, and let the test fail) or `off`.",
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
        help: "Seconds to wait for a locator before healing it.",
        default: Some(|| Value::Number(DEFAULT_HEAL_AFTER.as_secs_f64())),
    },
    Key {
        name: "relearn_after",
        variable: "BREADCRUMB_RELEARN_AFTER",
        flags: "`--breadcrumb-relearn-after` of pytest",
        kind: Kind::Seconds,
        help: "Seconds after which a fingerprint is taken again although commit and app version are the same; 0 takes it in every test.",
        default: Some(|| Value::Number(DEFAULT_RELEARN_AFTER.as_secs_f64())),
    },
    Key {
        name: "max_heals",
        variable: "BREADCRUMB_MAX_HEALS",
        flags: "`--breadcrumb-max-heals` of pytest",
        kind: Kind::Count(0),
        help: "Maximum number of heals in one test.",
        default: Some(|| Value::Count(DEFAULT_MAX_HEALS as u64)),
    },
    Key {
        name: "locator_style",
        variable: "BREADCRUMB_LOCATOR_STYLE",
        flags: "`--breadcrumb-locator-style` of pytest, `--style` of `breadcrumb fix`",
        kind: Kind::Choice(&["best", "css", "as-before"]),
        help: "The kind of locator to propose: `best` (test id, role, label, text), `css`, or `as-before` (the kind that the test has).",
        default: Some(|| Value::Word(LocatorStyle::default().name().to_owned())),
    },
    Key {
        name: "auto_approve",
        variable: "BREADCRUMB_AUTO_APPROVE",
        flags: "`--breadcrumb-auto-approve` of pytest",
        kind: Kind::ShareOrOff,
        help: "Approves heals with at least this confidence if the test passed; `off` leaves every review to people.",
        default: Some(|| Value::Word("off".to_owned())),
    },
    Key {
        name: "redact",
        variable: "BREADCRUMB_REDACT",
        flags: "`--breadcrumb-redact` of pytest",
        kind: Kind::Names,
        help: "Names of attributes that are never stored; `*` at the end matches any ending.",
        default: Some(|| Value::Names(Vec::new())),
    },
    Key {
        name: "screenshots",
        variable: "BREADCRUMB_SCREENSHOTS",
        flags: "`--breadcrumb-screenshots` of pytest",
        kind: Kind::Switch,
        help: "Stores small pictures of elements for the report.",
        default: Some(|| Value::Switch(false)),
    },
    Key {
        name: "report",
        variable: "BREADCRUMB_REPORT",
        flags: "`--breadcrumb-report` of pytest",
        kind: Kind::Switch,
        help: "Writes a report at the end of a pytest run.",
        default: Some(|| Value::Switch(false)),
    },
    Key {
        name: "report_days",
        variable: "BREADCRUMB_REPORT_DAYS",
        flags: "`--days` of the command",
        kind: Kind::Count(1),
        help: "Number of days a report looks back.",
        default: Some(|| Value::Count(REPORT_DAYS.into())),
    },
    Key {
        name: "app_version",
        variable: "BREADCRUMB_APP_VERSION",
        flags: "`--app-version` of `breadcrumb ingest` and `run`",
        kind: Kind::Text,
        help: "The version of the application under test; `repo` if it is in this repository, `unknown` if you cannot tell.",
        default: Some(|| Value::Word(String::new())),
    },
    Key {
        name: "app_version_header",
        variable: "BREADCRUMB_APP_VERSION_HEADER",
        flags: "",
        kind: Kind::Text,
        help: "The response header with the version of the application.",
        default: Some(|| Value::Word(String::new())),
    },
    Key {
        name: "app_version_meta",
        variable: "BREADCRUMB_APP_VERSION_META",
        flags: "",
        kind: Kind::Text,
        help: "The meta tag with the version of the application.",
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
        "Automatic quarantine: `off`, `propose` or `auto`.",
    ),
    rule(
        "flaky.policy",
        "The rule for quarantine: `evidence`, or `tiers` as in pytest-breadcrumb.",
    ),
    rule(
        "flaky.window_revisions",
        "Number of recent commits to look at.",
    ),
    rule("flaky.window_days", "Number of recent days to look at."),
    rule(
        "flaky.min_revisions",
        "Commits needed before a test is classified.",
    ),
    rule(
        "flaky.min_attempts",
        "Attempts needed before a test is classified.",
    ),
    rule(
        "flaky.min_mixed_revisions",
        "Commits on which a test must have both passed and failed.",
    ),
    rule("flaky.material_rate", "Minimum flake rate that matters."),
    rule(
        "flaky.p_material",
        "Minimum probability that the flake rate is that high.",
    ),
    rule(
        "flaky.p_broken_block",
        "Maximum probability that the test is broken rather than flaky.",
    ),
    rule(
        "flaky.onset_hold.revisions",
        "Commits for which a test that recently became flaky is not quarantined …",
    ),
    rule("flaky.onset_hold.days", "… and days, whichever ends first."),
    rule(
        "flaky.infra.min_tests",
        "Minimum number of tests in a run that can be an incident.",
    ),
    rule(
        "flaky.infra.failed_share",
        "Minimum share of failing tests in an incident.",
    ),
    rule(
        "flaky.infra.same_fp_share",
        "Minimum share of tests that fail for the same reason in an incident.",
    ),
    rule(
        "quarantine.scope",
        "What a quarantine ignores: failures for known reasons (`fingerprint`), or every failure (`test`).",
    ),
    rule(
        "quarantine.expires_days",
        "Days until a quarantine expires.",
    ),
    rule(
        "quarantine.max_days",
        "Days until it expires, renewals included.",
    ),
    rule(
        "quarantine.cap.min",
        "Maximum number of quarantined tests …",
    ),
    rule(
        "quarantine.cap.share",
        "… and their maximum share of all tests; the larger limit counts.",
    ),
    rule(
        "quarantine.release.alpha",
        "Accepted chance of releasing a test that is as flaky as before.",
    ),
    rule(
        "quarantine.release.horizon",
        "Number of commits over which that chance is kept.",
    ),
    rule(
        "quarantine.release.min",
        "Minimum number of commits in a row without a failure before a release.",
    ),
    rule(
        "quarantine.release.max",
        "Maximum number of commits in a row without a failure before a release.",
    ),
    rule(
        "quarantine.release.min_days",
        "Minimum number of days in quarantine.",
    ),
    rule(
        "quarantine.protect_tags",
        "Tests with one of these tags are never quarantined automatically.",
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
