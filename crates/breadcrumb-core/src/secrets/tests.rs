use proptest::prelude::*;

use super::*;
use crate::page::PageSnapshot;

/// Secrets that are told by their form, wherever they stand.
const BY_FORM: [&str; 16] = [
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r",
    "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "github_pat_11ABCDEFG0123456789_abcdefghij",
    "glpat-3x4mpl3T0k3nV4lu3",
    "xoxb-123456789012-abcdefghijkl",
    "AKIAIOSFODNN7EXAMPLE1",
    "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
    "npm_9fA3kQ7LmZ2xTr8WcB5vN1eY6uP0sD4g",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "378282246310005",
    "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
    "a8F3kz91LmQ2x7Pt",
    "5f4dcc3b5aa765d61d8327deb882cf99",
    "d41d8cd98f00b204",
];

#[test]
fn secrets_are_told_by_their_form() {
    for secret in BY_FORM {
        for text in [secret.to_owned(), format!("Key: {secret}, done")] {
            let hidden = hide_secrets(&text);
            assert!(!hidden.contains(secret), "{hidden}");
            assert!(has_hidden(&hidden), "{hidden}");
            assert_eq!(hide_secrets(&hidden), hidden, "hidden twice");
            let lower = hide_secrets(&text.to_lowercase()).into_owned();
            assert_eq!(lower, hidden.to_lowercase(), "the same in lower case");
        }
    }
}

#[test]
fn what_people_read_stays() {
    for text in [
        "Save 2 changes",
        "Order 1024 of 2026-11-19",
        "Total: 1,024.50 EUR",
        "summer-sale-2026-collection-hoodies",
        "btn btn-primary btn-lg",
        "id_form-0-published_on_1",
        "MacBook-Pro-14-2023",
        "+49 30 901820",
        "v1.12.3-beta.4",
        "getElementsByTagNameNS",
        "internationalization",
        "1700000000001",
    ] {
        assert_eq!(hide_secrets(text), text);
    }
}

#[test]
fn attributes_keep_what_names_the_element() {
    let kept = |tag: &str, kind: &str, name: &str, value: &str| {
        kept_attribute(tag, kind, name, value).map(Cow::into_owned)
    };
    for (name, value) in [
        ("id", "react-select-2-input"),
        ("class", "css-1a2b3c4d5e6f btn"),
        ("data-testid", "cart-row-9f3a01bc77aa10"),
        ("aria-label", "Close dialog"),
        ("href", "/orders?page=2#top"),
        ("href", "#/settings/profile"),
        ("title", "Save changes"),
        ("data-toggle", "modal"),
        ("data-id", "42"),
        ("formcontrolname", "email"),
        ("placeholder", "you at work"),
    ] {
        assert_eq!(kept("a", "", name, value).as_deref(), Some(value), "{name}");
    }
    for (name, value) in [
        ("data-user", "ann@shop.test"),
        ("data-session", "plain"),
        ("data-owner", "Ann Maria Example Sample"),
        ("title", "Signed in as ann@shop.test"),
        ("aria-label", "Token eyJhbGciOiJIUzI1NiJ9.e30.abc"),
        ("data-csrf-token", "abc"),
        ("onclick", "pay()"),
        ("class", "user ann@shop.test"),
    ] {
        let kept = kept("a", "", name, value).unwrap();
        assert!(has_hidden(&kept), "{name}: {kept}");
    }
    for name in ["nonce", "aria-valuetext", "srcdoc"] {
        assert_eq!(kept("div", "", name, "anything"), None, "{name}");
    }
    assert_eq!(
        kept("input", "submit", "value", "Save all").as_deref(),
        Some("Save all")
    );
    assert!(has_hidden(
        &kept("button", "submit", "value", "T0K3N-77-x").unwrap()
    ));
}

#[test]
fn addresses_keep_where_they_lead() {
    for (address, expected) in [
        ("https://ann:pw1@shop.test/cart", "https://shop.test/cart"),
        ("/a/b?page=2&q=", "/a/b?page=2&q="),
        ("#login", "#login"),
        ("javascript:void(0)", "javascript:void(0)"),
        ("../up/one.html", "../up/one.html"),
    ] {
        let hidden = hide_in_address(address);
        assert_eq!(
            hidden.trim_end_matches("⟨⟩"),
            expected.trim_end_matches("⟨⟩"),
            "{address}"
        );
    }
    for address in [
        "/reset?code=hunter2",
        "/cb#access_token=hunter2&state=1",
        "/files/Zk3x9Qw7Lm2pR8vThunter2",
        "mailto:hunter2@shop.test",
        "https://hunter2@shop.test/x",
        "/u/hunter2@shop.test/edit",
        "/app#/invite?key=hunter2",
    ] {
        let hidden = hide_in_address(address);
        assert!(!hidden.contains("hunter2"), "{hidden}");
        assert_eq!(hide_in_address(&hidden), hidden, "hidden twice");
    }
}

#[test]
fn messages_do_not_tell_what_was_typed() {
    for message in [
        "login failed for password=hunter2",
        "{\"password\": \"hunter2\", \"user\": \"ann\"}",
        "request had Authorization: Bearer hunter2",
        "curl -H 'Bearer hunter2'",
        "GET https://shop.test/?token=hunter2 failed",
        "navigating to https://ann:hunter2@shop.test/",
        "Locator expected to have value 'other'\nActual value: hunter2",
        "Locator expected to have value 'hunter2'\nActual value: ",
        "Error: expect(locator).toHaveValue(expected) failed\n\nExpected: \"x\"\nReceived: \"hunter2\"",
        "  - fill(\"hunter2\")\n  - waiting",
        "api_key: hunter2",
        "  4 × locator resolved to <input id=\"pw\" value=\"hunter2\"/>",
        "Aria snapshot:\n- textbox \"Note\": hunter2",
    ] {
        let hidden = hide_in_message(message);
        assert!(!hidden.contains("hunter2"), "{hidden}");
        assert_eq!(hide_in_message(&hidden), hidden, "hidden twice");
    }
    let said = hide_in_message(
        "Error: expect(locator).toHaveValue(expected) failed\n\nLocator: locator('#pw')\n\
         Expected: \"x\"\nReceived: \"hunter2\"\nCall log:\n  - Expect \"toHaveValue\" with timeout 300ms",
    );
    assert!(
        said.starts_with("Error: expect(locator).toHaveValue(expected) failed"),
        "{said}"
    );
    assert!(
        said.contains("'#pw'") && said.contains("\"toHaveValue\""),
        "{said}"
    );
    let plain = "assert 503 == 200\n  +  where 503 = <Response>.status\nLocator expected to have text 'Pay'";
    assert_eq!(hide_in_message(plain), plain);
}

#[test]
fn typed_values_are_hidden_wherever_they_stand() {
    let mut typed = TypedValues::default();
    typed.note("hunter2");
    typed.note("ab");
    let hidden = typed.hide_in("assert 'hunter2' == 'ab'");
    assert!(
        !hidden.contains("hunter2") && hidden.contains("'ab'"),
        "{hidden}"
    );
    let steps = [
        "Fill \"hunter2\" getByLabel('Password')",
        "Click locator('#hunter3')",
    ];
    let typed = TypedValues::of_steps(&steps.map(str::to_owned));
    let hidden = typed.hide_in("hunter2 #hunter3");
    assert!(
        !hidden.contains("hunter2") && hidden.contains("#hunter3"),
        "{hidden}"
    );
}

#[test]
fn a_page_is_read_without_its_secrets() {
    let payload = r#"{"v":1,"url":"http://x/","strings":["div","contenteditable","true","my card 77","a","href","/x?k=hunter2","Go","data-user","ann@shop.test"],
        "parent":[-1,0,0],"tag":[0,0,4],"kind":[1,1,1],"attrs":[0,1,1,2,2,5,6,8,9],
        "box":[0,0,9,9,0,0,9,9,0,0,9,9],"texts":[1,2,3,2,3,7]}"#;
    let page = PageSnapshot::from_payload(payload).unwrap();
    assert_eq!(page.text(1), "");
    assert_eq!(page.text(2), "go");
    let link = page.fingerprint(2).to_json();
    assert!(
        !link.contains("hunter2") && !link.contains("ann@"),
        "{link}"
    );
    assert_eq!(page.fingerprint(2).without_secrets(), page.fingerprint(2));
    let raw = PageSnapshot::from_payload_as_it_is(payload).unwrap();
    assert_eq!(raw.text(1), "my card 77");
    let old = raw.fingerprint(2).without_secrets();
    assert_eq!(old.attributes(), page.fingerprint(2).attributes());
}

proptest! {
    #[test]
    fn hiding_twice_is_hiding_once(text in "[ -~é⟨⟩]{0,80}") {
        let once = hide_secrets(&text).into_owned();
        prop_assert_eq!(hide_secrets(&once).into_owned(), once);
        let once = hide_in_message(&text);
        prop_assert_eq!(hide_in_message(&once), once);
        let once = hide_in_address(&text).into_owned();
        prop_assert_eq!(hide_in_address(&once).into_owned(), once);
    }
}
