//! Every dependency must be under a licence that goes with MIT OR Apache-2.0.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};

use crate::steps::cargo;

const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Reads the licences of all that is built and refuses any other.
///
/// The lock file also names what nobody builds, such as the graphics back ends of the training framework: `cargo tree`
/// leaves those out, `cargo metadata` would not.
pub(crate) fn check() -> Result<()> {
    let output = cargo([
        "tree",
        "--workspace",
        "--all-features",
        "--locked",
        "--edges",
        "normal,build",
        "--prefix",
        "none",
        "--no-dedupe",
        "--format",
        "{p}|{l}",
    ])
    .output()
    .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    let text = String::from_utf8(output.stdout).context("cargo tree wrote no text")?;
    let packages: BTreeSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let refused: Vec<&str> = packages
        .iter()
        .copied()
        .filter(|line| !line.split_once('|').is_some_and(|(_, licence)| allowed(licence)))
        .collect();
    if !refused.is_empty() {
        bail!("licences outside the list:\n{}", refused.join("\n"));
    }
    println!("{} packages, all under an allowed licence", packages.len());
    Ok(())
}

/// An expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` holds if every part has an allowed choice.
fn allowed(expression: &str) -> bool {
    let part = |part: &str| {
        part.split(" OR ")
            .flat_map(|choice| choice.split('/'))
            .any(|licence| ALLOWED.contains(&licence.trim().trim_matches(['(', ')'])))
    };
    !expression.is_empty() && expression.split(" AND ").all(part)
}

#[cfg(test)]
mod tests {
    use super::allowed;

    #[test]
    fn expressions() {
        assert!(allowed("MIT OR Apache-2.0"));
        assert!(allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(allowed("GPL-3.0 OR MIT"));
        assert!(!allowed("MIT AND GPL-3.0"));
        assert!(!allowed(""));
    }
}
