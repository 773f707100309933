"""Collects every sentence that a user can read, and finds words that are no longer used.

python3 scripts/sentences.py            writes fixtures/sentences.txt
python3 scripts/sentences.py --check    fails where that file is not current, or has a retired word

The list is there to be read: what a stranger would not understand is wrong, whatever a test says. It
has the strings of the Rust, Python and JavaScript sources that have more than one word, and the help
texts of the command, without tests, queries and code. Pages of the documentation are not listed, but
must not use retired words either.
"""

from __future__ import annotations

import argparse
import ast
import pathlib
import re
import sys
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "fixtures" / "sentences.txt"

#: What says something to a user; the benchmarks are for people who work on Breadcrumb.
RUST = "crates/*/src/**/*.rs"
SKIPPED_CRATES = {"breadcrumb-bench"}
PYTHON = "bindings/python/python/**/*.py"
SCRIPTS = ["crates/breadcrumb-report/assets/**/*.js", "bindings/node/ts/**/*.ts"]
#: Files whose strings are tables of words, page scripts or generated code.
SKIPPED_FILES = {"meaning.rs", "script.rs", "test_code.rs"}
#: clap shows the doc comments of these.
HELP = re.compile(r"crates/breadcrumb-cli/src/args\w*\.rs|crates/breadcrumb-cli/src/.*/args\w*\.rs")

#: Words that users no longer read, and what to say instead. Code in backticks is exempt.
RETIRED: list[tuple[str, str]] = [
    (r"\bmend(s|ed|ing)?\b", "fix"),
    (r"\b(cure|bandage)s?\b", "heal"),
    (r"\bknown elements?\b|\bwhat is known of\b", "fingerprint"),
    (r"\balike\b", "similar, in percent"),
    (r"\bnothing is enough like\b", "no close match for"),
    (r"\bbelow_threshold\b|\bbelow threshold\b", "no close match"),
    (r"\brevisions?\b", "commit"),
    (r"\bmask(s|ed|ing)?\b", "ignored: quarantined"),
    (r"\bdecides? about\b|\bdecided about\b|\bhave a say\b", "review"),
    (r"\bso many\b|\bfor who\b|\bis nobody's\b|\bfrom which on\b", "a plain sentence"),
    (r"\bsomebody\b|\bnobody\b", "say who"),
    (r"\bborne\b|\bwhole of\b", "a plain word"),
    (r"\bsessions?\b", "run"),
    (r"\b(favour|colour|behaviour|neighbour)\w*", "American spelling"),
    (r"\b1 (tests|heals|locators|runs|commits|files|pages)\b", "the singular"),
]

_SENTENCE = re.compile(r"[A-Za-z]{2,}[,:;]? +[A-Za-z`{(]")
_CODE = re.compile(
    r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|WITH|BEGIN|AND|FROM|WHERE|JOIN|ORDER|GROUP|LEFT)\b"
    r"|^invariant: |[;{}]\s*\n|^\s*(import|from|def|class|const|let|var|function|return|async|await|export) "
    r"|</?\w+[^>]*>.*</?\w+|\bCOALESCE\(|\bNULL\b|\bLEFT JOIN\b|::-webkit|^\s*[.#][\w-]+ |=>|\bfn \w+\("
)
_RUST_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(?P<hashes>\#*)"(?P<raw>.*?)"(?P=hashes)|b?"(?P<text>(?:\\.|[^"\\])*)"|'(?:\\.[^']*|[^'\\])'""",
    re.S,
)
_RUST_TESTS = re.compile(r"^#\[cfg\((?:all\()?test\b.*?\n(?=\S*(?:mod|impl|fn|use|pub)\b)", re.M)
_SCRIPT_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?P<a>(?:\\.|[^"\\\n])*)"|'(?P<b>(?:\\.|[^'\\\n])*)'|`(?P<c>(?:\\.|[^`\\])*)`""", re.S
)
_CONTINUED = re.compile(r"\\\n\s*")


def is_skipped(path: pathlib.Path) -> bool:
    parts = set(path.relative_to(ROOT).parts)
    is_test = "tests" in parts or path.stem == "tests" or path.stem.endswith("_tests")
    return bool(is_test or parts & SKIPPED_CRATES or "node_modules" in parts or path.name in SKIPPED_FILES)


def sources(patterns: list[str]) -> Iterator[pathlib.Path]:
    for pattern in patterns:
        yield from (path for path in sorted(ROOT.glob(pattern)) if not is_skipped(path))


def rust_strings(path: pathlib.Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if HELP.fullmatch(str(path.relative_to(ROOT))):
        yield from doc_comments(text)
    if tests := _RUST_TESTS.search(text):
        text = text[: tests.start()]
    # What only a developer reads: attributes, and reasons of panics that cannot happen.
    text = re.sub(r"#!?\[(?!command|arg|error)[^\]]*\]", "", text)
    for token in _RUST_TOKEN.finditer(text):
        if (found := token["text"]) is not None:
            yield _CONTINUED.sub("", found).replace('\\"', '"').replace("\\n", "\n")
        elif (raw := token["raw"]) is not None:
            yield raw


def doc_comments(text: str) -> Iterator[str]:
    for block in re.findall(r"(?:^[ \t]*///[^\n]*\n)+", text, re.M):
        lines = [line.strip().removeprefix("///").strip() for line in block.splitlines()]
        yield from (" ".join(part.split("\n")) for part in "\n".join(lines).split("\n\n"))


def python_strings(path: pathlib.Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
            yield "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def script_strings(path: pathlib.Path) -> Iterator[str]:
    for token in _SCRIPT_TOKEN.finditer(path.read_text(encoding="utf-8")):
        found = next((token[name] for name in ("a", "b", "c") if token[name] is not None), None)
        if found is not None:
            yield re.sub(r"\$\{[^}]*\}", "{}", found)


def sentences(strings: Iterator[str]) -> list[str]:
    """Returns what reads like a sentence, each once, on one line."""
    found: dict[str, None] = {}
    for text in strings:
        for line in text.split("\n\n"):
            one = " ".join(line.split())
            one = re.sub(r"\{[^{}]*\}", "{}", one)
            if _SENTENCE.search(one) and not _CODE.search(line):
                found[one] = None
    return list(found)


def collect() -> dict[str, list[str]]:
    readers = [([RUST], rust_strings), ([PYTHON], python_strings), (SCRIPTS, script_strings)]
    found = {}
    for patterns, read in readers:
        for path in sources(patterns):
            if lines := sentences(read(path)):
                found[str(path.relative_to(ROOT))] = lines
    return found


def prose() -> dict[str, list[str]]:
    """Returns the pages that users read, without their blocks of code."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    fenced = re.compile(r"^```.*?^```$", re.M | re.S)
    return {
        str(path.relative_to(ROOT)): fenced.sub("", path.read_text(encoding="utf-8")).splitlines()
        for path in pages
    }


def retired(found: dict[str, list[str]]) -> list[str]:
    """Returns what still uses a retired word."""
    wrong = []
    for file, lines in found.items():
        for line in lines:
            plain = re.sub(r"`[^`]*`", "", line)
            for pattern, instead in RETIRED:
                if match := re.search(pattern, plain, re.I):
                    wrong.append(f"{file}: `{match[0]}` ({instead}): {line}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="fails instead of writing")
    args = parser.parse_args()
    found = collect()
    text = "".join(f"## {file}\n" + "".join(f"{line}\n" for line in lines) + "\n" for file, lines in found.items())
    if not args.check:
        LIST.write_text(text, encoding="utf-8")
    wrong = retired(found) + retired(prose())
    for line in wrong:
        print(line, file=sys.stderr)
    if args.check and LIST.read_text(encoding="utf-8") != text:
        print("fixtures/sentences.txt is not current", file=sys.stderr)
        print("hint: run `python3 scripts/sentences.py` and read the diff", file=sys.stderr)
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
