//! A name that is used for more than locators keeps its value; the place that was healed changes.

use std::sync::Arc;

use breadcrumb_core::{LocatorStyle, SourceSite, VerifiedLocator};
use breadcrumb_fix::{Heal, PlaceOutcome, Plan, Stance, plan};

use crate::support::Memory;

const CODES: [&str; 2] = [
    "get_by_role(\"button\", name=\"Log in\")",
    "locator(\"role=button[name=\\\"Log in\\\"i]\")",
];

fn heal(codes: &[&str], file: &str, line: u32) -> Heal {
    let proposal = |code: &&str| VerifiedLocator {
        code: (*code).to_owned(),
        within_parent: false,
    };
    Heal {
        id: 1,
        test_id: "test".to_owned(),
        locator: "#btn".to_owned(),
        confidence: 1.0,
        reason: String::new(),
        proposals: codes.iter().map(proposal).collect(),
        sites: vec![SourceSite {
            file: file.to_owned(),
            line,
        }],
        stance: Stance::Fix,
    }
}

/// Plans the fix of the line that has `HEALED` in a comment.
fn planned(files: &[(&str, &str)], codes: &[&str]) -> Plan {
    let mut memory = Memory::default();
    for (path, text) in files {
        memory
            .files
            .insert((*path).to_owned(), Arc::from(text.to_owned()));
    }
    let site = files.iter().find_map(|(path, text)| {
        let line = text.lines().position(|line| line.contains("HEALED"))?;
        Some((*path, u32::try_from(line).unwrap() + 1))
    });
    let (file, line) = site.unwrap();
    plan(&[heal(codes, file, line)], LocatorStyle::Best, &mut memory)
}

/// Returns the lines that a plan changes.
fn changed(plan: &Plan) -> Vec<String> {
    let edits = plan.patches.iter().flat_map(|patch| {
        let edit = |edit: &breadcrumb_fix::Edit| {
            let line = usize::try_from(edit.line).unwrap();
            patch.old.lines().nth(line - 1).unwrap().trim().to_owned()
        };
        patch.edits.iter().map(edit).collect::<Vec<_>>()
    });
    edits.collect()
}

fn assert_place(files: &[(&str, &str)], is_shared: bool) {
    let plan = planned(files, &CODES);
    let changed = changed(&plan);
    assert_eq!(changed.len(), 1, "{files:?}: {:?}", plan.outcomes);
    assert_eq!(
        changed[0].contains("HEALED"),
        is_shared,
        "{files:?}: {changed:?}"
    );
    assert!(plan.outcomes[0].is_complete, "{:?}", plan.outcomes);
}

/// Other uses of a name in Python: not as a locator, and as one.
const PYTHON: [&str; 22] = [
    "page.evaluate(\"s => s\", BTN)",
    "page.locator(f\"{BTN} > span\").click()",
    "page.wait_for_function(\"s => s\", arg=BTN)",
    "page.locator(BTN + \" > span\").click()",
    "page.locator(\"%s > span\" % BTN).click()",
    "page.locator(\"{} > span\".format(BTN)).click()",
    "helper(BTN)",
    "helper.click(BTN)",
    "self.locator(BTN)",
    "OTHER = BTN",
    "OTHER = {\"a\": BTN}",
    "OTHER = [BTN]",
    "assert BTN == \"#btn\"",
    "print(BTN.upper())",
    "page.get_by_test_id(BTN).click()",
    "page.click(BTN if page else BTN)",
    "page.locator(\"form\", has_text=BTN).click()",
    "x = [s for s in (BTN,)]",
    "return BTN",
    "yield BTN",
    "getattr(page, \"BTN\")",
    "def inner(selector=BTN): pass",
];
const PYTHON_LOCATORS: [&str; 7] = [
    "page.locator(BTN).click()",
    "page.click(BTN)",
    "page.frames[0].page.fill(selector=BTN, value=\"x\")",
    "expect(page.locator(BTN, has_text=\"x\")).to_be_visible()",
    "page.locator(\"form\").locator((BTN)).click()",
    "page.locator(f\"#x{page.locator(BTN).count()}\")",
    "BTN_OTHER = f(BTNS)  # BTN",
];

#[test]
fn python_names() {
    for (uses, is_shared) in [(&PYTHON[..], true), (&PYTHON_LOCATORS[..], false)] {
        for other in uses {
            let module = format!(
                "BTN = \"#btn\"\n\n\ndef test_a(page):\n    page.locator(BTN).click()  # HEALED\n\n\ndef test_b(page):\n    {other}\n"
            );
            assert_place(&[("test_a.py", &module)], is_shared);
            let local = format!(
                "def test_a(page):\n    BTN = \"#btn\"\n    page.click(BTN)  # HEALED\n    {other}\n"
            );
            if !other.starts_with("getattr") {
                assert_place(&[("test_a.py", &local)], is_shared);
            }
        }
    }
}

#[test]
fn python_names_of_other_files() {
    let definition = ("pages/locators.py", "BTN = \"#btn\"\n__all__ = [\"BTN\"]\n");
    let test = (
        "tests/test_a.py",
        "from pages.locators import BTN\n\n\ndef test_a(page):\n    page.locator(BTN).click()  # HEALED\n",
    );
    let package = ("pages/__init__.py", "from .locators import BTN\n");
    for (import, name) in [
        ("from pages.locators import BTN", "BTN"),
        ("from pages.locators import BTN as B", "B"),
        ("from pages.locators import *", "BTN"),
        ("from pages import locators", "locators.BTN"),
        ("import pages.locators as l", "l.BTN"),
        ("from pages import BTN", "BTN"),
    ] {
        for (uses, is_shared) in [(&PYTHON[..], true), (&PYTHON_LOCATORS[..], false)] {
            for other in uses {
                let other = match *other {
                    "getattr(page, \"BTN\")" => "getattr(locators, \"BTN\")".to_owned(),
                    other => other
                        .replace("(BTN", &format!("({name}"))
                        .replace("BTN)", &format!("{name})"))
                        .replace("{BTN", &format!("{{{name}"))
                        .replace(" BTN", &format!(" {name}"))
                        .replace("=BTN", &format!("={name}"))
                        .replace("[BTN", &format!("[{name}")),
                };
                let user = format!("{import}\n\n\ndef test_b(page):\n    {other}\n");
                assert_place(
                    &[definition, package, test, ("tests/test_b.py", &user)],
                    is_shared,
                );
            }
        }
    }
}

#[test]
fn attributes_of_python_classes() {
    for (other, is_shared) in [
        ("self.page.click(self.BTN)", false),
        ("self.page.click(Page.BTN)", false),
        ("self.page.locator(f\"{self.BTN} > span\")", true),
        ("self.page.evaluate(\"s => s\", Page.BTN)", true),
        ("helper(self.BTN)", true),
        ("helper(type(self).BTN)", true),
        ("helper(getattr(self, \"BTN\"))", true),
        ("vars(Page)", true),
        ("Page(self.page)", false),
    ] {
        let page = format!(
            "class Page:\n    BTN = \"#btn\"\n\n    def a(self):\n        self.page.click(self.BTN)  # HEALED\n\n    def b(self):\n        {other}\n\n    @classmethod\n    def c(cls, page):\n        page.locator(cls.BTN).click()\n"
        );
        assert_place(&[("pages.py", &page)], is_shared);
    }
    let page = "class Page:\n    BTN = \"#btn\"\n\n    def a(self):\n        self.page.click(self.BTN)  # HEALED\n";
    for (other, is_shared) in [
        ("def test(login):\n    login.page.click(login.BTN)\n", false),
        ("def test(login):\n    assert login.BTN\n", true),
        (
            "class Sub(Page):\n    def b(self):\n        self.page.click(self.BTN)\n",
            false,
        ),
        (
            "class Sub(Page):\n    def b(self):\n        return self.BTN\n",
            true,
        ),
        (
            "class Other:\n    BTN = \"#b\"\n\n    def b(self):\n        return self.BTN\n",
            false,
        ),
    ] {
        let user = format!("from pages import Page\n\n\n{other}");
        assert_place(&[("pages.py", page), ("test_b.py", &user)], is_shared);
    }
}

#[test]
fn tables() {
    for (other, is_shared) in [
        ("page.click(SEL[\"btn\"])", false),
        ("page.click(SEL[\"x\"])", false),
        ("print(SEL[\"x\"])", false),
        ("print(SEL[\"btn\"])", true),
        ("page.click(SEL.get(\"btn\"))", true),
        ("helper(SEL)", true),
        ("page.click(SEL[name])", true),
        ("ALL = {**SEL}", true),
    ] {
        let text = format!(
            "SEL = {{\"btn\": \"#btn\", \"x\": \"#x\"}}\n\n\ndef test_a(page):\n    page.click(SEL[\"btn\"])  # HEALED\n    {other}\n"
        );
        assert_place(&[("test_a.py", &text)], is_shared);
        let (head, body) = text.split_once("\n\n\n").unwrap();
        let user = format!("from sel import SEL\n{body}");
        assert_place(&[("sel.py", head), ("test_a.py", &user)], is_shared);
    }
}

/// Other uses of a name in TypeScript and JavaScript: not as a locator, and as one.
const SCRIPT: [&str; 18] = [
    "await page.evaluate((s) => s, BTN);",
    "await page.locator(`${BTN} > span`).click();",
    "await page.waitForFunction((s) => s, BTN);",
    "await page.locator(BTN + ' > span').click();",
    "helper(BTN);",
    "helper.click(BTN);",
    "this.locator(BTN);",
    "const OTHER = BTN;",
    "const OTHER = { a: BTN };",
    "const OTHER = { BTN };",
    "const OTHER = [BTN];",
    "if (BTN === '#btn') throw 1;",
    "BTN.toUpperCase();",
    "await page.getByTestId(BTN).click();",
    "await page.locator('form', { hasText: BTN }).click();",
    "return BTN;",
    "document.querySelector(BTN);",
    "for (const s of [BTN]) helper(s);",
];
const SCRIPT_LOCATORS: [&str; 4] = [
    "await page.locator(BTN).click();",
    "await this.page.fill(BTN, 'x');",
    "await page.$eval(BTN, (e) => e);",
    "await expect(page.locator(BTN, { hasText: 'x' })).toBeVisible();",
];

#[test]
fn script_names() {
    for (uses, is_shared) in [(&SCRIPT[..], true), (&SCRIPT_LOCATORS[..], false)] {
        for other in uses {
            for (path, keyword) in [("a.ts", "export const"), ("a.js", "const")] {
                let text = format!(
                    "{keyword} BTN = '#btn';\ntest('a', async ({{ page }}) => {{\n  await page.locator(BTN).click(); // HEALED\n}});\ntest('b', async ({{ page }}) => {{\n  {other}\n}});\n"
                );
                assert_place(&[(path, &text)], is_shared);
            }
        }
    }
}

#[test]
fn script_names_of_other_files() {
    const BODY: &str = "test('a', async ({ page }) => {";
    for (definition, import, name) in [
        (
            "export const BTN = '#btn';",
            "import { BTN } from './sel';",
            "BTN",
        ),
        (
            "export const BTN = '#btn';",
            "import { BTN as B } from './sel';",
            "B",
        ),
        (
            "export const BTN = '#btn';",
            "import * as sel from './sel';",
            "sel.BTN",
        ),
        (
            "const BTN = '#btn';\nexport { BTN as B };",
            "import { B } from './sel';",
            "B",
        ),
        (
            "const BTN = '#btn';\nexport default BTN;",
            "import B from './sel';",
            "B",
        ),
        (
            "export default { BTN: '#btn' };",
            "import s from './sel';",
            "s.BTN",
        ),
        (
            "const BTN = '#btn';\nmodule.exports = { BTN };",
            "const { BTN } = require('./sel');",
            "BTN",
        ),
        (
            "module.exports = { BTN: '#btn' };",
            "const s = require('./sel');",
            "s.BTN",
        ),
        (
            "exports.BTN = '#btn';",
            "const { BTN: b } = require('./sel');",
            "b",
        ),
    ] {
        let test = format!("{import}\n{BODY}\n  await page.click({name}); // HEALED\n}});\n");
        for (other, is_shared) in [
            (format!("await page.locator({name}).click();"), false),
            (
                format!("await page.locator(`${{{name}}} > span`).click();"),
                true,
            ),
            (format!("helper({name});"), true),
        ] {
            let user = format!("{import}\n{BODY}\n  {other}\n}});\n");
            assert_place(
                &[("sel.js", definition), ("a.js", &test), ("b.js", &user)],
                is_shared,
            );
        }
    }
    let test =
        format!("import s from './sel';\n{BODY}\n  await page.click(s.BTN); // HEALED\n}});\n");
    let user = "import all from './sel';\nhelper(all);\n";
    let definition = "export default { BTN: '#btn' };";
    assert_place(
        &[("sel.js", definition), ("a.js", &test), ("b.js", user)],
        true,
    );
    // A path of the bundler: what it means is not known.
    let test = format!(
        "import {{ BTN }} from './sel';\n{BODY}\n  await page.click(BTN); // HEALED\n}});\n"
    );
    let user = "import { BTN } from '@/sel';\nhelper(BTN);\n";
    let definition = "export const BTN = '#btn';";
    assert_place(
        &[("sel.ts", definition), ("a.ts", &test), ("b.ts", user)],
        true,
    );
}

#[test]
fn attributes_of_script_classes() {
    for (other, is_shared) in [
        ("await this.page.click(this.btn);", false),
        (
            "await this.page.locator(`${this.btn} > span`).click();",
            true,
        ),
        ("helper(this.btn);", true),
        ("return this.btn;", true),
    ] {
        for (path, field) in [("a.ts", "private readonly btn"), ("a.js", "btn")] {
            let text = format!(
                "export class Login {{\n  {field} = '#btn';\n  async a() {{\n    await this.page.click(this.btn); // HEALED\n  }}\n  async b() {{\n    {other}\n  }}\n}}\n"
            );
            assert_place(&[(path, &text)], is_shared);
        }
    }
    let text = "export class Login {\n  static BTN = '#btn';\n  a() {\n    this.page.click(Login.BTN); // HEALED\n  }\n}\n";
    for (other, is_shared) in [
        ("page.click(Login.BTN);", false),
        ("helper(Login.BTN);", true),
        ("Object.values(Login);", true),
        ("new Login(page);", false),
    ] {
        let user = format!("import {{ Login }} from './a';\n{other}\n");
        assert_place(&[("a.ts", text), ("b.ts", &user)], is_shared);
    }
}

#[test]
fn a_person_is_asked_where_the_place_cannot_take_the_locator() {
    let text =
        "BTN = \"#btn\"\n\n\ndef test_a(page):\n    page.click(BTN)  # HEALED\n    helper(BTN)\n";
    let plan = planned(&[("test_a.py", text)], &CODES[..1]);
    assert!(plan.patches.is_empty());
    let [PlaceOutcome::Manual { reason, .. }] = plan.outcomes[0].places.as_slice() else {
        panic!("{:?}", plan.outcomes);
    };
    assert_eq!(
        reason.to_string(),
        "the constant is also used outside of locator calls (test_a.py:6); the place needs a \
         selector, and none was verified"
    );
}

#[test]
fn a_file_that_does_not_parse_is_not_written() {
    let alone =
        "def test_a(page):\n    page.click(\"#btn\")  # HEALED\n\n\ndef test_b(page:\n    pass\n";
    assert!(planned(&[("test_a.py", alone)], &CODES).patches.is_empty());
    let definition = "BTN = \"#btn\"\n";
    let healed = "from sel import BTN\n\n\ndef test_a(page):\n    page.click(BTN)  # HEALED\n";
    let broken = "from sel import BTN\ndef test_b(page:\n    page.click(BTN)\n";
    assert_place(
        &[
            ("sel.py", definition),
            ("test_a.py", healed),
            ("test_b.py", broken),
        ],
        true,
    );
}
