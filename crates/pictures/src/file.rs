//! PNG files, still and animated. An animated PNG is shown by every browser, and by anything else as its first picture.

use png::{BitDepth, ColorType, Compression, Encoder};

use crate::{Picture, PictureError};

fn failed(error: impl std::fmt::Display) -> PictureError {
    PictureError::Failed(error.to_string())
}

/// A picture as a PNG file.
///
/// # Errors
/// If the picture has no pixels.
pub fn png(picture: &Picture) -> Result<Vec<u8>, PictureError> {
    let mut animation = Animation::default();
    animation.push(picture.clone(), 0)?;
    animation.finish()
}

/// A part of the picture that changes.
struct Frame {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    /// How long it is shown, in milliseconds.
    delay: u16,
}

/// Pictures of one size, each shown for some time, again and again. Only what changes is kept.
#[derive(Default)]
pub struct Animation {
    last: Option<Picture>,
    frames: Vec<Frame>,
}

impl Animation {
    /// Adds a picture that is shown for `delay` milliseconds. One that is like the picture before it prolongs that one.
    ///
    /// # Errors
    /// If it has another size than the others.
    pub fn push(&mut self, picture: Picture, delay: u16) -> Result<(), PictureError> {
        let whole = (0, 0, picture.width, picture.height);
        let area = match &self.last {
            None => Some(whole),
            Some(last) if (last.width, last.height) != (picture.width, picture.height) => {
                return Err(failed("the pictures have different sizes"));
            }
            Some(last) => changed(last, &picture),
        };
        match (area, self.frames.last_mut()) {
            (None, Some(frame)) => frame.delay = frame.delay.saturating_add(delay),
            (area, _) => {
                let (x, y, width, height) = area.unwrap_or(whole);
                self.frames.push(Frame {
                    x,
                    y,
                    width,
                    height,
                    pixels: cut(&picture, x, y, width, height),
                    delay,
                });
            }
        }
        self.last = Some(picture);
        Ok(())
    }

    /// The file.
    ///
    /// # Errors
    /// If there is no picture.
    pub fn finish(self) -> Result<Vec<u8>, PictureError> {
        let whole = self.last.ok_or_else(|| failed("there is no picture"))?;
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, whole.width, whole.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Fast);
        let animated = self.frames.len() > 1;
        if animated {
            let count = u32::try_from(self.frames.len()).map_err(failed)?;
            encoder.set_animated(count, 0).map_err(failed)?;
        }
        let mut writer = encoder.write_header().map_err(failed)?;
        for frame in &self.frames {
            if animated {
                writer.set_frame_delay(frame.delay, 1000).map_err(failed)?;
                writer.reset_frame_position().map_err(failed)?;
                writer
                    .set_frame_dimension(frame.width, frame.height)
                    .map_err(failed)?;
                writer.set_frame_position(frame.x, frame.y).map_err(failed)?;
            }
            writer.write_image_data(&frame.pixels).map_err(failed)?;
        }
        writer.finish().map_err(failed)?;
        Ok(file)
    }
}

/// The smallest rectangle that holds all differences, if there are any.
fn changed(one: &Picture, other: &Picture) -> Option<(u32, u32, u32, u32)> {
    let row = 3 * one.width as usize;
    let rows = || one.pixels.chunks_exact(row).zip(other.pixels.chunks_exact(row));
    let differ: Vec<usize> = rows()
        .enumerate()
        .filter_map(|(y, (a, b))| (a != b).then_some(y))
        .collect();
    let (top, bottom) = (*differ.first()?, *differ.last()?);
    let (mut left, mut right) = (usize::MAX, 0);
    for (a, b) in rows().skip(top).take(bottom + 1 - top) {
        if let Some(first) = a.iter().zip(b).position(|(a, b)| a != b) {
            left = left.min(first / 3);
        }
        if let Some(last) = a.iter().zip(b).rposition(|(a, b)| a != b) {
            right = right.max(last / 3);
        }
    }
    let small = |number: usize| u32::try_from(number).ok();
    Some((
        small(left)?,
        small(top)?,
        small(right + 1 - left)?,
        small(bottom + 1 - top)?,
    ))
}

fn cut(picture: &Picture, x: u32, y: u32, width: u32, height: u32) -> Vec<u8> {
    let row = 3 * picture.width as usize;
    let rows = picture
        .pixels
        .chunks_exact(row)
        .skip(y as usize)
        .take(height as usize);
    let (begin, end) = (3 * x as usize, 3 * (x + width) as usize);
    rows.flat_map(|row| &row[begin..end]).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(colour: u8) -> Picture {
        Picture {
            width: 20,
            height: 16,
            pixels: vec![colour; 20 * 16 * 3],
        }
    }

    #[test]
    fn an_animation_keeps_what_changes_and_reads_back() {
        let mut other = plain(9);
        for (x, y) in [(3, 4), (7, 5)] {
            other.pixels[3 * (y * 20 + x)] = 200;
        }
        assert_eq!(changed(&plain(9), &other), Some((3, 4, 5, 2)));
        assert_eq!(changed(&other, &other), None);
        let mut animation = Animation::default();
        animation.push(plain(9), 100).expect("a picture");
        animation.push(plain(9), 50).expect("the same");
        animation.push(other.clone(), 300).expect("another");
        let small = Picture {
            width: 10,
            ..plain(9)
        };
        assert!(animation.push(small, 1).is_err(), "another size is refused");
        let file = animation.finish().expect("a file");
        let decoder = png::Decoder::new(std::io::Cursor::new(&file));
        let mut reader = decoder.read_info().expect("our own file");
        let control = reader.info().animation_control().expect("an animation");
        assert_eq!((control.num_frames, control.num_plays), (2, 0));
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut pixels).expect("the first picture");
        assert_eq!(pixels, plain(9).pixels);
        assert_eq!(
            reader.info().frame_control().map(|control| control.delay_num),
            Some(150)
        );
        let second = reader.next_frame(&mut pixels).expect("the change");
        assert_eq!((second.width, second.height), (5, 2));
        assert!(Animation::default().finish().is_err(), "nothing is no file");
    }

    #[test]
    fn every_game_is_painted() {
        for &id in damero_games::GameId::ALL {
            let game = damero_games::registry::start(id, "").or_else(|_| {
                let rules = damero_games::with_game!(id, G => <G as damero_games::Game>::Rules::default().to_string());
                damero_games::registry::start(id, &rules)
            });
            let game = game.expect("a game");
            let picture = crate::paint_within(&game.drawing(), 120, 63, "#123456").expect("a picture");
            assert_eq!(&picture.pixels[..3], &[0x12, 0x34, 0x56], "the ground");
            assert!(png(&picture).expect("a file").len() > 100);
            assert!(crate::paint(&game.drawing(), 5).is_err(), "too small");
        }
    }
}
