//! Files of work in progress: a head that tells this work from others, then lines that are added as they come, so that
//! an interrupted work goes on where it stopped.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use damero_arena::io_reason;
use damero_games::{Text, text};

/// The file, open for more lines.
pub struct Kept {
    path: PathBuf,
    file: File,
}

impl Kept {
    /// Opens the file beside `out`, with its own ending, and what `read` makes of its whole lines. A new file has the head
    /// alone.
    ///
    /// # Errors
    /// If the system refuses the file, or `read` its lines; in one sentence.
    pub fn open<T>(
        out: &Path,
        ending: &str,
        head: &str,
        read: impl FnOnce(&str) -> Result<T, Text>,
    ) -> Result<(Self, T), Text> {
        let mut path = out.as_os_str().to_owned();
        path.push(ending);
        let path = PathBuf::from(path);
        let shown = path.display();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                let Text { en, es } = io_reason(&error);
                return Err(text!(
                    "cannot read {shown}: {en}",
                    "no se puede leer {shown}: {es}"
                ));
            }
        };
        // A head or a line without its end was being written when the program died.
        let is_new = head.starts_with(&text);
        let whole = text.rfind('\n').filter(|_| !is_new).map_or(0, |end| end + 1);
        let known = read(if is_new { head } else { &text[..whole] }).map_err(|Text { en, es }| {
            text!(
                "{shown}, left by an interrupted run, is of no use here; remove it or choose another --out: {en}",
                "{shown}, que dejó una ejecución interrumpida, no sirve aquí; hay que borrarlo o elegir otro --out: {es}"
            )
        })?;
        let open = || {
            let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
            file.set_len(whole as u64)?;
            if is_new {
                file.write_all(head.as_bytes())?;
            }
            Ok(file)
        };
        let file = open().map_err(|error| cannot_write(&path, &error))?;
        Ok((Self { path, file }, known))
    }

    /// Adds whole lines at the end.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, lines: &str) -> Result<(), Text> {
        let written = self.file.write_all(lines.as_bytes());
        written.map_err(|error| cannot_write(&self.path, &error))
    }

    /// Deletes the file, which is of no more use; one that stays behind does no harm.
    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Text {
    let (shown, Text { en, es }) = (path.display(), io_reason(error));
    text!("cannot write {shown}: {en}", "no se puede escribir {shown}: {es}")
}
