//! Every dependency must be under a licence that goes with MIT OR Apache-2.0.

use anyhow::{Context, Result, bail};
use serde_json::Value;

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
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Reads the licences that cargo knows and refuses any other.
pub(crate) fn check() -> Result<()> {
    let output = cargo(["metadata", "--format-version", "1", "--locked"])
        .output()
        .context("cannot start cargo")?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata is not JSON")?;
    let packages = metadata["packages"]
        .as_array()
        .context("cargo metadata lists no packages")?;
    let foreign = packages.iter().filter(|package| !package["source"].is_null());
    let refused: Vec<String> = foreign
        .filter(|package| !allowed(package["license"].as_str().unwrap_or_default()))
        .map(|package| {
            format!(
                "{} {}: {}",
                package["name"], package["version"], package["license"]
            )
        })
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
