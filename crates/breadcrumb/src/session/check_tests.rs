//! What a check may be healed to: never what it asserts, and never what its locator does not mean.

use breadcrumb_html::HtmlPage;
use breadcrumb_store::SqliteStore;

use super::*;

/// Learns an element of a page by its text, looks for it on the next version, and returns the text of
/// what it is healed to; `None` where that is refused.
fn healed(
    locator: &str,
    call: (&str, Option<&str>),
    old: &str,
    text: &str,
    new: &str,
) -> Option<String> {
    healed_in_turn(locator, call, old, text, &[new]).remove(0)
}

/// The same for several versions, one run of the test after the other.
fn healed_in_turn(
    locator: &str,
    call: (&str, Option<&str>),
    old: &str,
    text: &str,
    versions: &[&str],
) -> Vec<Option<String>> {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path().join("t.db")).unwrap());
    let session = || Session::new(store.clone(), SessionOptions::new("t"));
    let page = HtmlPage::parse(old, "http://shop.test/").unwrap();
    let snapshot = page.snapshot();
    // The innermost element that says so.
    let is_it = |index: &&ElementIndex| snapshot.text(**index) == text;
    let target = *snapshot.candidates().iter().rfind(is_it).unwrap();
    let first = session();
    first.learn(locator, snapshot, target).unwrap();
    first.finish(TestResult::Passed).unwrap();
    let purpose = Purpose::of_call(call.0, call.1);
    let run = |html: &&str| {
        let page = HtmlPage::parse(html, "http://shop.test/").unwrap();
        let session = session();
        let look = session
            .look_for(locator, page.snapshot(), &purpose)
            .unwrap();
        session.confirm(&look, Confirmation::default()).unwrap();
        session.finish(TestResult::Passed).unwrap();
        look.element()
            .map(|element| page.snapshot().text(element).to_owned())
    };
    versions.iter().map(run).collect()
}

const TABS: &str = "<ul class=tabs><li><a href=/v>View</a></li>\
    <li class=active><a href=/e>Edit</a></li><li><a href=/h>History</a></li></ul>";

fn tabs(marked: &str) -> String {
    let item = |label: &str, href: &str| {
        let class = if label == marked { " class=is-on" } else { "" };
        format!("<li{class}><a href={href}>{label}</a></li>")
    };
    let items = item("View", "/v") + &item("Edit", "/e") + &item("History", "/h");
    format!("<ul class=nav>{items}</ul>")
}

#[test]
fn a_state_must_be_seen_on_the_new_page() {
    for call in [
        ("to_have_text", None),
        ("click", None),
        ("get_attribute", Some("href")),
    ] {
        let look =
            |marked: &str| healed("ul.tabs > li.active > a", call, TABS, "edit", &tabs(marked));
        assert_eq!(look("Edit").as_deref(), Some("edit"), "{call:?}");
        assert_eq!(look("View"), None, "{call:?}");
        assert_eq!(look("nothing"), None, "{call:?}");
    }
}

#[test]
fn a_class_that_marks_one_item_is_a_state_whatever_it_is_called() {
    let old = TABS.replace("active", "zz");
    let look = |locator: &str, marked: &str| {
        healed(locator, ("to_have_text", None), &old, "edit", &tabs(marked))
    };
    assert_eq!(look("li.zz > a", "Edit").as_deref(), Some("edit"));
    assert_eq!(look("li.zz > a", "View"), None);
}

#[test]
fn a_place_must_be_the_same_on_the_new_page() {
    let table = |class: &str, names: [&str; 3]| {
        let row = |name| format!("<tr class={class}><td>{name}</td><td>Open</td></tr>");
        format!("<table>{}</table>", names.map(row).concat())
    };
    let old = table("person", ["Ada", "Bob", "Cleo"]);
    let look = |locator: &str, names| {
        healed(
            locator,
            ("hover", None),
            &old,
            "bob",
            &table("member", names),
        )
    };
    let second = "locator(\"tr.person\").nth(1).locator(\"td\").first";
    assert_eq!(look(second, ["Ada", "Bob", "Cleo"]).as_deref(), Some("bob"));
    assert_eq!(look(second, ["Ada", "Cleo", "Bob"]), None);
    assert_eq!(
        look("tr.person .name", ["Ada", "Cleo", "Bob"]).as_deref(),
        Some("bob")
    );
}

#[test]
fn what_a_locator_means_stays_what_it_was_before_the_first_heal() {
    let item = |class: &str, name| format!("<button class={class}>{name}</button>");
    let list = |class| {
        ["All", "Lamps", "Plants"]
            .map(|name| item(class, name))
            .concat()
    };
    let versions = [&*list("chip"), &*list("chip"), &*list("pill")];
    let third = "locator(\".category\").nth(2)";
    let found = healed_in_turn(
        third,
        ("click", None),
        &list("category"),
        "plants",
        &versions,
    );
    let plants = || Some("plants".to_owned());
    assert_eq!(found, [plants(), plants(), plants()]);

    // The mark is called otherwise by now, but it is still the mark that is meant.
    let old = TABS.replace("active", "zz");
    let (edit, view) = (tabs("Edit"), tabs("View"));
    let versions = [&*edit, &*edit, &*view];
    let found = healed_in_turn("li.zz > a", ("to_have_text", None), &old, "edit", &versions);
    let edit = || Some("edit".to_owned());
    assert_eq!(found, [edit(), edit(), None]);
}

#[test]
fn a_text_that_is_asserted_finds_nothing() {
    let old = "<h1>Cart</h1><p>Lamp <b class=price>$40</b></p><p>Total <b class=total>$40</b></p>";
    let new = "<h1>Cart</h1><p>Lamp <b class=cost>$40</b></p><p>Total <b class=sum>$45</b></p>";
    for call in ["to_have_text", "inner_text", "text_content", "evaluate"] {
        let found = healed(".total", (call, None), old, "$40", new);
        assert_ne!(found.as_deref(), Some("$40"), "{call}");
    }
}

#[test]
fn to_ask_whether_a_text_is_there_is_to_ask_for_that_text() {
    let (old, new) = (
        "<main><h1>Shop</h1><div class=a id=flash>Order placed</div></main>",
        "<main><h1>Shop</h1><div class=a id=flash>Order failed</div></main>",
    );
    let look = |call| {
        healed(
            "get_by_text(\"Order placed\")",
            (call, None),
            old,
            "order placed",
            new,
        )
    };
    assert_eq!(look("to_be_visible"), None);
    assert_eq!(look("click").as_deref(), Some("order failed"));
}

#[test]
fn a_check_stays_in_its_part_of_the_page() {
    let link = "<a href=/books>Books</a>";
    let old = format!("<div class=breadcrumbs>{link} Edit</div><main><h1>Edit</h1></main>");
    let new = format!("<nav class=sidebar>{link}</nav><main><h1>Edit</h1></main>");
    let look = |call| healed("div.breadcrumbs a", (call, None), &old, "books", &new);
    assert_eq!(look("to_be_visible"), None);
    assert_eq!(look("click").as_deref(), Some("books"));
}
