//! The book of the folder `docs`, and the proof that no link in it leads nowhere.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::steps::{self, Steps};

/// Where `docs/book.toml` puts it.
const BOOK: &str = "target/book";

/// Builds the book and follows its links.
pub(crate) fn build() -> Result<()> {
    let path = steps::tool("mdbook", "0.5.4")?;
    let mut steps = Steps::default();
    let mut command = Command::new("mdbook");
    steps.run("book", command.args(["build", "docs"]).env("PATH", path))?;
    steps.check("links of the book", links)
}

/// Every link to another page, picture or heading of the book.
fn links() -> Result<()> {
    let mut pages = HashMap::new();
    read(Path::new(BOOK), &mut pages)?;
    let mut broken = Vec::new();
    for (page, text) in &pages {
        for link in targets(text) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                _ => page.parent().unwrap_or(page).join(file),
            };
            let whole = target.canonicalize().ok();
            let there = match whole.as_ref().and_then(|target| pages.get(target)) {
                Some(text) => heading.is_empty() || text.contains(&format!("id=\"{heading}\"")),
                None => whole.is_some(),
            };
            if !there {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    broken.sort();
    if !broken.is_empty() {
        bail!("links that lead nowhere:\n{}", broken.join("\n"));
    }
    println!("{} pages", pages.len());
    Ok(())
}

/// All pages under a folder, by their whole paths. The page of all pages repeats the others, with other links.
fn read(folder: &Path, pages: &mut HashMap<PathBuf, String>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read(&path, pages)?;
        } else if path.extension().is_some_and(|end| end == "html") && !path.ends_with("print.html") {
            pages.insert(path.canonicalize()?, std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// What a page links to inside the book.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let places = ["href=\"", "src=\""]
        .into_iter()
        .flat_map(|word| text.split(word).skip(1));
    let links = places.filter_map(|rest| rest.split('"').next());
    links.filter(|link| !link.contains(':') && !link.starts_with("//"))
}
