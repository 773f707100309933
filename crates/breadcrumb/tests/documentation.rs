//! What the documentation shows is what happens.

use breadcrumb::engine::{HealRequest, Healer};
use breadcrumb::html::HtmlPage;

#[test]
fn the_example_in_rust_gives_what_it_says() -> Result<(), Box<dyn std::error::Error>> {
    let before = HtmlPage::parse("<button id=login class=btn>Log in</button>", "/login")?;
    let after = HtmlPage::parse("<button id=sign-in class=btn>Log in</button>", "/login")?;
    let stored = before.snapshot().fingerprint(before.find("#login")?[0]);
    let verdict = Healer::default().heal(&HealRequest::new(&stored, after.snapshot()));
    let page = include_str!("../../../docs/how-a-heal-is-decided.md");
    assert!(page.contains(&format!("// {verdict}")), "{verdict}");
    Ok(())
}
