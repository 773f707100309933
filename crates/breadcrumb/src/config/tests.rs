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

fn text(name: &str, said: &str, origin: Origin) -> Given {
    Given::new(name, Raw::Text(said.into()), said.to_owned(), origin)
}

fn typed(name: &str, raw: Raw) -> Given {
    let origin = Origin::Argument("crumb()".to_owned());
    Given::new(name, raw, "it".to_owned(), origin)
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
    let flag = Origin::Flag("--breadcrumb-threshold".to_owned());
    config = config
        .with(&[text("threshold", "0.9", flag.clone())])
        .unwrap();
    assert_eq!(config.get("threshold").unwrap().origin, flag);
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
        ("threshold = 2\n", "`2` is not a number from 0 to 1"),
        (
            "mode = 'on'\n",
            "`\"on\"` is not one of `heal`, `suggest`, `off`",
        ),
        (
            "heal_after = -1\n",
            "`-1` is not a number of seconds, 0 or more",
        ),
        ("report_days = 0\n", "`0` is not a whole number, 1 or more"),
        ("enabled = 1\n", "`1` is not true or false"),
        ("redact = [1]\n", "`[1]` is not a list of names"),
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
        assert!(error.to_string().contains(CONFIG_FILE), "{text}: {error}");
        assert!(error.hint().is_some());
    }
    write(folder.path(), CONFIG_FILE, "");
    let environment = |name: &str| (name == "BREADCRUMB_ENABLED").then(|| OsString::from("ja"));
    let error = Config::load(folder.path(), &environment).unwrap_err();
    let message = "cannot use the setting `enabled` from the environment variable `BREADCRUMB_ENABLED`: `ja` is not true or false";
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

#[test]
fn the_origin_decides_and_among_equal_ones_the_first() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), CONFIG_FILE, "mode = 'off'\n");
    let origins = [
        Origin::Ini("`breadcrumb_mode` in `tox.ini`".to_owned()),
        Origin::Flag("--breadcrumb-mode".to_owned()),
        Origin::Marker("a::b".to_owned()),
        Origin::Argument("crumb()".to_owned()),
    ];
    for (last, origin) in origins.iter().enumerate() {
        let given: Vec<Given> = origins[..=last]
            .iter()
            .flat_map(|origin| {
                [
                    text("mode", "suggest", origin.clone()),
                    text("mode", "heal", origin.clone()),
                ]
            })
            .collect();
        let config = load(folder.path()).with(&given).unwrap();
        let mode = config.get("mode").unwrap();
        assert_eq!(mode.value, Some(Value::Word("suggest".to_owned())));
        assert_eq!(&mode.origin, origin);
    }
}

#[test]
fn a_value_is_wrong_wherever_it_comes_from() {
    let folder = tempfile::tempdir().unwrap();
    let flag = |name, said| text(name, said, Origin::Flag("--it".to_owned()));
    for given in [
        flag("threshold", "7"),
        flag("threshold", "nan"),
        flag("threshold", ""),
        flag("heal_after", "inf"),
        flag("heal_after", "-1"),
        flag("relearn_after", "-1"),
        flag("max_heals", "-1"),
        flag("max_heals", "1.5"),
        flag("mode", "Heal"),
        flag("db", "  "),
        flag("locator_style", "xpath"),
        flag("thresholds", "0.5"),
        typed("threshold", Raw::Switch(true)),
        typed("threshold", Raw::Text("0.5".into())),
        typed("threshold", Raw::Number(f64::NAN)),
        typed("max_heals", Raw::Switch(true)),
        typed("max_heals", Raw::Number(1.0)),
        typed("max_heals", Raw::Whole(-1)),
        typed("mode", Raw::Other),
        typed("mode", Raw::Text("".into())),
        typed("redact", Raw::List(vec![Raw::Text(" ".into())])),
        typed("redact", Raw::Whole(1)),
        // No setting of a single test.
        typed("report", Raw::Switch(true)),
    ] {
        let config = load(folder.path());
        let error = config.with(std::slice::from_ref(&given)).unwrap_err();
        let error = error.to_string();
        assert!(error.contains(&format!("`{}`", given.name)), "{error}");
        assert!(error.contains(&given.origin.place()), "{error}");
    }
}

#[test]
fn white_space_around_a_text_is_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let flag = |name, said| text(name, said, Origin::Flag("--it".to_owned()));
    let given = [flag("mode", " off "), flag("redact", " a,b\n c ")];
    let config = load(folder.path()).with(&given).unwrap();
    assert_eq!(
        config.get("mode").unwrap().value,
        Some(Value::Word("off".to_owned()))
    );
    let names = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(
        config.get("redact").unwrap().value,
        Some(Value::Names(names))
    );
}

#[test]
fn a_directory_is_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    let given = [text("db", name, Origin::Flag("--breadcrumb-db".to_owned()))];
    let config = load(folder.path()).with(&given).unwrap();
    let error = config
        .named_database(Path::new(""))
        .unwrap_err()
        .to_string();
    assert!(error.contains("the flag `--breadcrumb-db`"), "{error}");
    assert!(error.contains("is a directory"), "{error}");
}

#[test]
fn a_misspelled_variable_is_told_with_the_nearest_one() {
    let names = [
        "BREADCRUMB_THRESHOLDS",
        "BREADCRUMB_THRESHOLD",
        "BREADCRUMB_RUN_ID",
        "BREADCRUMB_BD",
        "BREADCRUMB_DIR",
        "BREADCRUMB_SOMETHING_ELSE",
        "THRESHOLDS",
    ];
    let told = misspelled_variables(names.iter().map(OsString::from));
    assert_eq!(
        told,
        [
            "the environment variable `BREADCRUMB_THRESHOLDS` sets nothing; did you mean `BREADCRUMB_THRESHOLD`?"
        ]
    );
}

#[test]
fn keys_know_their_flags_and_tests_set_none_that_is_no_key() {
    let flag = |name: &str| KEYS.iter().find(|key| key.name == name)?.pytest_flag();
    assert_eq!(flag("enabled"), Some("--breadcrumb"));
    assert_eq!(flag("db"), Some("--breadcrumb-db"));
    assert_eq!(flag("report_days"), None);
    assert!(
        keys::PER_TEST
            .iter()
            .all(|name| KEYS.iter().any(|key| key.name == *name))
    );
}

#[test]
fn a_test_has_each_setting_as_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let defaults = Config::default().test_settings(folder.path()).unwrap();
    assert_eq!((defaults.enabled, defaults.db), (false, None));
    assert_eq!(defaults.mode, crate::Mode::Heal);
    assert_eq!(defaults.max_heals, 10);
    assert_eq!(defaults.heal_after, crate::patience::DEFAULT_HEAL_AFTER);
    assert_eq!(defaults.relearn_after.as_secs(), 24 * 60 * 60);
    assert_eq!(defaults.auto_approve, None);
    let flag = |name: &str, said: &str| text(name, said, Origin::Flag(format!("--{name}")));
    let given = [
        flag("enabled", "true"),
        flag("db", "own.db"),
        flag("mode", "suggest"),
        flag("heal_after", "0.25"),
        flag("relearn_after", "0"),
        flag("max_heals", "3"),
        flag("auto_approve", "0.9"),
        flag("locator_style", "css"),
        flag("redact", "id, cl*"),
    ];
    let settings = Config::default().with(&given).unwrap();
    let settings = settings.test_settings(folder.path()).unwrap();
    assert!(settings.enabled);
    assert_eq!(settings.db, Some(folder.path().join("own.db")));
    assert_eq!(settings.mode, crate::Mode::Suggest);
    assert_eq!(settings.heal_after, std::time::Duration::from_millis(250));
    assert!(settings.relearn_after.is_zero());
    assert_eq!((settings.max_heals, settings.auto_approve), (3, Some(0.9)));
    assert_eq!(settings.locator_style, LocatorStyle::Css);
    assert_eq!(settings.redact, ["id", "cl*"]);
}

#[test]
fn nothing_is_not_given_and_what_a_runner_cannot_read_is_wrong() {
    let config = Config::default();
    let same = config.clone().with(&[typed("mode", Raw::Nothing)]).unwrap();
    assert_eq!(same.get("mode").unwrap().origin, Origin::Default);
    let origin = Origin::of_ini("breadcrumb_report", Some(Path::new("pytest.ini")));
    let raw = Raw::Unreadable("invalid truth value".to_owned());
    let error = config.with(&[Given::new("report", raw, String::new(), origin)]);
    assert_eq!(
        error.unwrap_err().to_string(),
        "cannot use the setting `report` from the ini option `breadcrumb_report` in `pytest.ini`: invalid truth value"
    );
    assert_eq!(
        Origin::of_ini("breadcrumb_mode", None),
        Origin::Ini("`breadcrumb_mode` of `-o`".to_owned())
    );
}

#[test]
fn where_a_setting_is_wrong_the_flags_still_say_whether_and_where() {
    let flag = |name: &str, said: &str| text(name, said, Origin::Flag(format!("--{name}")));
    let known = |given: &[Given]| {
        let settings = Config::of_flags(given).test_settings(Path::new("/s"));
        settings.map(|settings| (settings.enabled, settings.db))
    };
    let db = Some(PathBuf::from("/s/a.db"));
    let wrong = flag("threshold", "7");
    let given = [flag("enabled", "true"), flag("db", "a.db"), wrong.clone()];
    assert_eq!(known(&given).unwrap(), (true, db));
    assert_eq!(known(&[wrong]).unwrap(), (false, None));
    let given = [flag("enabled", "true"), flag("db", " ")];
    assert_eq!(known(&given).unwrap(), (false, None));
    let ini = text("enabled", "true", Origin::of_ini("breadcrumb", None));
    assert_eq!(known(&[ini]).unwrap(), (false, None));
}

#[test]
fn a_test_runner_is_told_the_name_and_the_help_of_each_option() {
    let key = |name: &str| KEYS.iter().find(|key| key.name == name).unwrap();
    let after = key("heal_after");
    assert_eq!(after.ini_option().as_deref(), Some("breadcrumb_heal_after"));
    assert_eq!(after.placeholder().as_deref(), Some("HEAL_AFTER"));
    assert!(
        after
            .flag_help()
            .ends_with("(a number of seconds, 0 or more)")
    );
    assert!(
        key("mode")
            .flag_help()
            .ends_with("(one of heal, suggest, off)")
    );
    let enabled = key("enabled");
    assert_eq!(enabled.ini_option().as_deref(), Some("breadcrumb"));
    assert_eq!(
        (enabled.placeholder(), enabled.flag_help().as_str()),
        (None, enabled.help)
    );
    assert_eq!(key("report_days").ini_option(), None);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_an_error_and_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("breadcrumb.toml")).unwrap();
    let error = Config::load(folder.path(), &nothing)
        .unwrap_err()
        .to_string();
    assert!(error.contains("not a regular file"), "{error}");
}
