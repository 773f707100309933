use crate::cli::Cli;

#[test]
fn each_setting_is_shown_with_who_has_set_it() {
    let cli = Cli::new();
    cli.write(
        "breadcrumb.toml",
        "threshold = 0.7\n[flaky]\nmode = \"propose\"\ninfra = { min_tests = 5 }\n",
    );
    let run = cli.run(&["config", "show"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for line in [
        "threshold = 0.7                              # file",
        "mode = \"heal\"                                # default",
        "flaky.mode = \"propose\"                       # file",
        "flaky.infra.min_tests = 5                    # file",
        "flaky.infra.failed_share = 0.5               # default",
    ] {
        assert!(run.stdout.contains(line), "{line}\n{}", run.stdout);
    }
}

#[test]
fn settings_are_machine_readable_and_read_back() {
    let cli = Cli::new();
    let shown = cli.run(&["config", "show"]);
    cli.write("breadcrumb.toml", &shown.stdout);
    let again = cli.run(&["config", "show", "--json"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    let json: serde_json::Value = serde_json::from_str(&again.stdout).unwrap();
    let settings = json["settings"].as_array().unwrap();
    assert_eq!(settings.len(), 42);
    assert!(
        settings
            .iter()
            .all(|setting| setting["origin"]["from"] == "file"),
        "{settings:#?}"
    );
}

#[test]
fn a_wrong_setting_names_the_key_and_what_it_may_be() {
    let cli = Cli::new();
    cli.write("breadcrumb.toml", "mode = \"on\"\n");
    let run = cli.run(&["config", "show"]);
    assert_eq!(run.code, 2);
    for part in [
        "cannot use the setting `mode` from `",
        "breadcrumb.toml`: `\"on\"` is not one of `heal`, `suggest`, `off`",
    ] {
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
    assert!(run.stderr.contains("hint:"), "{}", run.stderr);
}
