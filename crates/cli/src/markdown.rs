//! Markdown for a terminal, lightly: headings and emphasis in colours instead of signs, paragraphs and lists filled
//! to the width. Tables and code stay as they are written, because they are readable so.

use crate::ui::{ACCENT, BOLD, paint};

/// A stretch of lines that belong together.
enum Block<'a> {
    Heading(&'a str),
    /// The sign of a list item or nothing, and the text.
    Text(&'a str, String),
    /// A line that must not be filled.
    Verbatim(&'a str),
}

/// Renders `source` for lines of at most `width` columns.
pub(crate) fn render(source: &str, width: usize) -> String {
    let lines = blocks(source).into_iter().map(|block| match block {
        Block::Heading(text) => paint(BOLD, text),
        Block::Text(sign, text) => emphasise(&fill(sign, &text, width)),
        Block::Verbatim(line) => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn blocks(source: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut in_code = false;
    for line in source.lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") {
            in_code = !in_code;
        } else if in_code || trimmed.is_empty() || trimmed.starts_with('|') {
            blocks.push(Block::Verbatim(line));
        } else if trimmed.starts_with('#') {
            blocks.push(Block::Heading(trimmed.trim_start_matches('#').trim_start()));
        } else if let Some(sign) = list_sign(line) {
            blocks.push(Block::Text(sign, line[sign.len()..].to_owned()));
        } else if let Some(Block::Text(_, text)) = blocks.last_mut() {
            *text += " ";
            *text += trimmed;
        } else {
            blocks.push(Block::Text("", trimmed.to_owned()));
        }
    }
    blocks
}

/// The indentation and sign of a list item, such as `  - ` or `3. `.
fn list_sign(line: &str) -> Option<&str> {
    let trimmed = line.trim_start();
    let digits = trimmed.len() - trimmed.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &trimmed[digits..];
    let sign = if digits > 0 {
        rest.strip_prefix(". ")
    } else {
        rest.strip_prefix("- ").or(rest.strip_prefix("* "))
    };
    sign.map(|text| &line[..line.len() - text.len()])
}

/// Fills lines with the words of `text`; lines after the first stand under the text of the first.
fn fill(sign: &str, text: &str, width: usize) -> String {
    let visible = |word: &str| word.chars().filter(|c| !matches!(c, '`' | '*')).count();
    let indent = sign.chars().count();
    let mut filled = sign.to_owned();
    let mut column = indent;
    for word in text.split_whitespace() {
        if column > indent && column + 1 + visible(word) > width {
            filled += "\n";
            filled += &" ".repeat(indent);
            column = indent;
        } else if column > indent {
            filled.push(' ');
            column += 1;
        }
        filled += word;
        column += visible(word);
    }
    filled
}

/// Turns `` `code` `` and `**bold**` into colours; a sign without its twin stays.
fn emphasise(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*']) {
        let (before, from) = rest.split_at(at);
        out += before;
        let (sign, style) = if from.starts_with('`') {
            ("`", ACCENT)
        } else {
            ("**", BOLD)
        };
        let inner = from.strip_prefix(sign).and_then(|from| from.split_once(sign));
        if let Some((inner, after)) = inner {
            out += &paint(style, inner);
            rest = after;
        } else {
            out += &from[..1];
            rest = &from[1..];
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(source: &str, width: usize) -> String {
        anstream::adapter::strip_str(&render(source, width)).to_string()
    }

    #[test]
    fn paragraphs_and_lists_are_filled_and_signs_become_colours() {
        let source = "# Title\n\nOne `two three`\nfour **five**.\n\n1. six seven\n   eight\n- nine";
        assert_eq!(
            plain(source, 15),
            "Title\n\nOne two three\nfour five.\n\n1. six seven\n   eight\n- nine"
        );
        assert!(render(source, 80).contains(&paint(ACCENT, "two three")));
    }

    #[test]
    fn tables_code_and_lonely_signs_stay() {
        let source = "| a | b |\n|---|---|\n\n```\nx   y\n```\n2 * 3 is `6";
        assert_eq!(plain(source, 80), "| a | b |\n|---|---|\n\nx   y\n2 * 3 is `6");
    }
}
