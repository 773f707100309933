//! `breadcrumb ingest`, `flaky`, `quarantine`, `run` and `gate`.

use std::fmt::Write as _;

use crate::cli::{Cli, error};

/// Writes a report of one test, each letter an attempt on the same code.
fn report(cli: &Cli, name: &str, letters: &str) {
    let mut xml = String::from("<testsuite name='s'>\n");
    for letter in letters.chars() {
        let body = match letter {
            'P' => "",
            'F' => "<failure message='TimeoutError: 12 ms'/>",
            _ => "<failure message='ValueError: other'/>",
        };
        let _ = writeln!(
            xml,
            "<testcase classname='shop' name='pays'>{body}</testcase>"
        );
    }
    xml.push_str("</testsuite>\n");
    cli.write(name, &xml);
}

fn quarantined(cli: &Cli) {
    report(cli, "a.xml", "PFPFPFPPFPPPPPPP");
    let ingest = cli.json(&["ingest", "a.xml", "--json"]);
    let entered = ingest
        .pointer("/changes/quarantined/0")
        .and_then(|test| test.as_str());
    assert_eq!(entered, Some("shop::pays"), "{ingest}");
}

#[test]
fn reports_are_recorded_and_the_same_twice_is_once() {
    let cli = Cli::new();
    let path = "../../fixtures/reports/pytest-rerunfailures.xml";
    for _ in 0..2 {
        let run = cli.run(&["ingest", path]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(
            run.stdout
                .contains("JUnit XML, 3 passed, 13 failed, 2 skipped"),
            "{}",
            run.stdout
        );
    }
    let listed = cli.json(&["flaky", "list", "--all", "--json"]);
    assert_eq!(listed["tests"].as_array().unwrap().len(), 7);
}

#[test]
fn a_gate_judges_what_was_recorded_last_whatever_its_clock_says() {
    let cli = Cli::new();
    let report = |time: &str, body: &str| {
        format!(
            "<testsuite name='s' timestamp='2026-11-16T{time}'><testcase classname='s' name='t'>{body}</testcase></testsuite>"
        )
    };
    cli.write("green.xml", &report("12:00:00", ""));
    cli.write("red.xml", &report("11:00:00", "<failure message='no'/>"));
    cli.run(&["ingest", "green.xml"]);
    assert_eq!(cli.run(&["gate"]).code, 0);
    cli.run(&["ingest", "red.xml"]);
    let gate = cli.run(&["gate"]);
    assert_eq!(gate.code, 1);
    assert!(
        gate.stdout.contains("red: 1 test, 1 failed"),
        "{}",
        gate.stdout
    );
    let lost = cli.run(&["gate", "--run", "github-1"]);
    assert_eq!(lost.code, 4);
    assert!(
        lost.stdout
            .contains("missing no run of `github-1` is recorded\nno verdict:"),
        "{}",
        lost.stdout
    );
}

#[test]
fn a_broken_report_is_an_error_with_file_and_line_and_nothing_is_stored() {
    let cli = Cli::new();
    report(&cli, "good.xml", "P");
    cli.write("bad.xml", "<testsuite>\n<testcase name='a'>\n");
    let run = cli.run(&["ingest", "good.xml", "bad.xml"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr
            .contains("`bad.xml:3`: the file ends inside of <testcase>"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("hint: nothing was stored"),
        "{}",
        run.stderr
    );
    assert_eq!(cli.run(&["gate"]).code, 4);
}

#[test]
fn a_flaky_test_is_shown_and_explained() {
    let cli = Cli::new();
    quarantined(&cli);
    let list = cli.run(&["flaky", "list"]);
    assert_eq!(list.code, 1);
    assert!(
        list.stdout.contains("flaky, quarantined shop::pays"),
        "{}",
        list.stdout
    );
    let show = cli.run(&["flaky", "show", "shop::pays"]).stdout;
    assert!(
        show.contains("passed and failed on the same code"),
        "{show}"
    );
    assert!(show.contains(".F.F.F..F......."), "{show}");
    let told = cli.run(&["quarantine", "explain", "shop::pays"]).stdout;
    assert!(told.contains("entered by breadcrumb"), "{told}");
    let unknown = cli.run(&["flaky", "show", "nobody"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("hint:"), "{}", unknown.stderr);
}

#[test]
fn run_keeps_the_exit_code_unless_every_failure_is_masked() {
    let cli = Cli::new();
    quarantined(&cli);
    let run = |letters: &str, code: &str| {
        report(&cli, "new.xml", letters);
        let script = format!("cp new.xml out.xml; exit {code}");
        cli.run(&["run", "--junit", "out*.xml", "--", "sh", "-c", &script])
    };
    let masked = run("F", "7");
    assert_eq!(masked.code, 0, "{}{}", masked.stdout, masked.stderr);
    assert!(
        masked.stdout.contains("quarantined shop::pays"),
        "{}",
        masked.stdout
    );
    let real = run("G", "7");
    assert_eq!(real.code, 7);
    assert!(
        real.stdout
            .contains("failed shop::pays: it failed for a new reason"),
        "{}",
        real.stdout
    );
    assert_eq!(run("P", "0").code, 0);
    assert_eq!(
        cli.run(&["run", "--junit", "none*.xml", "--", "true"]).code,
        4
    );
    assert_eq!(
        cli.run(&["run", "--junit", "none*.xml", "--", "false"])
            .code,
        1
    );
}

#[test]
fn an_entry_by_hand_is_listed_renewed_once_and_released() {
    let cli = Cli::new();
    let add = ["quarantine", "add", "shop::pays", "--reason", "known"];
    assert_eq!(cli.run(&add).code, 0);
    assert_eq!(cli.run(&add).code, 0);
    let again = cli.run(&add);
    assert_eq!(again.code, 2);
    assert!(
        again.stderr.contains("has been renewed before"),
        "{}",
        again.stderr
    );
    assert!(cli.run(&["quarantine", "list"]).stdout.contains("by hand"));
    assert_eq!(cli.run(&["quarantine", "release", "shop::pays"]).code, 0);
    assert_eq!(cli.run(&["quarantine", "release", "shop::pays"]).code, 2);
}

#[test]
fn confirm_reruns_any_command_and_stops_at_the_first_mix() {
    let cli = Cli::new();
    report(&cli, "a.xml", "P");
    assert_eq!(cli.run(&["ingest", "a.xml"]).code, 0);
    cli.write(
        "test.sh",
        "n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) > n; [ \"$n\" != 2 ]\n",
    );
    let confirm = [
        "flaky",
        "confirm",
        "shop::pays",
        "--command",
        "sh test.sh {test}",
    ];
    let run = cli.run(&confirm);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(cli.read("n").trim(), "3", "{}", run.stdout);
    assert!(
        run.stdout.contains("passed and failed on the same code"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_policy_with_a_typo_is_an_error() {
    let cli = Cli::new();
    cli.write("breadcrumb.toml", "[flaky]\nmood = \"auto\"\n");
    let run = cli.run(&["flaky", "list"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("mood"), "{}", run.stderr);
}

#[test]
fn ingest_and_gate_keep_the_quarantine_and_never_mask_the_run_at_hand() {
    let cli = Cli::new();
    report(&cli, "a.xml", "PFPFPFPPFPPPPPPF");
    let ingest = cli.run(&["ingest", "a.xml"]);
    assert!(
        ingest
            .stdout
            .contains("quarantined from the next run on: shop::pays"),
        "{}",
        ingest.stdout
    );
    let gate = cli.run(&["gate"]);
    assert_eq!(gate.code, 1, "{}", gate.stdout);
    assert!(
        gate.stdout
            .contains("failed shop::pays: the test is quarantined only from the next run on"),
        "{}",
        gate.stdout
    );
    report(&cli, "b.xml", "F");
    cli.run(&["ingest", "b.xml"]);
    let gate = cli.run(&["gate"]);
    assert_eq!(gate.code, 0, "{}", gate.stdout);
    assert!(gate.stdout.contains("1 quarantined"), "{}", gate.stdout);
}

#[test]
fn the_mode_says_what_ingest_does_about_the_quarantine() {
    for (mode, said) in [("propose", "would be quarantined: shop::pays"), ("off", "")] {
        let cli = Cli::new();
        cli.write("breadcrumb.toml", &format!("[flaky]\nmode = \"{mode}\"\n"));
        report(&cli, "a.xml", "PFPFPFPPFPPPPPPP");
        let ingest = cli.run(&["ingest", "a.xml"]).stdout;
        assert!(ingest.contains(said), "{ingest}");
        assert!(!ingest.contains("from the next run on"), "{ingest}");
        let list = cli.run(&["quarantine", "list"]).stdout;
        assert!(list.contains("0 in quarantine"), "{mode}: {list}");
    }
}

#[test]
fn a_leg_of_a_ci_job_is_part_of_the_variant() {
    let cli = Cli::new();
    let ingest = |leg: &str, letters: &str| {
        report(&cli, "a.xml", letters);
        let leg = format!("e2e: [{leg}]");
        let variables = [
            ("GITLAB_CI", "true"),
            ("CI_PIPELINE_ID", "7"),
            ("CI_JOB_ID", "1"),
            ("CI_JOB_NAME", leg.as_str()),
        ];
        assert_eq!(cli.run_with(&["ingest", "a.xml"], &variables).code, 0);
    };
    ingest("firefox", "F");
    ingest("chromium", "P");
    let list = cli.run(&["flaky", "list", "--all"]).stdout;
    assert!(list.contains("shop::pays [e2e: [firefox]]"), "{list}");
    assert!(list.contains("shop::pays [e2e: [chromium]]"), "{list}");
    let gate = cli.run(&["gate", "--run", "gitlab-7"]);
    assert_eq!(gate.code, 1);
    let failed = "failed shop::pays [e2e: [firefox]]\n";
    assert!(gate.stdout.starts_with(failed), "{}", gate.stdout);
}

#[test]
fn a_release_of_a_deployed_application_is_no_flaky_test() {
    // A pass and a failure a day apart on the same tests, 8 times: releases, or a flake.
    let said = |flags: &[&str], setting: &str| {
        let cli = Cli::new();
        cli.write("breadcrumb.toml", setting);
        for day in 1..=16_u64 {
            report(&cli, "a.xml", if day % 2 == 0 { "F" } else { "P" });
            // A report without times is as old as its file.
            let age = std::time::Duration::from_hours(24 * (20 - day));
            let file = std::fs::File::options().write(true).open(cli.path("a.xml"));
            let time = std::time::SystemTime::now() - age;
            file.unwrap().set_modified(time).unwrap();
            let version = format!("1.{day}");
            let flags: Vec<&str> = flags
                .iter()
                .map(|flag| if *flag == "DAY" { &version } else { *flag })
                .collect();
            assert_eq!(
                cli.run(&[&["ingest", "a.xml"], flags.as_slice()].concat())
                    .code,
                0
            );
        }
        let show = cli.run(&["flaky", "show", "shop::pays"]).stdout;
        (show, cli.run(&["quarantine", "list"]).stdout)
    };
    let (show, quarantine) = said(&[], "");
    assert!(quarantine.contains("1 in quarantine"), "{quarantine}");
    assert!(
        show.contains("set `app_version` if the application is deployed"),
        "{show}"
    );
    for (flags, setting, why) in [
        (
            &["--app-version", "DAY"][..],
            "",
            "and passed on none of these",
        ),
        (
            &[],
            "app_version = \"unknown\"\n",
            "because the app version is unknown",
        ),
    ] {
        let (show, quarantine) = said(flags, setting);
        assert!(quarantine.contains("0 in quarantine"), "{quarantine}");
        assert!(show.contains(why), "{show}");
    }
}

#[test]
fn a_gate_that_may_not_write_judges() {
    let cli = Cli::new();
    report(&cli, "a.xml", "PFPFPFPPFPPPPPPP");
    cli.write("breadcrumb.toml", "[flaky]\nmode = \"off\"\n");
    cli.run(&["ingest", "a.xml"]);
    cli.write("breadcrumb.toml", "");
    let path = cli.path(".breadcrumb.db");
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    let gate = cli.run(&["gate"]);
    assert_eq!(gate.code, 0, "{}{}", gate.stdout, gate.stderr);
    assert!(gate.stdout.contains("green: 1 test"), "{}", gate.stdout);
}

#[test]
fn a_test_that_is_not_recorded_is_an_error_with_the_closest_name() {
    let cli = Cli::new();
    report(&cli, "r.xml", "P");
    assert_eq!(cli.run(&["ingest", "r.xml"]).code, 0);
    for args in [
        &["flaky", "acknowledge", "shop::pay"][..],
        &["flaky", "rename", "shop::pay", "shop::x"],
        &["flaky", "show", "shop::pay"],
        &["flaky", "confirm", "shop::pay"],
        &["quarantine", "explain", "shop::pay"],
    ] {
        let said = error(cli.run(args));
        assert!(
            said.contains("no run of `shop::pay` is recorded"),
            "{args:?}: {said}"
        );
        assert!(
            said.contains("hint: did you mean `shop::pays`?"),
            "{args:?}: {said}"
        );
    }
    let run = cli.run(&["flaky", "acknowledge", "shop::pays"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn what_needs_a_recorded_test_makes_no_database() {
    let cli = Cli::new();
    for args in [
        &["flaky", "acknowledge", "a"][..],
        &["flaky", "rename", "a", "b"],
        &["flaky", "confirm", "a"],
        &["quarantine", "release", "a"],
        &["quarantine", "update"],
    ] {
        let said = error(cli.run(args));
        assert!(said.contains("there is no database"), "{args:?}: {said}");
        assert!(!cli.path(".breadcrumb.db").exists(), "{args:?}");
    }
}
