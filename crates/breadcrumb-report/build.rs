//! Puts the page's styles and scripts together, in the order of `assets/order.txt`.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let assets = PathBuf::from("assets");
    println!("cargo::rerun-if-changed=assets");
    let order = fs::read_to_string(assets.join("order.txt"))?;
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    join(&assets, &order, ".css", &out.join("report.css"))?;
    join(&assets, &order, ".js", &out.join("report.js"))
}

/// Joins the listed files with one ending.
fn join(assets: &Path, order: &str, ending: &str, to: &Path) -> io::Result<()> {
    let mut joined = String::new();
    let listed = order
        .lines()
        .map(str::trim)
        .filter(|line| line.ends_with(ending));
    for name in listed {
        let path = assets.join(name);
        let text = fs::read_to_string(&path).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
        joined.push_str(&text);
        joined.push('\n');
    }
    fs::write(to, joined)
}
