/** A text that one page hands over to the page for files with many games. */

let handed: { game: string; text: string } | null = null;

export function handOver(text: { game: string; text: string }): void {
  handed = text;
}

/** What was handed over, once. */
export function taken(): { game: string; text: string } | null {
  const text = handed;
  handed = null;
  return text;
}
