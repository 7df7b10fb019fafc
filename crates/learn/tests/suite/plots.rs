//! Plots from the files of a run: all there, well formed, and with what they must show.

use std::collections::BTreeMap;
use std::path::Path;

use damero_games::Lang;
use damero_games::random::{below, seeded};
use damero_learn::plot::draw;
use damero_learn::run::{BoardPair, Histogram, Line, Log, RunPath, TrainStep};

/// Writes logs as a training of `epochs` would leave them, learning something on the way.
fn made_up(folder: &Path, epochs: u64) -> RunPath {
    let run = RunPath(folder.to_owned());
    let mut rng = seeded(3);
    let mut noise = |scale: f64| (f64::from(below(&mut rng, 1001)) / 500.0 - 1.0) * scale;
    let mut metrics = Log::open(&run.metrics(), 0).expect("room");
    let mut histograms = Log::open(&run.histograms(), 0).expect("room");
    for epoch in 1..=epochs {
        let (place, part) = (
            TrainStep {
                epoch,
                step: epoch * 6,
            },
            epoch as f64 / epochs as f64,
        );
        let mut values = BTreeMap::from([
            (
                "loss/mean".to_owned(),
                0.4 * (-3.0 * part).exp() + 0.08 + noise(0.02),
            ),
            ("loss/std".to_owned(), 0.05 + noise(0.01)),
            (
                "win_rate/pretrained".to_owned(),
                (0.3 + 0.4 * part + noise(0.15)).clamp(0.0, 1.0),
            ),
            (
                "win_rate/untrained".to_owned(),
                (0.5 + 0.45 * part + noise(0.1)).clamp(0.0, 1.0),
            ),
            ("epsilon".to_owned(), 1.0 - part),
            ("speed/games".to_owned(), 5000.0 + noise(300.0)),
            ("speed/steps".to_owned(), 900.0 + noise(50.0)),
        ]);
        if epoch % 50 == 0 {
            for placed in 4..16 {
                let rate = (0.5 * (1.0 - part) + 0.03) * (1.0 - f64::from(placed) / 20.0);
                values.insert(format!("blunder/{placed}"), rate);
                values.insert(format!("blunder_count/{placed}"), 1234.0);
            }
        }
        metrics.append(&Line::new(place, 1.0, values)).expect("room");
        let mut maps = BTreeMap::new();
        for head in ["place", "select"] {
            for (outcome, goal) in [("loss", -0.9), ("draw", 0.0), ("win", 0.9)] {
                let mut histogram = Histogram::of_q();
                for _ in 0..100 {
                    histogram.add(goal * part + noise(0.3));
                }
                maps.insert(format!("q/{head}/{outcome}"), histogram);
            }
        }
        histograms.append(&Line::new(place, 1.0, maps)).expect("room");
    }
    let pair = |i: i8| {
        let before = vec![
            vec![i, -1, 3, -1],
            vec![-1, 15, -1, -1],
            vec![8, -1, -1, 6],
            vec![-1; 4],
        ];
        let mut after = before.clone();
        after[3][1] = 5;
        BoardPair {
            title: format!("5|13|{} | R={}", i % 2, if i % 3 == 0 { -1 } else { 1 }),
            before,
            after,
        }
    };
    let mut boards = Log::open(&run.boards(), 0).expect("room");
    let pairs: Vec<BoardPair> = [0, 1, 2, 4, 7, 9, 10, 12].map(pair).to_vec();
    let place = TrainStep {
        epoch: epochs,
        step: epochs * 6,
    };
    boards
        .append(&Line::new(
            place,
            1.0,
            BTreeMap::from([("boards".to_owned(), pairs)]),
        ))
        .expect("room");
    run
}

#[test]
fn all_plots_are_drawn_in_both_forms_and_both_languages() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = made_up(folder.path(), 300);
    for (lang, word) in [(Lang::Es, "Tasa de victorias"), (Lang::En, "Win rate")] {
        let files = draw(&run, lang).expect("it can be drawn");
        let names: Vec<String> = files
            .iter()
            .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
            .collect();
        let expected = ["win_rate", "loss", "q_values", "boards", "blunders", "curves"];
        let expected: Vec<String> = expected
            .iter()
            .flat_map(|name| [format!("{name}.svg"), format!("{name}.png")])
            .collect();
        assert_eq!(names, expected);
        for path in &files {
            let bytes = std::fs::read(path).expect("a file");
            assert!(
                bytes.len() < 1_500_000,
                "{} has {} bytes",
                path.display(),
                bytes.len()
            );
            if path.extension().is_some_and(|ending| ending == "png") {
                assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
                let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info();
                let mut reader = reader.expect("a PNG");
                let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
                reader.next_frame(&mut pixels).expect("whole");
                assert!(
                    pixels.iter().any(|&pixel| pixel < 100),
                    "{} is blank",
                    path.display()
                );
            }
        }
        let svg = std::fs::read_to_string(run.plots().join("win_rate.svg")).expect("a file");
        assert!(svg.contains(word), "{lang}");
        let svg = std::fs::read_to_string(run.plots().join("boards.svg")).expect("a file");
        assert!(svg.contains("5|13|1 | R=1"), "{svg}");
        let svg = std::fs::read_to_string(run.plots().join("q_values.svg")).expect("a file");
        assert!(svg.contains("Q_select") && svg.contains("R = +1"), "{lang}");
    }
}

#[test]
fn a_run_with_nothing_to_show_has_no_plots() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = RunPath(folder.path().to_owned());
    assert_eq!(draw(&run, Lang::En).expect("nothing to do").len(), 0);
}

#[test]
fn one_epoch_is_enough_for_plots() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = made_up(folder.path(), 1);
    assert!(!draw(&run, Lang::En).expect("it can be drawn").is_empty());
}
