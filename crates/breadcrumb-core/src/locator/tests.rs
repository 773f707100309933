//! What databases know locators by, and that no text ever becomes anything else.

use proptest::prelude::*;
use serde_json::Value as Json;

use super::*;

const GOLDEN: &str = include_str!("../../../../fixtures/locators/keys.jsonl");
/// A selector that looks like a call: its key alone does not tell where it ends.
const LIKE_A_CALL: &str = "get_by_role(x).first";

struct Row {
    code: String,
    key: String,
    selector: String,
}

fn golden() -> Vec<Row> {
    let row = |line: &str| {
        let row: Json = serde_json::from_str(line).unwrap();
        let field = |name: &str| row[name].as_str().unwrap().to_owned();
        Row {
            code: field("code"),
            key: field("key"),
            selector: field("selector"),
        }
    };
    let rows: Vec<Row> = GOLDEN.lines().map(row).collect();
    assert!(rows.len() >= 300);
    rows
}

fn selector(locator: &Locator) -> Option<String> {
    locator.selector("data-testid")
}

#[test]
fn every_locator_has_the_key_and_the_selector_that_it_always_had() {
    for row in golden() {
        let made = Locator::from_code(&row.code, Syntax::Python).expect(&row.code);
        assert_eq!(made.key(), row.key, "{}", row.code);
        assert_eq!(selector(&made), Some(row.selector), "{}", row.code);
        let read = Locator::from_key(&row.key);
        assert_eq!(read.key(), row.key);
        if row.key != LIKE_A_CALL {
            assert_eq!(read, made, "{}", row.key);
        }
    }
}

#[test]
fn every_locator_is_read_back_from_code_and_from_its_selector() {
    for row in golden() {
        let made = Locator::from_code(&row.code, Syntax::Python).expect(&row.code);
        for (code, syntax) in [
            (made.python(), Syntax::Python),
            (made.javascript(), Syntax::JavaScript),
            (format!("page.{}", made.javascript()), Syntax::JavaScript),
        ] {
            assert_eq!(
                Locator::from_code(&code, syntax),
                Some(made.clone()),
                "{code}"
            );
        }
        let read = Locator::from_selector(&row.selector);
        assert_eq!(selector(&read), Some(row.selector));
        let code = read.python();
        assert_eq!(
            Locator::from_code(&code, Syntax::Python),
            Some(read),
            "{code}"
        );
    }
}

/// As `str()` of a normalized locator shows it in Playwright.
#[test]
fn a_selector_becomes_the_calls_that_playwright_shows() {
    for (selector, expected) in [
        ("#save >> nth=0", r##"locator("#save").first"##),
        ("li >> nth=2", r#"locator("li").nth(2)"#),
        (
            "internal:text=\"Open\"s",
            r#"get_by_text("Open", exact=True)"#,
        ),
        (
            "internal:label=/^a/i",
            r#"get_by_label(re.compile("^a", re.IGNORECASE))"#,
        ),
        (
            "internal:attr=[alt=\"a\\\"]b\"i]",
            r#"get_by_alt_text("a\"]b")"#,
        ),
        ("internal:testid=[data-cy=\"x\"s]", r#"get_by_test_id("x")"#),
        (
            "internal:role=button[checked=true][name=\"a]\"s][pressed=false]",
            r#"get_by_role("button", checked=True, name="a]", pressed=False, exact=True)"#,
        ),
        (
            "tr >> internal:has=\"internal:role=cell >> nth=-1\" >> internal:has-not-text=\"x >> y\"i",
            r#"locator("tr").filter(has=get_by_role("cell").last).filter(has_not_text="x >> y")"#,
        ),
        (
            "iframe >> internal:control=enter-frame >> a >> visible=true",
            r#"locator("iframe").content_frame.locator("a").filter(visible=True)"#,
        ),
        (
            "a >> internal:or=\"b\"",
            r#"locator("a").or_(locator("b"))"#,
        ),
        (
            "a >> internal:chain=\"b\"",
            r#"locator("a").locator(locator("b"))"#,
        ),
        ("text=it's >> b", r#"locator("text=it's").locator("b")"#),
        // What is not known stays as it is.
        (
            "a >> internal:new=1",
            r#"locator("a").locator("internal:new=1")"#,
        ),
        ("a>>b", r#"locator("a>>b")"#),
        ("internal:has=\"a\"", r#"locator("internal:has=\"a\"")"#),
    ] {
        assert_eq!(Locator::from_selector(selector).python(), expected);
    }
}

#[test]
fn calls_of_both_languages_make_the_same_locator() {
    let text = |text: &str| Value::from(text);
    let one = |name: &str, value: Value| vec![(name.to_owned(), value)];
    let inner = Value::Locator(Locator::css("b"));
    let python = Locator::root()
        .then("locator", one("selector", text("li")))
        .then("filter", one("has_not_text", text("x")))
        .then("and_", one("locator", inner.clone()))
        .then("describe", one("description", text("d")))
        .then("first", Vec::new());
    let javascript = Locator::root()
        .then("locator", one("", text("li")))
        .then("filter", one("hasNotText", text("x")))
        .then("and", one("", inner))
        .then("describe", one("", text("d")))
        .then("first", Vec::new());
    assert_eq!(python, javascript);
    assert_eq!(
        python.key(),
        r#"locator("li").filter(has_not_text="x").and_(locator("b")).describe(description="d").first"#
    );
    assert_eq!(
        python.javascript(),
        r#"locator("li").filter({ hasNotText: "x" }).and(locator("b")).describe("d").first()"#
    );
    let frame = Locator::by("frame_locator", "#f");
    assert_eq!(
        python.inside(&frame).key(),
        format!("frame_locator(\"#f\").{}", python.key())
    );
}

#[test]
fn nothing_is_lost_of_calls_that_are_not_known() {
    for key in [
        "",
        "locator(\"a\").is_visible()",
        "get_by_ref(ref=\"e1\")",
        "get_by_shape(shape=\"round\", size=2.5).glow(by=locator(\"b\"))",
        "locator(\"a\").first()",
        "locator('a')",
        "locator(",
    ] {
        let locator = Locator::from_key(key);
        assert_eq!(locator.key(), key);
        let is_known = matches!(
            key,
            "" | "locator('a')" | "locator(" | "locator(\"a\").first()"
        );
        assert_eq!(selector(&locator).is_some(), is_known, "{key}");
    }
    let odd = Value::Other("[1] + __import__(\"os\")".to_owned());
    let locator = Locator::root().then("get_by_odd", vec![("odd".to_owned(), odd)]);
    assert_eq!(locator.key(), "get_by_odd(odd=[1] + __import__(\"os\"))");
    assert_eq!(
        locator.python(),
        r#"get_by_odd(odd='[1] + __import__("os")')"#
            .replace('\'', "\"")
            .replace("(\"os\")", "(\\\"os\\\")")
    );
}

#[test]
fn what_playwright_would_refuse_has_no_selector() {
    for code in [
        "get_by_text(re.compile(\"a\", re.VERBOSE))",
        "get_by_role(\"button >> x\")",
        "frame_locator(\"#f\").filter(visible=True)",
        "locator(\"a\", color=\"red\")",
        "locator(\"a\").owner",
    ] {
        let locator = Locator::from_code(code, Syntax::Python).expect(code);
        assert_eq!(selector(&locator), None, "{code}");
    }
    let in_frame = Locator::from_key("frame_locator(\"#f\").first");
    assert_eq!(
        selector(&in_frame).as_deref(),
        Some("#f >> nth=0 >> internal:control=enter-frame")
    );
    assert_eq!(
        Locator::by("get_by_test_id", "x")
            .selector("data-a,data-b")
            .as_deref(),
        Some(r#"internal:testid=["data-a,data-b"="x"s]"#)
    );
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<String>().prop_map(Value::Text),
        "[\"'`>/\\\\\\n$\\{\\}a-c]{0,8}".prop_map(Value::Text),
        ("[\"'`>/\\\\\\n\\[\\]a-c]{0,8}", "[ims]{0,3}")
            .prop_map(|(source, flags)| Value::Pattern(Pattern::new(source, &flags))),
        any::<i64>().prop_map(Value::Number),
        any::<bool>().prop_map(Value::Bool),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let name = prop_oneof![Just(String::new()), Just("name".to_owned())];
        (name, inner).prop_map(|(name, value)| {
            let found = Locator::by("get_by_text", "x");
            Value::Locator(found.then(
                "get_by_role",
                vec![(String::new(), "a".into()), (name + "x", value)],
            ))
        })
    })
}

proptest! {
    #[test]
    fn any_key_is_read_and_written_to_the_letter(key: String, call in "(locator\\(|get_by_text\\()[\\PC\"'().,=\\\\]{0,20}") {
        prop_assert_eq!(Locator::from_key(&key).key(), key);
        prop_assert_eq!(Locator::from_key(&call).key(), call);
    }

    #[test]
    fn any_value_comes_back_from_a_key_and_from_code(value in value()) {
        let locator = Locator::css("li").then("filter", vec![("has".to_owned(), value)]);
        prop_assert_eq!(&Locator::from_key(&locator.key()), &locator);
        for (code, syntax) in [(locator.python(), Syntax::Python), (locator.javascript(), Syntax::JavaScript)] {
            let ends_line = |c| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}');
            prop_assert!(!code.contains(ends_line), "{}", code);
            prop_assert_eq!(Locator::from_code(&code, syntax), Some(locator.clone()), "{}", code);
        }
    }

    /// A text of a page is one value of one part of the selector, whatever it is.
    #[test]
    fn any_text_stays_one_part_of_a_selector(text in prop_oneof![any::<String>(), "[\"'`>/\\\\\\n\\[\\]=a-c ]{0,12}"]) {
        for method in ["get_by_text", "get_by_label", "get_by_title", "get_by_test_id"] {
            for last in [Locator::by(method, &text), Locator::role("button", &text)] {
                let locator = last.inside(&Locator::css("li"));
                let written = selector(&locator).unwrap();
                prop_assert_eq!(Locator::from_selector(&written), locator, "{}", written);
            }
        }
    }

    #[test]
    fn any_pattern_stays_one_part_of_a_selector(source in "[\"'`>/\\\\\\n\\[\\]=a-c ]{0,12}") {
        let pattern = Value::Pattern(Pattern::new(source, "i"));
        let locator = Locator::css("li").then("get_by_text", vec![(String::new(), pattern)]).then("last", Vec::new());
        if let Some(written) = selector(&locator) {
            let read = Locator::from_selector(&written);
            prop_assert_eq!(read.steps().len(), 3, "{}", written);
        }
    }

    #[test]
    fn any_selector_is_read_and_written_to_the_letter(
        text: String,
        selector in "((internal:(has|text|role|attr|testid|and|label|control|describe)|nth|visible)=)?[\\[\\]\"/\\\\is=>a ]{0,12}( >> [a-z\"'=\\\\]{0,6}){0,2}",
    ) {
        prop_assert_eq!(Locator::from_selector(&text).selector("data-testid"), Some(text));
        prop_assert_eq!(Locator::from_selector(&selector).selector("data-testid"), Some(selector));
    }

    #[test]
    fn any_code_is_read_without_a_panic(code in "(page\\.)?(locator\\(|getByText\\()?[\\PC\"'().,=]{0,20}") {
        let _ = (Locator::from_code(&code, Syntax::Python), Locator::from_code(&code, Syntax::JavaScript));
        let _ = Locator::parse(&code);
    }
}
