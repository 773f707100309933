//! A large project: every file is read once, and parsed only where it matters.

use std::fmt::Write as _;
use std::sync::Arc;

use breadcrumb_core::{LocatorStyle, SourceSite, VerifiedLocator};
use breadcrumb_fix::{Heal, Stance, plan};

use crate::support::Memory;

const FILES: usize = 1_000;
const FIXES: usize = 200;

fn project() -> Memory {
    let mut files = Memory::default();
    for file in 0..FILES {
        let mut text = String::from("from playwright.sync_api import Page, expect\n\n");
        for test in 0..10 {
            write!(
                text,
                "\ndef test_{test}(page: Page):\n    page.goto(\"/{test}\")\n    \
                 page.locator(\"#button-{file}-{test}\").click()\n    \
                 expect(page.get_by_role(\"heading\", name=\"Page {test}\")).to_be_visible()\n    \
                 page.get_by_label(\"User name\").fill(\"somebody\")\n"
            )
            .unwrap();
        }
        files
            .files
            .insert(format!("tests/test_{file}.py"), Arc::from(text));
    }
    files
}

fn heals(has_sites: bool) -> Vec<Heal> {
    (0..FIXES)
        .map(|fix| {
            let file = fix * FILES / FIXES;
            let site = SourceSite {
                file: format!("/ci/tests/test_{file}.py"),
                line: 6,
            };
            Heal {
                id: 1,
                test_id: format!("tests/test_{file}.py::test_0"),
                locator: format!("#button-{file}-0"),
                confidence: 0.9,
                reason: String::new(),
                proposals: vec![VerifiedLocator {
                    code: format!("get_by_role(\"button\", name=\"Button {file}\")"),
                    within_parent: false,
                }],
                sites: if has_sites { vec![site] } else { Vec::new() },
                stance: Stance::Fix,
            }
        })
        .collect()
}

#[test]
fn a_thousand_files_are_read_once_at_most() {
    for has_sites in [true, false] {
        let mut files = project();
        let plan = plan(&heals(has_sites), LocatorStyle::Best, &mut files);
        assert_eq!(plan.patches.len(), FIXES);
        assert!(plan.outcomes.iter().all(|outcome| outcome.is_complete));
        assert!(files.reads.values().all(|reads| *reads == 1));
        assert_eq!(files.reads.len(), if has_sites { FIXES } else { FILES });
    }
}
