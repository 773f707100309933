//! Documents, good and bad.

use breadcrumb_core::{HealRequest, Healer, VerdictKind};

use super::*;

fn parse(html: &str) -> HtmlPage {
    HtmlPage::parse(html, "").unwrap()
}

fn visible_tags(html: &str) -> String {
    let page = parse(html);
    let tags: Vec<&str> = page
        .snapshot()
        .candidates()
        .iter()
        .map(|i| page.snapshot().tag(*i))
        .collect();
    tags.join(" ")
}

#[test]
fn text_and_attributes_arrive() {
    let page = parse("<main><p class='x y'>Hello <b>World</b><br>again</p></main>");
    let p = page.find("p.x").unwrap()[0];
    assert_eq!(page.snapshot().text(p), "hello world again");
    assert_eq!(page.snapshot().attribute(p, "class"), Some("x y"));
    let path: Vec<&str> = page.snapshot().path_to_root(p).collect();
    assert_eq!(path, ["p", "main", "body", "html"]);
}

#[test]
fn what_markup_hides_is_no_candidate() {
    assert_eq!(
        visible_tags("<p>a</p><p hidden>b<i>c</i></p><b>d</b>"),
        "body p b"
    );
    assert_eq!(
        visible_tags("<p style='Display : NONE'>b</p><i>c</i>"),
        "body i"
    );
    assert_eq!(
        visible_tags("<p style='visibility:hidden !important'>b</p>"),
        "body"
    );
    assert_eq!(
        visible_tags("<input type=HIDDEN><script>x</script><template><p>t</p></template>"),
        "body"
    );
}

#[test]
fn a_selector_that_is_none_is_an_error() {
    let error = parse("<p>").find("p[").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidSelector);
    assert_eq!(error.to_string(), "`p[` is not a CSS selector");
}

#[test]
fn odd_documents_are_pages_too() {
    for html in [
        "",
        "\0",
        "<",
        "no markup",
        "<p",
        "<table><td>x",
        "</p></p>",
        "<svg><a/></svg>",
    ] {
        let _ = parse(html).snapshot().candidates();
    }
    let deep = "<div>".repeat(20_000);
    assert!(parse(&deep).snapshot().len() > 1_000);
}

#[test]
fn a_renamed_button_is_healed() {
    let before =
        parse("<h1>Hi</h1><form><button id=login class=btn type=submit>Log in</button></form>");
    let after =
        parse("<h1>Hi</h1><form><button id=sign-in class=btn type=submit>Log in</button></form>");
    let stored = before
        .snapshot()
        .fingerprint(before.find("#login").unwrap()[0]);
    let verdict = Healer::default().heal(&HealRequest::new(&stored, after.snapshot()));
    assert_eq!(verdict.kind, VerdictKind::Healed, "{verdict}");
    let healed = after.snapshot().candidates()[verdict.healed().unwrap().position];
    assert_eq!(healed, after.find("#sign-in").unwrap()[0]);
}
