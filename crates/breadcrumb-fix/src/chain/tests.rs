//! Keys as the Python front computes them, and what is read from them.

use breadcrumb_core::LocatorKind;

use proptest::prelude::*;

use super::*;

fn parsed(code: &str) -> Chain {
    Chain::parse(code).unwrap_or_else(|| panic!("{code}"))
}

#[test]
fn a_key_is_read_and_written_byte_for_byte() {
    for key in [
        "#login-btn",
        "text=a >> b",
        r#"get_by_role("button", name="Sign in")"#,
        r#"locator("form").get_by_role("button", name="Log in", exact=True)"#,
        r#"locator("li").filter(has_text="A").first"#,
        r#"locator("li").nth(-1)"#,
        r##"frame_locator("#f").get_by_text("x")"##,
        r##"locator("#f").content_frame.locator("b")"##,
        r#"locator("div").filter(has=locator("b").first)"#,
        r#"get_by_text(re.compile(r"^a\\d", re.IGNORECASE|re.MULTILINE))"#,
        r#"locator("a").or_(get_by_text("b"))"#,
        r#"locator("a").is_visible()"#,
        r#"locator("a", has_text="b")"#,
        r#"locator("a").describe(description="b")"#,
        "get_by_text(\"tab\there \\\"q\\\" \\n\")",
    ] {
        assert_eq!(parsed(key).key(), key);
    }
}

/// Made with `child_key` of the Python front.
#[test]
fn keys_of_the_front_come_back() {
    for key in [
        "get_by_role(\"button\", name=\"a\tb\\\"c\\\\d\\n\r\", exact=True)",
        "locator(\"#f\").locator(\"b\", has_text=re.compile(r\"\\\\d\\\\\\\"x/\", re.IGNORECASE|re.DOTALL))",
        "locator(\"#f\").filter(has=locator(\"b\"), has_not=get_by_text(\"x\"), visible=True)",
        "locator(\"li\", has_text=\"A\")",
        "locator(\"li\").nth(-1).or_(locator(\"#x\"))",
        "locator(\"a\").describe(description=\"d\")",
        "get_by_ref(ref=\"e1\")",
        "get_by_role(\"heading\", include_hidden=False, level=2)",
        "locator(\"a\").locator(locator(\"b\"))",
        "frame_locator(\"#f\").first",
        "get_by_test_id(re.compile(r\"é$\", re.ASCII))",
        "get_by_text(\"\", exact=False)",
    ] {
        assert_eq!(parsed(key).key(), key);
    }
}

#[test]
fn options_stand_in_the_order_of_the_signature() {
    let chain = parsed(r#"get_by_role("button", exact=True, name='a')"#);
    assert_eq!(
        chain.key(),
        r#"get_by_role("button", name="a", exact=True)"#
    );
    assert_eq!(parsed(r#"locator(selector="a")"#).key(), "a");
}

#[test]
fn what_is_no_locator_is_not_read() {
    for code in [
        "",
        "  ",
        "locator(",
        r#"locator("a").click()"#,
        r#"locator("a") + 1"#,
        "get_by_text(f\"a\")",
    ] {
        assert_eq!(Chain::parse(code), None, "{code}");
    }
}

#[test]
fn both_languages_are_written() {
    for (key, python, typescript) in [
        ("#a", "locator('#a')", "locator('#a')"),
        (
            r#"get_by_role("button", name="it's", exact=True)"#,
            r"get_by_role('button', name='it\'s', exact=True)",
            r"getByRole('button', { name: 'it\'s', exact: true })",
        ),
        (
            r#"locator("li").filter(has=locator("b")).first"#,
            "locator('li').filter(has=locator('b')).first",
            "locator('li').filter({ has: locator('b') }).first()",
        ),
        (
            r#"get_by_text(re.compile(r"a", re.IGNORECASE)).or_(locator("b"))"#,
            "get_by_text(re.compile('a', re.IGNORECASE)).or_(locator('b'))",
            "getByText(new RegExp('a', 'i')).or(locator('b'))",
        ),
        (
            r#"locator("a").describe(description="b")"#,
            "locator('a').describe(description='b')",
            "locator('a').describe('b')",
        ),
    ] {
        assert_eq!(parsed(key).python(Quote::Single), python);
        assert_eq!(parsed(key).typescript(Quote::Single), typescript);
    }
}

#[test]
fn a_locator_is_read_in_either_language_with_its_page_or_without() {
    for (typescript, key) in [
        (
            "getByRole('button', { name: 'Sign in' })",
            r#"get_by_role("button", name="Sign in")"#,
        ),
        (
            "page.locator('li', { hasText: 'A' }).first()",
            r#"locator("li", has_text="A").first"#,
        ),
        ("page.get_by_text(\"a\")", r#"get_by_text("a")"#),
        (
            "frameLocator('iframe').getByTestId('x')",
            r#"frame_locator("iframe").get_by_test_id("x")"#,
        ),
    ] {
        assert_eq!(parsed(typescript), parsed(key), "{typescript}");
        assert_eq!(parsed(typescript).key(), key);
    }
    // Calls that are cut short, or do more, are no locator.
    assert_eq!(Chain::parse("locator('a').evaluate(x)"), None);
    assert_eq!(Chain::parse("findMagic('a')"), None);
}

#[test]
fn a_locator_has_a_kind() {
    for (key, kind) in [
        ("#a", LocatorKind::Id),
        ("form #a", LocatorKind::Id),
        ("#a.b", LocatorKind::Css),
        ("css=[data-testid=\"a\"]", LocatorKind::TestId),
        ("role=button[name=\"a\"i]", LocatorKind::Role),
        ("text=\"a\"", LocatorKind::Text),
        ("//a", LocatorKind::Other),
        ("a[href=\"b\"]", LocatorKind::Css),
        (
            "locator(\"li\").filter(has_text=\"A\").first",
            LocatorKind::Css,
        ),
    ] {
        assert_eq!(LocatorKind::of(key), kind, "{key}");
    }
}

proptest! {
    #[test]
    fn any_text_comes_back_from_its_key(text: String) {
        let call = Call {
            method: "get_by_text".to_owned(),
            arguments: vec![(String::new(), Value::Text(text))],
        };
        let chain = Chain { calls: vec![call], check: None };
        prop_assert_eq!(Chain::parse(&chain.key()), Some(chain));
    }

    #[test]
    fn any_key_is_read_without_a_panic(code in "(locator\\()?[\\PC\"'().,=]{0,20}") {
        let _ = Chain::parse(&code);
    }
}
