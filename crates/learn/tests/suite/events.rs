//! The events of a run hold what its logs hold, once, also after it was stopped and went on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use damero_learn::events::records;
use damero_learn::run::{Line, Memory, RunPath, read_log};
use damero_search::Stop;

use crate::small::{Small, create, go_on, run_watched, settings};

/// A field of a message: its number, and its bytes or number as they stand.
fn fields(mut bytes: &[u8]) -> Vec<(u64, Vec<u8>)> {
    fn varint(bytes: &mut &[u8]) -> u64 {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (first, rest) = bytes.split_first().expect("a byte");
            *bytes = rest;
            value |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                break;
            }
        }
        value
    }
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes);
        let content = match tag & 7 {
            0 => varint(&mut bytes).to_le_bytes().to_vec(),
            1 => bytes.split_off(..8).expect("eight bytes").to_vec(),
            5 => bytes.split_off(..4).expect("four bytes").to_vec(),
            _ => {
                let length = usize::try_from(varint(&mut bytes)).expect("a length");
                bytes.split_off(..length).expect("that many").to_vec()
            }
        };
        found.push((tag >> 3, content));
    }
    found
}

fn field(all: &[(u64, Vec<u8>)], number: u64) -> Option<&[u8]> {
    all.iter()
        .find(|(found, _)| *found == number)
        .map(|(_, content)| content.as_slice())
}

/// All scalars in the event files of a folder: by name, each step with its values.
fn scalars(folder: &Path) -> BTreeMap<(String, u64), Vec<f32>> {
    let mut found: BTreeMap<(String, u64), Vec<f32>> = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let bytes = fs::read(entry.expect("an entry").path()).expect("a file");
        for record in records(&bytes).expect("whole records") {
            let event = fields(record);
            let step =
                field(&event, 2).map_or(0, |bytes| u64::from_le_bytes(bytes.try_into().expect("eight")));
            let Some(summary) = field(&event, 5) else { continue };
            for (_, value) in fields(summary) {
                let value = fields(&value);
                if let (Some(tag), Some(number)) = (field(&value, 1), field(&value, 2)) {
                    let tag = String::from_utf8(tag.to_vec()).expect("a name");
                    let number = f32::from_le_bytes(number.try_into().expect("four"));
                    found.entry((tag, step)).or_default().push(number);
                }
            }
        }
    }
    found
}

fn logged(path: &RunPath) -> BTreeMap<(String, u64), Vec<f32>> {
    let lines: Vec<Line<f64>> = read_log(&path.metrics(), None).expect("a log");
    let each = lines.iter().flat_map(|line| {
        line.values
            .iter()
            .map(|(name, value)| ((name.clone(), line.step), vec![*value as f32]))
    });
    each.collect()
}

#[test]
fn events_are_the_logs_once_also_after_going_on() {
    let runs = tempfile::tempdir().expect("a folder");
    let folder = create(runs.path(), "line");
    let mut watch = |epoch, stop: &Stop| {
        if epoch == 5 {
            stop.now();
        }
    };
    run_watched(
        &folder,
        &mut Small::new(7),
        &settings(9),
        Memory::default(),
        &mut watch,
    )
    .expect("it runs");
    let path = folder.path.clone();
    drop(folder);
    assert_eq!(scalars(&path.events()), logged(&path));
    assert_eq!(scalars(&path.events()).len(), 10);
    go_on(&path, &settings(9)).expect("it runs");
    assert_eq!(scalars(&path.events()), logged(&path));
    assert_eq!(scalars(&path.events()).len(), 18);
    let files: Vec<_> = fs::read_dir(path.events()).expect("a folder").collect();
    assert_eq!(files.len(), 1);
}
