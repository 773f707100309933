//! The selectors that the page is asked about: in the page, in a parent, in a frame.

use std::sync::Arc;
use std::time::Duration;

use breadcrumb_core::Shape;

use super::knowledge::{Knowledge, Verdict};
use super::script::{Script, URL, parent};
use super::world::selectors_of;
use crate::{Answer, Asset, Next, Outcome, Parent, Question, Step, Test};

const FRAME: &str = "css=iframe >> internal:control=enter-frame";

/// What was asked: the selector, the request, and which function.
type Asked = (String, String, Asset);

fn script(own: &str, parent: Option<Parent>) -> Script {
    let mut script = Script::new("click", Duration::from_secs(30));
    (script.is_known, script.verdict) = (true, Verdict::Healed);
    script.settings.heal_after = Duration::ZERO;
    script.want.selector = own.to_owned();
    script.want.parent = parent;
    script
}

/// Heals a call; returns what was asked about candidates, and the selectors of the calls. `hits` are
/// the selectors that find just the element, which is at `address`.
fn healed(script: &Script, hits: &[&str], address: &str) -> (Vec<Asked>, Vec<String>) {
    let test = Arc::new(Test::new(Knowledge::new(script), script.settings.clone()));
    test.navigated(script.want.frame, script.is_engine_known);
    let (mut asked, mut acted) = (Vec::new(), Vec::new());
    let mut call = test.call(script.want.clone());
    let mut next = call.start(Duration::ZERO);
    loop {
        let answer = match next {
            Next::Over(Outcome::Return(_)) => return (asked, acted),
            Next::Step(Step::Act(act)) if act.selector == script.want.selector => {
                acted.push(act.selector);
                Answer::Failed {
                    message: "Timeout exceeded".to_owned(),
                    timed_out: true,
                }
            }
            Next::Step(Step::Act(act)) => {
                acted.push(act.selector);
                let (shape, url) = (Shape::Nothing, URL.to_owned());
                Answer::Acted { shape, url }
            }
            Next::Step(Step::Ask(ask)) => match ask.question {
                Question::Count { .. } => Answer::Count(0),
                // Where the element is, without any selector.
                Question::Page { request } if request.contains("check") => {
                    marked(script, "", &[], address)
                }
                Question::Page { .. } => Answer::Value {
                    json: "{\"capture\":4}".to_owned(),
                    payload: Some("{}".to_owned()),
                },
                Question::All {
                    selector,
                    request,
                    asset,
                } => {
                    let answer = marked(script, &selector, hits, address);
                    asked.push((selector, request, asset));
                    answer
                }
                _ => Answer::Done,
            },
            other => panic!("it goes on as {other:?}"),
        };
        next = call.answer(answer, Duration::ZERO);
    }
}

fn marked(script: &Script, selector: &str, hits: &[&str], address: &str) -> Answer {
    if selector.contains("_breadcrumb") && !script.has_engine {
        return Answer::Error {
            message: "Unknown engine".to_owned(),
            timed_out: false,
        };
    }
    let hits: Vec<bool> = selectors_of(selector)
        .iter()
        .map(|one| hits.contains(&one.as_str()))
        .collect();
    let counts: Vec<u8> = hits.iter().map(|hit| u8::from(*hit)).collect();
    let json = serde_json::json!({"address": address, "scope": "css=:root", "counts": counts, "hits": hits});
    Answer::Value {
        json: json.to_string(),
        payload: None,
    }
}

fn selectors(asked: &[Asked]) -> Vec<&str> {
    asked
        .iter()
        .map(|(selector, ..)| selector.as_str())
        .collect()
}

/// Joins what stands under each mark, as the page gets it.
fn joined(prefix: &str, selectors: &[&str]) -> String {
    let mark = |(mark, selector): (usize, &&str)| {
        let request = format!("%7B%22mark%22%3A{mark}%2C%22op%22%3A%22mark%22%7D");
        format!(" >> internal:or=\"{selector} >> _breadcrumb={request}\"")
    };
    let marks: String = selectors.iter().enumerate().map(mark).collect();
    format!("{prefix}css=:root{marks}")
}

const HERE: &str = "css=:root > :nth-child(2)";
const INSIDE: &str =
    "css=:root > :nth-child(2) >> internal:control=enter-frame >> css=:root > :nth-child(3)";

#[test]
fn all_locators_of_a_page_are_asked_about_in_one_message() {
    let (asked, acted) = healed(&script("css=#own", None), &["role=button"], HERE);
    let expected = "css=:root \
        >> internal:or=\"css=button >> _breadcrumb=%7B%22mark%22%3A0%2C%22op%22%3A%22mark%22%7D\" \
        >> internal:or=\"role=button >> _breadcrumb=%7B%22mark%22%3A1%2C%22op%22%3A%22mark%22%7D\" \
        >> internal:or=\"css=#own >> _breadcrumb=%7B%22mark%22%3A2%2C%22op%22%3A%22mark%22%7D\"";
    let request = "{\"capture\":4,\"index\":0,\"marks\":3,\"op\":\"check\"}";
    assert_eq!(
        asked,
        [(expected.to_owned(), request.to_owned(), Asset::Kept)]
    );
    assert_eq!(acted, ["role=button"]);
}

#[test]
fn a_selector_in_quotes_is_escaped() {
    let (asked, _) = healed(&script("css=[name=\"a\\b\"]", None), &[], HERE);
    let own = r#"css=[name=\"a\\b\"]"#;
    let expected = joined("", &["css=button", "role=button", own]);
    assert_eq!(selectors(&asked), [expected]);
}

#[test]
fn locators_are_asked_about_in_the_parent_too() {
    let script = script("css=form >> css=#own", Some(parent()));
    let (asked, acted) = healed(&script, &["css=form >> role=button"], HERE);
    let all = ["css=button", "role=button", "css=form >> css=button"];
    let rest = ["css=form >> role=button", "css=form >> css=#own"];
    assert_eq!(
        selectors(&asked),
        [joined("", &[&all[..], &rest[..]].concat())]
    );
    // A locator that finds it in the parent only is none for the page.
    assert_eq!(acted, [HERE]);
}

#[test]
fn an_element_in_a_frame_is_asked_about_from_there() {
    let own = format!("{FRAME} >> css=#own");
    let (asked, acted) = healed(&script(&own, None), &[], INSIDE);
    let here = joined("", &["css=button", "role=button"]);
    // One alone needs no mark.
    assert_eq!(selectors(&asked), [here, own]);
    assert_eq!(asked[0].2, Asset::Kept);
    assert_eq!(asked[1].2, Asset::Sent);
    let known = format!("{{\"address\":\"{INSIDE}\",\"marks\":1,\"op\":\"check\"}}");
    assert_eq!(asked[1].1, known);
    assert_eq!(acted, [INSIDE]);
}

#[test]
fn locators_for_an_element_in_a_frame_lead_there() {
    let own = format!("{FRAME} >> css=#own");
    let mut script = script(&own, None);
    script.frames = Some(FRAME.to_owned());
    let (asked, acted) = healed(&script, &["role=button"], INSIDE);
    let there = joined(
        &format!("{FRAME} >> "),
        &["css=button", "role=button", "css=#own"],
    );
    assert_eq!(selectors(&asked), [there]);
    assert_eq!(acted, [format!("{FRAME} >> role=button")]);
}

#[test]
fn a_frame_that_has_another_name_now_is_asked_about_too() {
    let (selector, key) = (FRAME.to_owned(), "frame".to_owned());
    let own = format!("{FRAME} >> css=#own");
    let mut script = script(&own, Some(Parent { selector, key }));
    let renamed = "css=#pay >> internal:control=enter-frame";
    script.frames = Some(renamed.to_owned());
    let (asked, acted) = healed(&script, &["role=button"], INSIDE);
    let there = joined(&format!("{renamed} >> "), &["css=button", "role=button"]);
    assert_eq!(selectors(&asked), [there, own]);
    assert_eq!(acted, [format!("{renamed} >> role=button")]);
}

#[test]
fn a_parent_in_a_frame_is_asked_about_from_there() {
    let selector = format!("{FRAME} >> css=form");
    let own = format!("{selector} >> css=#own");
    let key = "form".to_owned();
    let (asked, _) = healed(&script(&own, Some(Parent { selector, key })), &[], INSIDE);
    let here = joined("", &["css=button", "role=button"]);
    let inside = [
        "css=form >> css=button",
        "css=form >> role=button",
        "css=form >> css=#own",
    ];
    let there = joined(&format!("{FRAME} >> "), &inside);
    assert_eq!(selectors(&asked), [here, there]);
}

#[test]
fn a_frame_is_a_parent_itself() {
    let (selector, key) = (FRAME.to_owned(), "frame".to_owned());
    let own = format!("{FRAME} >> css=#own");
    let (asked, _) = healed(&script(&own, Some(Parent { selector, key })), &[], INSIDE);
    let here = joined("", &["css=button", "role=button"]);
    let inside = ["css=button", "role=button", "css=#own"];
    let there = joined(&format!("{FRAME} >> "), &inside);
    assert_eq!(selectors(&asked), [here, there]);
}

#[test]
fn a_frame_in_a_frame_is_led_to_step_by_step() {
    let frames = format!("{FRAME} >> {FRAME}");
    let own = format!("{frames} >> css=#own");
    let (asked, _) = healed(&script(&own, None), &[], INSIDE);
    assert_eq!(selectors(&asked)[1], own);
    let (selector, key) = (format!("{frames} >> css=form"), "form".to_owned());
    let own = format!("{selector} >> css=#own");
    let (asked, _) = healed(&script(&own, Some(Parent { selector, key })), &[], INSIDE);
    let inside = [
        "css=form >> css=button",
        "css=form >> role=button",
        "css=form >> css=#own",
    ];
    assert_eq!(
        selectors(&asked)[1],
        joined(&format!("{frames} >> "), &inside)
    );
}

#[test]
fn without_the_engine_each_locator_is_asked_about_alone() {
    let mut script = script("css=#own", None);
    script.has_engine = false;
    let (asked, acted) = healed(&script, &["role=button"], HERE);
    let all = joined("", &["css=button", "role=button", "css=#own"]);
    assert_eq!(
        selectors(&asked),
        [all.as_str(), "css=button", "role=button", "css=#own"]
    );
    let alone = "{\"capture\":4,\"index\":0,\"marks\":1,\"op\":\"check\"}";
    assert!(asked[1..].iter().all(|(_, request, _)| request == alone));
    assert_eq!(acted, ["role=button"]);
}

#[test]
fn without_the_engine_in_a_frame_as_well() {
    let mut script = script(&format!("{FRAME} >> css=#own"), None);
    script.has_engine = false;
    let (asked, acted) = healed(&script, &[], INSIDE);
    let here = joined("", &["css=button", "role=button"]);
    let own = &script.want.selector;
    assert_eq!(selectors(&asked), [&here, "css=button", "role=button", own]);
    assert_eq!(acted, [INSIDE]);
}
