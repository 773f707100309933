//! A page object and its tests in Python, for pytest and Playwright.

use std::fmt::Write as _;

use breadcrumb_core::locator::literal;
use breadcrumb_core::{Locator, Syntax};

use crate::layout::{Argument, Call};
use crate::model::Observation;
use crate::names::pascal_case;
use crate::plan::{FormPlan, Plan};
use crate::sample::Sample;

/// Writes the class of a page; `name` is in snake case.
pub(crate) fn page_object(plan: &Plan<'_>, name: &str) -> String {
    let mut out = String::from(
        "from __future__ import annotations\n\nfrom playwright.sync_api import Locator, Page\n\n\n",
    );
    if plan.rows.is_empty() {
        out = out.replace("Locator, Page", "Page");
    }
    let _ = write!(
        out,
        "class {}Page:\n    \"\"\"What a test can use on the page.\"\"\"\n\n",
        pascal_case(name)
    );
    out.push_str("    def __init__(self, page: Page) -> None:\n");
    out.push_str("        \"\"\"Describe where things are; nothing happens yet.\"\"\"\n");
    out.push_str("        self.page = page\n");
    for frame in &plan.frames {
        let call = located(
            &receiver(plan, frame.parent),
            &Locator::by("frame_locator", &frame.selector),
        );
        line(
            &mut out,
            &call.python(8, &format!("self.{} = ", frame.name), ""),
        );
    }
    for member in &plan.members {
        let call = located(&receiver(plan, member.frame), &member.locator);
        line(
            &mut out,
            &call.python(8, &format!("self.{} = ", member.name), ""),
        );
    }
    out.push_str("\n    def open(self, url: str) -> None:\n");
    out.push_str("        \"\"\"Go to the page.\"\"\"\n        self.page.goto(url)\n");
    for row in &plan.rows {
        let _ = write!(
            out,
            "\n    def {}(self, row: str) -> Locator:\n        \"\"\"Find it in the row with this \
             text.\"\"\"\n        rows = self.page.get_by_role({}).filter(has_text=row)\n",
            row.name,
            quoted(row.container)
        );
        line(
            &mut out,
            &located("rows", &row.locator).python(8, "return ", ""),
        );
    }
    for form in &plan.forms {
        fill_method(&mut out, plan, form);
    }
    out
}

/// Writes the tests of a page.
pub(crate) fn test_file(plan: &Plan<'_>, name: &str) -> String {
    let class = format!("{}Page", pascal_case(name));
    let mut out = format!(
        "from __future__ import annotations\n\nimport pytest\nfrom playwright.sync_api import Page, \
         expect\n\nfrom {name}_page import {class}\n\nURL = {}\n\n\n@pytest.fixture\ndef \
         {name}_page(heal_page: Page) -> {class}:\n    \"\"\"Open the page.\"\"\"\n    opened = \
         {class}(heal_page)\n    opened.open(URL)\n    return opened\n",
        quoted(plan.url)
    );
    let subject = format!("{name}_page");
    let mut test = |title: &str, body: &[String]| {
        let head = Call::of(&format!("test_{title}"));
        let head = head.with(Argument::plain(format!("{subject}: {class}")));
        let head = head.python(0, "def ", " -> None:");
        let _ = write!(out, "\n\n{head}\n{}\n", body.join("\n"));
    };
    let mut shown: Vec<String> = Vec::new();
    for member in &plan.members {
        shown.push(expect(
            4,
            &format!("{subject}.{}", member.name),
            "to_be_visible",
        ));
    }
    for row in &plan.rows {
        let call = Call::new(&subject, &row.name).with(Argument::plain(quoted(&row.example)));
        shown.push(call.python(4, "found = ", ""));
        shown.push(expect(4, "found", "to_be_visible"));
    }
    if shown.is_empty() {
        shown.push(format!(
            "    expect({subject}.page.locator(\"body\")).to_be_visible()"
        ));
    }
    test(&format!("{name}_page_is_complete"), &shown);
    for form in &plan.forms {
        test(
            &format!("{}_takes_input", form.name),
            &filled(plan, form, &subject),
        );
        if let (Some(sender), Some(outcome)) = (form.sender, &form.outcome) {
            let mut body = vec![format!("    {subject}.{}()", form.fill)];
            body.extend(click(plan, sender, &subject));
            body.extend(outcome_lines(outcome, &subject));
            test(&format!("{}_can_be_sent", form.name), &body);
        }
    }
    for link in &plan.links {
        if let Some(member) = plan.members.get(link.member) {
            let mut body: Vec<String> = click(plan, link.member, &subject).collect();
            body.extend(outcome_lines(&link.outcome, &subject));
            test(&format!("{}_leads_on", member.name), &body);
        }
    }
    out
}

fn fill_method(out: &mut String, plan: &Plan<'_>, form: &FormPlan) {
    let mut head = Call::of(&form.fill).with(Argument::plain("self"));
    let mut body = String::new();
    for field in &form.fields {
        let Some(member) = plan.members.get(field.member) else {
            continue;
        };
        let name = &member.name;
        match &field.sample {
            Sample::Check => {
                let _ = writeln!(body, "        self.{name}.check()");
            }
            Sample::Text(text) => {
                head = head.with(Argument::plain(format!("{name}: str = {}", quoted(text))));
                line(&mut body, &used(name, "fill"));
            }
            Sample::Select(value) => {
                head = head.with(Argument::plain(format!("{name}: str = {}", quoted(value))));
                line(&mut body, &used(name, "select_option"));
            }
        }
    }
    let _ = write!(
        out,
        "\n{}\n        \"\"\"Fill in the form; nothing is sent.\"\"\"\n{body}",
        head.python(4, "def ", " -> None:")
    );
}

fn used(member: &str, method: &str) -> String {
    let call = Call::new(&format!("self.{member}"), method);
    call.with(Argument::plain(member)).python(8, "", "")
}

fn filled(plan: &Plan<'_>, form: &FormPlan, subject: &str) -> Vec<String> {
    let mut body = vec![format!("    {subject}.{}()", form.fill)];
    for field in &form.fields {
        let Some(member) = plan.members.get(field.member) else {
            continue;
        };
        let target = format!("{subject}.{}", member.name);
        body.push(match &field.sample {
            Sample::Check => expect(4, &target, "to_be_checked"),
            Sample::Text(value) | Sample::Select(value) => {
                let call = Call::of(&format!("expect({target}).to_have_value"));
                call.with(Argument::plain(quoted(value))).python(4, "", "")
            }
        });
    }
    body
}

fn click(plan: &Plan<'_>, member: usize, subject: &str) -> impl Iterator<Item = String> {
    let member = plan.members.get(member);
    let line = member.map(|member| format!("    {subject}.{}.click()", member.name));
    line.into_iter()
}

fn outcome_lines(outcome: &Observation, subject: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(url) = &outcome.url {
        let call = Call::of(&format!("expect({subject}.page).to_have_url"));
        lines.push(call.with(Argument::plain(quoted(url))).python(4, "", ""));
    }
    if let Some(shown) = &outcome.shows {
        lines.push(found(shown, subject));
        lines.push(expect(4, "shown", "to_be_visible"));
    }
    lines
}

fn found(locator: &Locator, subject: &str) -> String {
    located(&format!("{subject}.page"), locator).python(4, "shown = ", "")
}

fn expect(indent: usize, target: &str, check: &str) -> String {
    format!("{}expect({target}).{check}()", " ".repeat(indent))
}

fn receiver(plan: &Plan<'_>, frame: Option<usize>) -> String {
    let frame = frame.and_then(|frame| plan.frames.get(frame));
    frame.map_or_else(|| "page".to_owned(), |frame| format!("self.{}", frame.name))
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn located(receiver: &str, locator: &Locator) -> Call {
    Call::locator(receiver, locator, Syntax::Python)
}

fn quoted(text: &str) -> String {
    literal::shortest(text, Syntax::Python)
}
