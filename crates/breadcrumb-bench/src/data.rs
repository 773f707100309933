//! The data of a run: pages of made-up elements, the same on every machine.

use breadcrumb::engine::{BoundingBox, ElementFingerprint};
use serde::Serialize;

/// One page to heal on.
#[derive(Debug, Serialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) stored: ElementFingerprint,
    pub(crate) candidates: Vec<ElementFingerprint>,
}

/// How long the texts of a page are.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Texts {
    Short,
    Chars(usize),
}

const SIZES: [usize; 3] = [100, 1_000, 10_000];
const TEXTS: [(&str, Texts); 3] = [
    ("short texts", Texts::Short),
    ("150 characters", Texts::Chars(150)),
    ("500 characters", Texts::Chars(500)),
];
const WORDS: [&str; 32] = [
    "account", "add", "address", "amount", "archive", "cancel", "cart", "change", "checkout",
    "close", "confirm", "customer", "delete", "details", "edit", "export", "filter", "invoice",
    "item", "log", "message", "new", "open", "order", "payment", "price", "profile", "report",
    "save", "search", "settings", "user",
];
const TAGS: [&str; 10] = [
    "a", "button", "div", "div", "div", "input", "li", "span", "span", "td",
];
const SECTIONS: [&str; 5] = ["aside", "footer", "header", "main", "section"];

/// Returns all pages, the small ones first.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, texts) in TEXTS {
        for size in SIZES {
            cases.push(case(
                format!("heal, {size} candidates, {name}"),
                size,
                texts,
            ));
        }
    }
    cases
}

/// Returns one element.
pub(crate) fn element(dice: &mut Dice, texts: Texts) -> ElementFingerprint {
    let tag = *dice.pick(&TAGS);
    let mut path = vec!["html", "body", "div", *dice.pick(&SECTIONS)];
    path.resize(4 + dice.below(5), "div");
    path.push(tag);
    let siblings: Vec<&str> = (0..dice.below(6)).map(|_| *dice.pick(&TAGS)).collect();
    let class = format!(
        "c-{} {} is-{}",
        dice.below(40),
        dice.pick(&WORDS),
        dice.below(5)
    );
    let (x, y) = (dice.below(1200) as f64, dice.below(4000) as f64);
    ElementFingerprint::builder(tag)
        .text(&text(dice, texts))
        .attribute(
            "id",
            format!("{}-{}", dice.pick(&WORDS), dice.below(10_000)),
        )
        .attribute("class", class)
        .attribute("data-kind", *dice.pick(&WORDS))
        .attribute(
            "href",
            format!("/{}/{}", dice.pick(&WORDS), dice.below(100)),
        )
        .dom_path(path)
        .siblings(siblings)
        .bbox(BoundingBox::new(x, y, 80.0, 24.0))
        .build()
}

fn case(name: String, size: usize, texts: Texts) -> Case {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d ^ size as u64);
    let stored = element(&mut dice, texts).with_key("test_checkout", "#pay");
    let mut candidates: Vec<ElementFingerprint> =
        (1..size).map(|_| element(&mut dice, texts)).collect();
    candidates.insert(size / 2, renamed(&stored));
    Case {
        name,
        stored,
        candidates,
    }
}

/// Returns the element as it is after a rename: the id has changed, the rest has not.
fn renamed(stored: &ElementFingerprint) -> ElementFingerprint {
    let others = stored.attributes().iter().filter(|(name, _)| name != "id");
    let builder = ElementFingerprint::builder(stored.tag())
        .text(stored.text())
        .attribute("id", "renamed")
        .dom_path(stored.dom_path().iter().map(String::as_str))
        .siblings(stored.siblings().iter().map(String::as_str))
        .bbox(stored.bbox());
    others
        .fold(builder, |builder, (name, value)| {
            builder.attribute(name, value)
        })
        .build()
}

fn text(dice: &mut Dice, texts: Texts) -> String {
    let length = match texts {
        Texts::Short => 6 + dice.below(14),
        Texts::Chars(length) => length * 9 / 10 + dice.below(length / 5),
    };
    let mut text = String::new();
    while text.len() < length {
        text.push_str(dice.pick::<&str>(&WORDS));
        text.push(' ');
    }
    text.truncate(length);
    text
}

/// Random numbers that are the same in every run (xorshift).
#[derive(Debug)]
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap_or_default()
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        let index = self.below(all.len());
        all.get(index).expect("invariant: below the length")
    }
}
