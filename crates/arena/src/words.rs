//! Times and limits as people write them.

use std::time::Duration;

use damero_search::Limits;

/// Reads a time such as `1s`, `0.5s`, `200ms` or `2m`; a bare number is seconds. At most a day, and not zero.
///
/// ```
/// use std::time::Duration;
/// use damero_arena::read_duration;
/// assert_eq!(read_duration("1.5s"), Some(Duration::from_millis(1500)));
/// assert_eq!(read_duration("soon"), None);
/// ```
#[must_use]
pub fn read_duration(text: &str) -> Option<Duration> {
    let at = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(at);
    let scale = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok()? * scale;
    (0.001..=86_400.0)
        .contains(&seconds)
        .then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// The shortest form that [`read_duration`] takes.
#[must_use]
pub fn write_duration(time: Duration) -> String {
    let millis = time.as_millis();
    if millis.is_multiple_of(1000) {
        format!("{}s", millis / 1000)
    } else {
        format!("{millis}ms")
    }
}

/// Limits in the words of a spec, such as `depth=5,time=1s`; empty for none.
#[must_use]
pub fn write_limits(limits: &Limits) -> String {
    let parts = [
        limits.depth.map(|depth| format!("depth={depth}")),
        limits.nodes.map(|nodes| format!("nodes={nodes}")),
        limits.time.map(|time| format!("time={}", write_duration(time))),
        limits.simulations.map(|sims| format!("sims={sims}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(",")
}
