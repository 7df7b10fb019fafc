//! Builds the page and embeds it. What is embedded, in order:
//!
//! 1. the folder that `DAMERO_UI_DIST` names, for builds that made the page before;
//! 2. in a release build, or with `DAMERO_UI_BUILD=1`: what `npm ci` and `vite build` make of `web/`;
//! 3. a placeholder page, so that nobody needs Node to build, test or document the program.
//!
//! `DAMERO_UI_SKIP=1` and docs.rs always get the placeholder; with `DAMERO_UI_BUILD=1` a page that cannot be built is an
//! error instead of a warning. Nothing is written outside the target folder.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

type Done<T = ()> = Result<T, Box<dyn Error>>;

/// What the page is made of, within `web/`.
const SOURCES: &[&str] = &[
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
    "src",
    "public",
];

fn main() -> Done {
    for name in ["DAMERO_UI_DIST", "DAMERO_UI_SKIP", "DAMERO_UI_BUILD", "DOCS_RS"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    println!("cargo::rerun-if-changed=placeholder");
    let here = PathBuf::from(env("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env("OUT_DIR")?);
    let web = here.join("../../web");
    let (dist, built) = match choose(&web, &out)? {
        Some(dist) => (dist, true),
        None => (here.join("placeholder"), false),
    };
    embed(&dist, built, &out)
}

fn env(name: &str) -> Done<String> {
    std::env::var(name).map_err(|error| format!("{name}: {error}").into())
}

fn is_set(name: &str) -> bool {
    std::env::var(name).is_ok_and(|value| !value.is_empty() && value != "0")
}

/// The folder of the built page, or `None` for the placeholder.
fn choose(web: &Path, out: &Path) -> Done<Option<PathBuf>> {
    if is_set("DAMERO_UI_SKIP") || is_set("DOCS_RS") {
        return Ok(None);
    }
    if is_set("DAMERO_UI_DIST") {
        let dist = PathBuf::from(env("DAMERO_UI_DIST")?);
        if !dist.join("index.html").is_file() {
            return Err(format!("DAMERO_UI_DIST={}: there is no index.html", dist.display()).into());
        }
        println!("cargo::rerun-if-changed={}", dist.display());
        return Ok(Some(dist));
    }
    let must = is_set("DAMERO_UI_BUILD");
    if !must && env("PROFILE")? != "release" {
        return Ok(None);
    }
    // A source that is not there yet is watched by its folder, or every build would run again.
    if !web.join("package.json").is_file() {
        println!("cargo::warning=there is no web/package.json: a placeholder page is embedded");
        return Ok(None);
    }
    for name in SOURCES {
        let source = web.join(name);
        if source.exists() {
            println!("cargo::rerun-if-changed={}", source.display());
        }
    }
    match build(web, out) {
        Ok(dist) => Ok(Some(dist)),
        Err(error) if must => Err(error),
        Err(error) => {
            for line in error.to_string().lines().take(20) {
                println!("cargo::warning={line}");
            }
            println!("cargo::warning=the page could not be built: a placeholder is embedded");
            Ok(None)
        }
    }
}

/// Builds in a copy, beside packages that all builds with the same lock file share.
fn build(web: &Path, out: &Path) -> Done<PathBuf> {
    let lock = fs::read(web.join("package-lock.json"))?;
    let target = out
        .ancestors()
        .nth(4)
        .ok_or("the output folder is not in a target folder")?;
    let shared = target.join("damero-ui").join(format!("{:016x}", hash(&lock)));
    fs::create_dir_all(&shared)?;
    // Release, check and doc may build at the same time.
    let guard = fs::File::create(shared.join("lock"))?;
    guard.lock()?;
    let ready = shared.join("ready");
    if !ready.is_file() {
        for name in ["package.json", "package-lock.json"] {
            fs::copy(web.join(name), shared.join(name))?;
        }
        npm(&shared, &["ci", "--include=dev", "--no-audit", "--no-fund"])?;
        fs::write(&ready, "")?;
    }
    // Below the shared folder, so that the packages are found without links.
    let work = shared.join("work");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    for name in SOURCES {
        let source = web.join(name);
        if source.exists() {
            copy(&source, &work.join(name))?;
        }
    }
    let dist = out.join("dist");
    let folder = dist
        .to_str()
        .ok_or("the output folder has a name that is no text")?;
    npm(
        &work,
        &["run", "build", "--", "--outDir", folder, "--emptyOutDir"],
    )?;
    if !dist.join("index.html").is_file() {
        return Err("the build made no index.html".into());
    }
    Ok(dist)
}

fn npm(folder: &Path, args: &[&str]) -> Done {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        // With it npm would leave out the very tools that build.
        .env_remove("NODE_ENV")
        .output()
        .map_err(|error| format!("{program} cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let more = String::from_utf8_lossy(&output.stdout);
    Err(format!("{program} {} failed:\n{said}{more}", args.join(" ")).into())
}

fn copy(from: &Path, to: &Path) -> Done {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else {
        if let Some(parent) = to.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::copy(from, to)?;
    }
    Ok(())
}

/// Writes the list of all files for `lib.rs`, sorted by path.
fn embed(dist: &Path, built: bool, out: &Path) -> Done {
    let mut files = Vec::new();
    list(dist, "", &mut files)?;
    files.sort();
    let packed = out.join("packed");
    if packed.exists() {
        fs::remove_dir_all(&packed)?;
    }
    fs::create_dir_all(&packed)?;
    let mut code = format!(
        "/// Whether the real page is embedded, not the placeholder.\npub const BUILT: bool = {built};\n\n\
         static ASSETS: &[(&str, Asset)] = &[\n"
    );
    for (i, (name, path)) in files.iter().enumerate() {
        let bytes = fs::read(path)?;
        let gzip = keep(&bytes, gzip(&bytes)?, &packed.join(format!("{i}.gz")))?;
        let brotli = keep(&bytes, brotli(&bytes)?, &packed.join(format!("{i}.br")))?;
        let etag = format!("\"{:016x}\"", hash(&bytes));
        let mime = mime(name);
        // Vite puts the hash of the content into the names of what it builds.
        let immutable = name.starts_with("assets/");
        let path = path.to_string_lossy();
        writeln!(
            code,
            "    ({name:?}, Asset {{ bytes: include_bytes!({path:?}), gzip: {gzip}, brotli: {brotli}, mime: {mime:?}, etag: {etag:?}, immutable: {immutable} }}),"
        )?;
    }
    code.push_str("];\n");
    fs::write(out.join("assets.rs"), code)?;
    Ok(())
}

fn gzip(bytes: &[u8]) -> Done<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn brotli(bytes: &[u8]) -> Done<Vec<u8>> {
    // A development build embeds the placeholder, or the page for a test: nobody waits for its last byte.
    let quality = if env("PROFILE")? == "release" { 11 } else { 5 };
    let params = brotli::enc::BrotliEncoderParams {
        quality,
        ..Default::default()
    };
    let mut small = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut small, &params)?;
    Ok(small)
}

/// Writes a compressed copy, if it is worth it, and returns the code that includes it.
fn keep(bytes: &[u8], small: Vec<u8>, file: &Path) -> Done<String> {
    if small.len() * 10 >= bytes.len() * 9 {
        return Ok("None".to_owned());
    }
    fs::write(file, small)?;
    Ok(format!("Some(include_bytes!({:?}))", file.to_string_lossy()))
}

fn list(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> Done {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name
            .to_str()
            .ok_or("a file of the page has a name that is no text")?;
        let path = entry.path();
        if path.is_dir() {
            list(&path, &format!("{prefix}{name}/"), files)?;
        } else {
            files.push((format!("{prefix}{name}"), path.canonicalize()?));
        }
    }
    Ok(())
}

fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "ogg" => "audio/ogg",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        _ => "application/octet-stream",
    }
}

/// FNV-1a, which is the same everywhere and for ever.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
