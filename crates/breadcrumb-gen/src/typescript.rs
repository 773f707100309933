//! A page object and its tests in TypeScript, for `@playwright/test`.

use std::fmt::Write as _;

use breadcrumb_core::locator::literal;
use breadcrumb_core::{Locator, Syntax};

use crate::layout::{Argument, Call};
use crate::model::Observation;
use crate::names::{camel_case, pascal_case};
use crate::plan::{FormPlan, Plan};
use crate::sample::Sample;

/// Writes the class of a page; `name` is in snake case.
pub(crate) fn page_object(plan: &Plan<'_>, name: &str) -> String {
    let types = if plan.frames.is_empty() {
        "Locator, Page"
    } else {
        "FrameLocator, Locator, Page"
    };
    let mut out = format!("import type {{ {types} }} from \"@playwright/test\";\n\n");
    if plan.members.is_empty() && plan.rows.is_empty() && plan.frames.is_empty() {
        out = out.replace("Locator, Page", "Page");
    }
    let _ = write!(
        out,
        "/** What a test can use on the page. */\nexport class {}Page {{\n  readonly page: Page;\n",
        pascal_case(name),
    );
    for frame in &plan.frames {
        let _ = writeln!(out, "  readonly {}: FrameLocator;", camel_case(&frame.name));
    }
    for member in &plan.members {
        let _ = writeln!(out, "  readonly {}: Locator;", camel_case(&member.name));
    }
    out.push_str("\n  constructor(page: Page) {\n    this.page = page;\n");
    for frame in &plan.frames {
        let call = located(
            &receiver(plan, frame.parent),
            &Locator::by("frame_locator", &frame.selector),
        );
        line(&mut out, &call.typescript(4, &assigned(&frame.name), ";"));
    }
    for member in &plan.members {
        let call = located(&receiver(plan, member.frame), &member.locator);
        line(&mut out, &call.typescript(4, &assigned(&member.name), ";"));
    }
    out.push_str("  }\n\n  /** Goes to the page. */\n  async open(url: string): Promise<void> {\n");
    out.push_str("    await this.page.goto(url);\n  }\n");
    for row in &plan.rows {
        let _ = write!(
            out,
            "\n  /** Finds it in the row with this text. */\n  {}(row: string): Locator {{\n    \
             const rows = this.page.getByRole({});\n    const wanted = rows.filter({{ hasText: row \
             }});\n",
            camel_case(&row.name),
            quoted(row.container)
        );
        line(
            &mut out,
            &located("wanted", &row.locator).typescript(4, "return ", ";"),
        );
        out.push_str("  }\n");
    }
    for form in &plan.forms {
        fill_method(&mut out, plan, form);
    }
    out.push_str("}\n");
    out
}

/// Writes the tests of a page, with `test` from this package.
pub(crate) fn test_file(plan: &Plan<'_>, name: &str, package: &str) -> String {
    let class = format!("{}Page", pascal_case(name));
    let file = name.replace('_', "-");
    let mut out = format!(
        "import {{ expect, test }} from \"{package}\";\n\nimport {{ {class} }} from \
         \"./{file}.page\";\n\nconst URL = {};\n",
        quoted(plan.url)
    );
    let mut test = |title: &str, body: &[String]| {
        let _ = write!(
            out,
            "\ntest(\"{title}\", async ({{ page }}) => {{\n  const opened = new {class}(page);\n  \
             await opened.open(URL);\n{}\n}});\n",
            body.join("\n")
        );
    };
    let mut shown: Vec<String> = Vec::new();
    for member in &plan.members {
        shown.push(expect(
            &format!("opened.{}", camel_case(&member.name)),
            "toBeVisible",
        ));
    }
    for row in &plan.rows {
        let call = Call::new("opened", &camel_case(&row.name));
        let call = call.with(Argument::plain(quoted(&row.example)));
        let variable = format!("const {} = ", camel_case(&row.name));
        shown.push(call.typescript(2, &variable, ";"));
        shown.push(expect(&camel_case(&row.name), "toBeVisible"));
    }
    if shown.is_empty() {
        shown.push("  await expect(page.locator(\"body\")).toBeVisible();".to_owned());
    }
    test(&format!("{} page is complete", words(name)), &shown);
    for form in &plan.forms {
        test(
            &format!("{} takes input", words(&form.name)),
            &filled(plan, form),
        );
        if let (Some(sender), Some(outcome)) = (form.sender, &form.outcome) {
            let mut body = vec![format!("  await opened.{}();", camel_case(&form.fill))];
            body.extend(click(plan, sender));
            body.extend(outcome_lines(outcome));
            test(&format!("{} can be sent", words(&form.name)), &body);
        }
    }
    for link in &plan.links {
        if let Some(member) = plan.members.get(link.member) {
            let mut body: Vec<String> = click(plan, link.member).collect();
            body.extend(outcome_lines(&link.outcome));
            test(&format!("{} leads on", words(&member.name)), &body);
        }
    }
    out
}

fn fill_method(out: &mut String, plan: &Plan<'_>, form: &FormPlan) {
    let mut head = Call::of(&camel_case(&form.fill));
    let mut body = String::new();
    for field in &form.fields {
        let Some(member) = plan.members.get(field.member) else {
            continue;
        };
        let name = camel_case(&member.name);
        let (text, action) = match &field.sample {
            Sample::Check => {
                let _ = writeln!(body, "    await this.{name}.check();");
                continue;
            }
            Sample::Text(text) => (text, "fill"),
            Sample::Select(value) => (value, "selectOption"),
        };
        head = head.with(Argument::plain(format!("{name} = {}", quoted(text))));
        let _ = writeln!(body, "    await this.{name}.{action}({name});");
    }
    let _ = write!(
        out,
        "\n  /** Fills in the form; nothing is sent. */\n{}\n{body}  }}\n",
        head.typescript(2, "async ", ": Promise<void> {")
    );
}

fn filled(plan: &Plan<'_>, form: &FormPlan) -> Vec<String> {
    let mut body = vec![format!("  await opened.{}();", camel_case(&form.fill))];
    for field in &form.fields {
        let Some(member) = plan.members.get(field.member) else {
            continue;
        };
        let target = format!("opened.{}", camel_case(&member.name));
        body.push(match &field.sample {
            Sample::Check => expect(&target, "toBeChecked"),
            Sample::Text(value) | Sample::Select(value) => {
                let call = Call::of(&format!("expect({target}).toHaveValue"));
                let call = call.with(Argument::plain(quoted(value)));
                call.typescript(2, "await ", ";")
            }
        });
    }
    body
}

fn click(plan: &Plan<'_>, member: usize) -> impl Iterator<Item = String> {
    let member = plan.members.get(member);
    let line = member.map(|m| format!("  await opened.{}.click();", camel_case(&m.name)));
    line.into_iter()
}

fn outcome_lines(outcome: &Observation) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(url) = &outcome.url {
        let call = Call::of("expect(page).toHaveURL").with(Argument::plain(quoted(url)));
        lines.push(call.typescript(2, "await ", ";"));
    }
    if let Some(shown) = &outcome.shows {
        lines.push(located("page", shown).typescript(2, "const shown = ", ";"));
        lines.push(expect("shown", "toBeVisible"));
    }
    lines
}

fn expect(target: &str, check: &str) -> String {
    format!("  await expect({target}).{check}();")
}

fn assigned(name: &str) -> String {
    format!("this.{} = ", camel_case(name))
}

fn receiver(plan: &Plan<'_>, frame: Option<usize>) -> String {
    let frame = frame.and_then(|frame| plan.frames.get(frame));
    frame.map_or_else(
        || "page".to_owned(),
        |frame| format!("this.{}", camel_case(&frame.name)),
    )
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn located(receiver: &str, locator: &Locator) -> Call {
    Call::locator(receiver, locator, Syntax::JavaScript)
}

fn quoted(text: &str) -> String {
    literal::shortest(text, Syntax::JavaScript)
}
