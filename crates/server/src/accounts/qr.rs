//! QR codes, so that nobody has to type the secret of an authenticator.

use qrcode::{Color, EcLevel, QrCode};

use crate::wire;

/// The light margin that readers need around the code, in squares.
const MARGIN: usize = 4;

/// A text as a QR code; `None` if it is too long for one.
pub(crate) fn picture(text: &str) -> Option<wire::QrCode> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let width = code.width();
    let colors = code.to_colors();
    let mut path = String::new();
    for (y, row) in colors.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let length = run.len();
            if run[0] == Color::Dark {
                let (left, top) = (x + MARGIN, y + MARGIN);
                path += &format!("M{left} {top}h{length}v1h-{length}z");
            }
            x += length;
        }
    }
    Some(wire::QrCode {
        size: width + 2 * MARGIN,
        path,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares that a path fills.
    fn filled(code: &wire::QrCode) -> Vec<Vec<bool>> {
        let mut dark = vec![vec![false; code.size]; code.size];
        for run in code.path.split('M').skip(1) {
            let numbers: Vec<usize> = run
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|number| number.parse().ok())
                .collect();
            let [left, top, length, ..] = numbers[..] else {
                panic!("{run} is no run")
            };
            dark[top][left..left + length].fill(true);
        }
        dark
    }

    #[test]
    fn a_code_has_its_margin_and_its_three_corners() {
        let code = picture("otpauth://totp/Damero:Ana?secret=ABCDEFGH&issuer=Damero").expect("it fits");
        let dark = filled(&code);
        let corner = [
            "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
        ];
        let far = code.size - MARGIN - corner.len();
        for (top, left) in [(MARGIN, MARGIN), (MARGIN, far), (far, MARGIN)] {
            for (y, row) in corner.iter().enumerate() {
                for (x, sign) in row.chars().enumerate() {
                    assert_eq!(dark[top + y][left + x], sign == '#', "at {left} {top}: {x} {y}");
                }
            }
        }
        let edge = |i: usize| i < MARGIN || i >= code.size - MARGIN;
        for (y, row) in dark.iter().enumerate() {
            assert!(
                row.iter()
                    .enumerate()
                    .all(|(x, dark)| !dark || !(edge(x) || edge(y)))
            );
        }
    }

    #[test]
    fn what_is_too_long_is_no_code() {
        assert_eq!(picture(&"x".repeat(5_000)), None);
    }
}
