//! The innermost calls in the user's own files, of a trace in any language.

/// How many frames tell failures apart.
const MAX_FRAMES: usize = 3;
/// Files that are not the user's own.
const FOREIGN: [&str; 12] = [
    "node_modules",
    "site-packages",
    "dist-packages",
    "node:internal",
    "/usr/lib",
    "/rustc/",
    "internal/",
    "<frozen",
    "java.base",
    "org.junit",
    "sun.reflect",
    "jdk.internal",
];
const EXTENSIONS: [&str; 11] = [
    ".py", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".java", ".kt", ".rs", ".go",
];

/// Returns the innermost frames as `file::function`, without lines, the innermost first.
pub(crate) fn top_frames(trace: &str) -> Vec<String> {
    let mut frames: Vec<String> = Vec::new();
    let mut function = String::new();
    let mut is_python = false;
    for line in trace.lines().map(str::trim) {
        if let Some(name) = defined(line) {
            name.clone_into(&mut function);
            continue;
        }
        if FOREIGN.iter().any(|foreign| line.contains(foreign)) {
            continue;
        }
        if let Some(frame) = frame(line, &function) {
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
        return Some(format!("{}::{name}", file_name(file)));
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
    let file = has_extension(place.split_once(": ").map_or(place, |(place, _)| place))?;
    let is_place = !file.contains(' ') && place.contains(':');
    is_place.then(|| format!("{}::{function}", file_name(file)))
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
}
