//! [`Language`]: what a source file is written in.

use breadcrumb_core::Syntax;
use tree_sitter::{Parser, Tree};

/// A language that tests are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// Python.
    Python,
    /// TypeScript.
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
    /// JavaScript, with or without JSX.
    JavaScript,
}

impl Language {
    /// Finds the language of a file by its name.
    #[must_use]
    pub fn of_path(path: &str) -> Option<Self> {
        let (_, extension) = path.rsplit('/').next()?.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "py" | "pyi" => Some(Self::Python),
            "ts" | "mts" | "cts" => Some(Self::TypeScript),
            "tsx" => Some(Self::Tsx),
            "js" | "mjs" | "cjs" | "jsx" => Some(Self::JavaScript),
            _ => None,
        }
    }

    /// Whether it is Python; the other ones have one syntax, as far as locators go.
    pub(crate) fn is_python(self) -> bool {
        self == Self::Python
    }

    /// Returns how locators are written in it.
    pub(crate) fn syntax(self) -> Syntax {
        if self.is_python() {
            Syntax::Python
        } else {
            Syntax::JavaScript
        }
    }

    /// Parses a text; nothing only where the parser and the grammar do not fit together.
    pub(crate) fn parse(self, text: &str) -> Option<Tree> {
        let grammar = match self {
            Self::Python => tree_sitter_python::LANGUAGE,
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
            Self::JavaScript => tree_sitter_javascript::LANGUAGE,
        };
        let mut parser = Parser::new();
        parser.set_language(&grammar.into()).ok()?;
        parser.parse(text, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grammar_fits_the_parser() {
        for (path, text) in [
            ("a.py", "page.locator('a')"),
            ("a.ts", "const a: string = '';"),
            ("a.tsx", "const a = <b/>;"),
            ("a.cjs", "const a = <b/>;"),
        ] {
            let tree = Language::of_path(path).and_then(|language| language.parse(text));
            assert!(
                tree.is_some_and(|tree| !tree.root_node().has_error()),
                "{path}"
            );
        }
        assert_eq!(Language::of_path("dir.py/README"), None);
    }
}
