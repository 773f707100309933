//! The innermost calls in the user's own files, of a trace in any language.

/// How many frames tell failures apart.
const MAX_FRAMES: usize = 3;
/// Files that are not the user's own.
const FOREIGN: [&str; 13] = [
    "node_modules",
    "site-packages",
    "dist-packages",
    "node:internal",
    "/usr/lib",
    "lib/python3",
    "/rustc/",
    "internal/",
    "<frozen",
    "java.base",
    "org.junit",
    "sun.reflect",
    "jdk.internal",
];
/// What Python says between an exception and the one that it has led to.
const CHAINED: [&str; 2] = [
    "The above exception was the direct cause of the following exception:",
    "During handling of the above exception, another exception occurred:",
];
const EXTENSIONS: [&str; 11] = [
    ".py", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".java", ".kt", ".rs", ".go",
];

/// Returns the innermost frames as `file::function`, without lines, the innermost first.
pub(crate) fn top_frames(trace: &str) -> Vec<String> {
    let mut frames: Vec<String> = Vec::new();
    let mut function = String::new();
    let mut is_python = false;
    for line in last_exception(trace).lines().map(str::trim) {
        // A function is shown from its first line on; those after it are inside of it.
        if let Some(name) = defined(line).filter(|_| function.is_empty()) {
            name.clone_into(&mut function);
            continue;
        }
        if line.starts_with("_ _ _") {
            function.clear();
        }
        if FOREIGN.iter().any(|foreign| line.contains(foreign)) {
            function.clear();
            continue;
        }
        if let Some(frame) = frame(line, &function) {
            function.clear();
            is_python |= frame.contains(".py");
            if frames.last() != Some(&frame) {
                frames.push(frame);
            }
        }
    }
    // Python tells the innermost last, all others first.
    if is_python {
        frames.reverse();
    }
    frames.truncate(MAX_FRAMES);
    frames
}

/// Returns what is said of the exception that has failed the test, without those that led to it.
fn last_exception(trace: &str) -> &str {
    let ends = CHAINED.iter().filter_map(|chained| {
        let start = trace.rfind(chained)?;
        Some(start + chained.len())
    });
    let start = ends.max().unwrap_or(0);
    trace.get(start..).unwrap_or_default()
}

/// Returns the name of a function that pytest shows the source of.
fn defined(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('>').trim_start();
    let rest = rest
        .strip_prefix("async ")
        .unwrap_or(rest)
        .strip_prefix("def ")?;
    rest.split('(').next()
}

fn frame(line: &str, function: &str) -> Option<String> {
    if let Some(rest) = line.strip_prefix("File \"") {
        let (file, rest) = rest.split_once('"')?;
        let name = rest.rsplit_once(" in ").map_or("", |(_, name)| name);
        return Some(format!("{}::{}", file_name(file), named(name)));
    }
    if let Some(call) = line.strip_prefix("at ") {
        let (name, place) = call.rsplit_once('(').unwrap_or(("", call));
        let file = has_extension(place)?;
        return Some(format!("{}::{}", file_name(file), name.trim()));
    }
    let place = line.strip_prefix("thread ").map_or(line, |_| {
        line.split_once("panicked at ")
            .map_or(line, |(_, place)| place)
    });
    let (before, after) = place.split_once(": ").unwrap_or((place, ""));
    let file = has_extension(before)?;
    let is_place = !file.contains(' ') && place.contains(':');
    // pytest's short form has the name in the same line.
    let function = after.strip_prefix("in ").unwrap_or(function);
    is_place.then(|| format!("{}::{}", file_name(file), named(function)))
}

/// Modules and lambdas have no name; some traces give them one.
fn named(function: &str) -> &str {
    if function.starts_with('<') {
        ""
    } else {
        function
    }
}

/// Returns the path of a place such as `a/b.py:12:3`, where it is one.
fn has_extension(place: &str) -> Option<&str> {
    let path = place.trim_end_matches(')').split(".py:").next()?;
    if path.len() < place.trim_end_matches(')').len() {
        return place.get(..path.len() + 3);
    }
    EXTENSIONS.iter().find_map(|extension| {
        let end = place.find(&format!("{extension}:"))? + extension.len();
        place.get(..end)
    })
}

/// Returns the last two parts of a path: enough to tell files apart, and the same on any machine.
fn file_name(path: &str) -> String {
    let parts: Vec<&str> = path.split(['/', '\\']).collect();
    parts
        .get(parts.len().saturating_sub(2)..)
        .unwrap_or_default()
        .join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_of_all_languages_have_their_frames() {
        let pytest = "def test_a():\n>       helper()\n\ntests/test_a.py:4: \n_ _ _\n    def helper():\n>       assert 0\nE       assert 0\n\ntests/help.py:9: AssertionError";
        assert_eq!(
            top_frames(pytest),
            ["tests/help.py::helper", "tests/test_a.py::test_a"]
        );
        let plain = "Traceback:\n  File \"/x/app/a.py\", line 3, in run\n  File \"/x/site-packages/b.py\", line 1, in f";
        assert_eq!(top_frames(plain), ["app/a.py::run"]);
        let js = "Error: x\n    at Object.click (/w/tests/shop.spec.ts:5:35)\n    at /w/node_modules/p/i.js:1:1\n    at /w/tests/b.spec.ts:1:2";
        assert_eq!(
            top_frames(js),
            ["tests/shop.spec.ts::Object.click", "tests/b.spec.ts::"]
        );
        let java = "java.lang.AssertionError\n\tat org.junit.Assert.fail(Assert.java:89)\n\tat shop.CartTest.adds(CartTest.java:14)";
        assert_eq!(top_frames(java), ["CartTest.java::shop.CartTest.adds"]);
        let rust = "thread 'cart::adds' panicked at src/cart.rs:41:9:\nassertion failed";
        assert_eq!(top_frames(rust), ["src/cart.rs::"]);
        assert_eq!(top_frames("nothing here: at all"), [""; 0]);
    }

    #[test]
    fn all_styles_of_pytest_have_the_same_frames() {
        let expected = ["tests/help.py::helper", "tests/test_a.py::test_a"];
        for trace in [
            "    def test_a():\n        def inner():\n            pass\n>       helper()\n\ntests/test_a.py:4: \n_ _ _ _ _\n\n    def helper():\n>       assert 0\nE       assert 0\n\ntests/help.py:9: AssertionError",
            "tests/test_a.py:4: in test_a\n    helper()\ntests/help.py:9: in helper\n    assert 0\nE   assert 0",
            "Traceback (most recent call last):\n  File \"/x/lib/python3.12/unittest/case.py\", line 3, in run\n  File \"/x/tests/test_a.py\", line 4, in test_a\n    helper()\n  File \"/x/tests/help.py\", line 9, in helper\n    assert 0",
            "tests/other.py:1: in cause\n    1 / 0\nE   ZeroDivisionError\n\nDuring handling of the above exception, another exception occurred:\ntests/test_a.py:4: in test_a\n    helper()\ntests/help.py:9: in helper\n    assert 0\nE   assert 0",
        ] {
            assert_eq!(top_frames(trace), expected, "{trace}");
        }
        assert_eq!(
            top_frames("tests/test_a.py:1: in <module>"),
            ["tests/test_a.py::"]
        );
    }
}
