//! `breadcrumb heal` and `breadcrumb fingerprint`, as a user runs them.

use crate::cli::Cli;

const V1: &str = "../../examples/login/v1.html";
const V2: &str = "../../examples/login/v2.html";

fn fingerprinted(locator: &str) -> Cli {
    let cli = Cli::new();
    let fingerprint = cli.run(&["fingerprint", "--page", V1, "--locator", locator]);
    assert_eq!(fingerprint.code, 0, "{}", fingerprint.stderr);
    cli.write("fp.json", &fingerprint.stdout);
    cli
}

#[test]
fn a_renamed_button_is_healed_with_every_reason() {
    let cli = fingerprinted("#login-btn");
    let healed = cli.run(&[
        "heal",
        "--fingerprint",
        "fp.json",
        "--page",
        V2,
        "--top",
        "1",
    ]);
    assert_eq!(healed.code, 0);
    insta::assert_snapshot!(healed.stdout);
}

#[test]
fn a_removed_button_is_refused_with_suggestions() {
    let cli = fingerprinted("#cancel-btn");
    let refused = cli.run(&[
        "heal",
        "--fingerprint",
        "fp.json",
        "--page",
        V2,
        "--top",
        "1",
    ]);
    assert_eq!(refused.code, 1);
    insta::assert_snapshot!(refused.stdout);
}

#[test]
fn what_was_there_before_is_vetoed_with_the_old_page() {
    let cli = fingerprinted("#cancel-btn");
    let args = [
        "heal",
        "--fingerprint",
        "fp.json",
        "--page",
        V1,
        "--old-page",
        V1,
        "--json",
    ];
    let healed = cli.json(&args);
    assert_eq!(
        healed["verdict"], "healed",
        "it is itself, not its own rival"
    );
    cli.write(
        "old.html",
        "<button>Save draft</button><button>Save draft 2</button>",
    );
    cli.write("new.html", "<button>Save draft 2</button>");
    let args = [
        "fingerprint",
        "--page",
        "old.html",
        "--locator",
        "button:nth-child(1)",
    ];
    cli.write("fp.json", &cli.run(&args).stdout);
    let heal = [
        "heal",
        "--fingerprint",
        "fp.json",
        "--page",
        "new.html",
        "--threshold",
        "0.4",
        "--json",
    ];
    assert_eq!(cli.json(&heal)["verdict"], "healed");
    let gone = cli.json(&[&heal[..], &["--old-page", "old.html"]].concat());
    assert_eq!(gone["verdict"], "gone");
    assert_eq!(
        gone["candidates"][0]["veto"],
        "was there before as button \"save draft 2\""
    );
}

#[test]
fn a_page_can_be_html_a_payload_or_fingerprints() {
    let cli = fingerprinted("#login-btn");
    let one = cli.read("fp.json");
    cli.write("list.json", &format!("[{one}]"));
    cli.write(
        "payload.json",
        r#"{"v":1,"strings":["button","id","login-btn","Log in"],"parent":[-1],"tag":[0],"kind":[1],
            "attrs":[1,1,2],"box":[0,0,9,9],"texts":[0,1,3]}"#,
    );
    for page in ["list.json", "payload.json"] {
        let verdict = cli.json(&["heal", "--fingerprint", "fp.json", "--page", page, "--json"]);
        assert_eq!(verdict["verdict"], "healed", "{page}: {verdict}");
    }
}

#[test]
fn wrong_input_is_an_error_with_a_way_out() {
    let cli = fingerprinted("#login-btn");
    cli.write("broken.json", "{\"tag\": ");
    cli.write("payload.json", "{\"v\": 7}");
    let heal = |fingerprint: &str, page: &str, more: &[&str]| {
        let args = [
            &["heal", "--fingerprint", fingerprint, "--page", page],
            more,
        ]
        .concat();
        let run = cli.run(&args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        run.stderr
    };
    let all = [
        heal("missing.json", V2, &[]),
        heal("broken.json", V2, &[]),
        heal("fp.json", "payload.json", &[]),
        heal("fp.json", V2, &["--threshold", "7"]),
        heal("fp.json", V2, &["--weight", "texts=1"]),
        heal("fp.json", V2, &["--weight", "text"]),
        cli.run(&["fingerprint", "--page", V1, "--locator", ".btn"])
            .stderr,
        cli.run(&["fingerprint", "--page", V1, "--locator", "#nope"])
            .stderr,
        cli.run(&["fingerprint", "--page", V1, "--locator", "p["])
            .stderr,
        cli.run(&["haul"]).stderr,
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn the_same_input_has_the_same_answer() {
    let cli = fingerprinted("#login-btn");
    let args = ["heal", "--fingerprint", "fp.json", "--page", V2, "--json"];
    assert_eq!(cli.run(&args).stdout, cli.run(&args).stdout);
}

#[cfg(unix)]
#[test]
fn a_device_that_never_ends_is_an_error() {
    let cli = Cli::new();
    let page = cli.run(&["fingerprint", "--page", "/dev/zero", "--locator", "#a"]);
    assert_eq!(page.code, 2, "{}{}", page.stdout, page.stderr);
    assert!(page.stderr.contains("/dev/zero"), "{}", page.stderr);
    let generated = cli.run(&["generate", "/dev/zero"]);
    assert_eq!(
        generated.code, 2,
        "{}{}",
        generated.stdout, generated.stderr
    );
    assert!(
        generated.stderr.contains("more than 10 MB"),
        "{}",
        generated.stderr
    );
}

#[test]
fn generated_tests_in_typescript_heal_on_request() {
    let cli = Cli::new();
    for (lang, package) in [
        ("typescript", "@playwright/test"),
        ("typescript-healing", "breadcrumb-playwright/test"),
    ] {
        let made = cli.run(&["generate", V1, "--lang", lang, "--dry-run"]);
        assert_eq!(made.code, 0, "{}", made.stderr);
        let import = format!("import {{ expect, test }} from \"{package}\";");
        assert!(made.stdout.contains(&import), "{}", made.stdout);
    }
}
