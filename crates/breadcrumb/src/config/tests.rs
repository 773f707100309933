use std::collections::BTreeSet;

use super::*;

fn nothing(_: &str) -> Option<OsString> {
    None
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

fn load(folder: &Path) -> Config {
    Config::load(folder, &nothing).unwrap()
}

#[test]
fn without_a_file_everything_is_a_default() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join(".git")).unwrap();
    let config = load(folder.path());
    assert_eq!(config.file(), None);
    assert!(
        config
            .settings()
            .iter()
            .all(|s| s.origin == Origin::Default)
    );
    assert_eq!(config.policy(), &Policy::default());
    assert_eq!(config.database(None), Path::new(".breadcrumb.db"));
    assert_eq!(config.report_days(None), 30);
}

#[test]
fn a_flag_wins_over_the_environment_over_the_file() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        CONFIG_FILE,
        "db = 'ci/a.db'\nthreshold = 0.7\nmode = 'suggest'\n",
    );
    let environment = |name: &str| (name == "BREADCRUMB_THRESHOLD").then(|| OsString::from("0.8"));
    let mut config = Config::load(folder.path(), &environment).unwrap();
    let file = folder.path().join(CONFIG_FILE);
    assert_eq!(config.get("mode").unwrap().origin, Origin::File(file));
    let threshold = config.get("threshold").unwrap();
    assert_eq!(threshold.value, Some(Value::Number(0.8)));
    assert_eq!(
        threshold.origin,
        Origin::Environment("BREADCRUMB_THRESHOLD")
    );
    config.set_flag("threshold", Value::Number(0.9));
    assert_eq!(config.get("threshold").unwrap().origin, Origin::Flag);
    assert_eq!(config.database(None), folder.path().join("ci/a.db"));
    assert_eq!(config.database(Some(Path::new("x.db"))), Path::new("x.db"));
}

#[test]
fn the_nearest_file_above_counts_within_the_repository() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("repository/tests/deep");
    std::fs::create_dir_all(&deep).unwrap();
    write(folder.path(), CONFIG_FILE, "mode = 'off'\n");
    assert!(load(&deep).file().is_some());
    std::fs::create_dir(folder.path().join("repository/.git")).unwrap();
    assert_eq!(load(&deep).file(), None);
    let project = "[project]\nname = 'x'\n[tool.breadcrumb]\nheal-after = 1\n[tool.breadcrumb.flaky]\nmode = 'propose'\n";
    write(&folder.path().join("repository"), PYPROJECT_FILE, project);
    let config = load(&deep);
    assert_eq!(
        config.get("heal_after").unwrap().value,
        Some(Value::Number(1.0))
    );
    let mode = config
        .rules()
        .iter()
        .find(|rule| rule.key.name == "flaky.mode");
    let mode = mode.unwrap();
    assert_eq!(mode.value, "propose");
    assert!(matches!(mode.origin, Origin::File(_)));
}

#[test]
fn a_wrong_value_is_named_with_what_it_may_be() {
    let folder = tempfile::tempdir().unwrap();
    for (text, message) in [
        (
            "threshold = 2\n",
            "threshold: `2` is not a number from 0 to 1",
        ),
        (
            "mode = 'on'\n",
            "mode: `\"on\"` is not one of `heal`, `suggest`, `off`",
        ),
        (
            "heal_after = -1\n",
            "heal_after: `-1` is not a number of seconds, 0 or more",
        ),
        (
            "report_days = 0\n",
            "report_days: `0` is not a whole number, 1 or more",
        ),
        ("enabled = 1\n", "enabled: `1` is not true or false"),
        ("redact = [1]\n", "redact: `[1]` is not a list of names"),
        ("limit = 1\n", "unknown field `limit`, expected one of"),
        (
            "[flaky]\nmood = 1\n",
            "unknown field `mood`, expected one of",
        ),
        ("db = \n", "TOML parse error at line 1"),
    ] {
        write(folder.path(), CONFIG_FILE, text);
        let error = Config::load(folder.path(), &nothing).unwrap_err();
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert!(error.hint().is_some());
    }
    write(folder.path(), CONFIG_FILE, "");
    let environment = |name: &str| (name == "BREADCRUMB_ENABLED").then(|| OsString::from("ja"));
    let error = Config::load(folder.path(), &environment).unwrap_err();
    let message = "BREADCRUMB_ENABLED: `ja` is not true or false";
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn every_rule_has_a_line_of_help() {
    fn names(name: &str, value: &serde_json::Value, all: &mut BTreeSet<String>) {
        match value.as_object() {
            Some(table) => {
                for (key, value) in table {
                    let name = if name.is_empty() {
                        key.clone()
                    } else {
                        format!("{name}.{key}")
                    };
                    names(&name, value, all);
                }
            }
            None => {
                all.insert(name.to_owned());
            }
        }
    }
    let mut all = BTreeSet::new();
    names(
        "",
        &serde_json::to_value(Policy::default()).unwrap(),
        &mut all,
    );
    let listed: BTreeSet<String> = RULES.iter().map(|rule| rule.name.to_owned()).collect();
    assert_eq!(all, listed);
}
