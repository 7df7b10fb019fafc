//! A disk that answers with EIO when it is told to: reads, writes and syncs, each alone. It stands between SQLite and the
//! system as a VFS of SQLite (<https://sqlite.org/vfs.html>) and lets everything through that concerns other files, so
//! other tests of the same process do not notice it.

#![allow(unsafe_code, reason = "SQLite takes a VFS as a C structure")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use damero_store::conformance::{Effect, heals};
use damero_store::{Append, SqliteStore, Store, StoreError};
use libsqlite3_sys as ffi;

use crate::fixture::{block_on, event, new_game};

/// What is in the path of every file that may fail.
const MARK: &str = "failing-disk";

/// What fails now; several may.
static FAILING: AtomicU8 = AtomicU8::new(0);

const READS: u8 = 1;
const WRITES: u8 = 2;
const SYNCS: u8 = 4;

/// How SQLite opens a file.
type Open = unsafe extern "C" fn(
    *mut ffi::sqlite3_vfs,
    *const c_char,
    *mut ffi::sqlite3_file,
    c_int,
    *mut c_int,
) -> c_int;

/// How its own VFS does that.
static SYSTEM: OnceLock<Open> = OnceLock::new();

/// The methods of its files beside ours: the database, which is locked, has others than the log and the journal.
static METHODS: [OnceLock<(ffi::sqlite3_io_methods, ffi::sqlite3_io_methods)>; 2] =
    [OnceLock::new(), OnceLock::new()];

/// What the system does with files of either kind, if it may.
fn system(what: u8) -> Option<&'static ffi::sqlite3_io_methods> {
    let mut known = METHODS.iter().filter_map(OnceLock::get);
    known.next().map(|(theirs, _)| theirs).filter(|_| !fails(what))
}

fn fail(what: u8) {
    FAILING.store(what, Ordering::SeqCst);
}

fn fails(what: u8) -> bool {
    FAILING.load(Ordering::SeqCst) & what != 0
}

unsafe extern "C" fn open(
    vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    took: *mut c_int,
) -> c_int {
    let Some(system) = SYSTEM.get() else {
        return ffi::SQLITE_ERROR;
    };
    // SAFETY: the arguments are those of SQLite, for its own function.
    let code = unsafe { system(vfs, name, file, flags, took) };
    // SAFETY: a name is null, of a temporary file, or ends with a zero.
    let marked = !name.is_null() && unsafe { CStr::from_ptr(name) }.to_string_lossy().contains(MARK);
    // SAFETY: after a success the file is initialised. Its methods are a table that lives for ever, as ours does.
    unsafe {
        if code == ffi::SQLITE_OK && marked && !(*file).pMethods.is_null() {
            let kind = usize::from(flags & ffi::SQLITE_OPEN_MAIN_DB != 0);
            let (_, ours) = METHODS[kind].get_or_init(|| {
                let theirs = *(*file).pMethods;
                let ours = ffi::sqlite3_io_methods {
                    xRead: Some(read),
                    xWrite: Some(write),
                    xSync: Some(sync),
                    ..theirs
                };
                (theirs, ours)
            });
            (*file).pMethods = ours;
        }
    }
    code
}

unsafe extern "C" fn read(file: *mut ffi::sqlite3_file, to: *mut c_void, size: c_int, at: i64) -> c_int {
    match system(READS).and_then(|theirs| theirs.xRead) {
        // SAFETY: the arguments are those of SQLite, for its own function.
        Some(read) => unsafe { read(file, to, size, at) },
        None => ffi::SQLITE_IOERR_READ,
    }
}

unsafe extern "C" fn write(file: *mut ffi::sqlite3_file, from: *const c_void, size: c_int, at: i64) -> c_int {
    match system(WRITES).and_then(|theirs| theirs.xWrite) {
        // SAFETY: the arguments are those of SQLite, for its own function.
        Some(write) => unsafe { write(file, from, size, at) },
        None => ffi::SQLITE_IOERR_WRITE,
    }
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    match system(SYNCS).and_then(|theirs| theirs.xSync) {
        // SAFETY: the arguments are those of SQLite, for its own function.
        Some(sync) => unsafe { sync(file, flags) },
        None => ffi::SQLITE_IOERR_FSYNC,
    }
}

/// Puts the disk under all stores of this process that are opened from now on.
fn install() {
    // SAFETY: SQLite's own VFS lives for ever, and so does ours.
    unsafe {
        let system = *ffi::sqlite3_vfs_find(std::ptr::null());
        let opens = system.xOpen.expect("it opens files");
        SYSTEM.set(opens).expect("installed once");
        let ours = Box::leak(Box::new(ffi::sqlite3_vfs {
            xOpen: Some(open),
            zName: c"failing-disk".as_ptr(),
            pNext: std::ptr::null_mut(),
            ..system
        }));
        assert_eq!(ffi::sqlite3_vfs_register(ours, 1), ffi::SQLITE_OK);
    }
}

async fn store_in(folder: &Path) -> SqliteStore {
    let file = folder.join("damero.db");
    SqliteStore::open(&file).await.expect("a new store")
}

/// One test, as what fails does so for all files of the process that are marked.
#[test]
fn a_disk_that_gives_errors_heals() {
    install();
    for (what, name) in [(WRITES, "writes"), (SYNCS, "syncs"), (READS, "reads")] {
        let folder = tempfile::Builder::new().prefix(MARK).tempdir().expect("a folder");
        block_on(async {
            let store = store_in(folder.path()).await;
            let begin = async || {
                println!("{name} fail");
                if what == READS {
                    // What the writer has read it need not read again, as long as it keeps its connection.
                    fail(WRITES);
                    store.probe(1).await.expect_err("refused");
                }
                fail(what);
            };
            heals(&store, Effect::Fail, begin, async || fail(0)).await;
            store.close().await;
        });
    }
    what_cannot_be_read_is_unavailable();
}

fn what_cannot_be_read_is_unavailable() {
    let folder = tempfile::Builder::new().prefix(MARK).tempdir().expect("a folder");
    block_on(async {
        let store = store_in(folder.path()).await;
        store.add_game(&new_game("g")).await.expect("a game");
        let body = "long ".repeat(20_000);
        let long = Append {
            bodies: vec![body],
            ..event(0)
        };
        store.append(long).await.expect("an event");
        fail(READS);
        let refused = store.events("g").await;
        assert!(
            matches!(refused, Err(StoreError::Unavailable { .. })),
            "{refused:?}"
        );
        fail(0);
        assert_eq!(store.events("g").await.expect("events").len(), 1);
        store.close().await;
    });
}
