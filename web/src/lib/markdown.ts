/**
 * The little Markdown that our own rules use: headings, paragraphs, numbered and plain lists, tables, code, emphasis.
 * It becomes a tree that a component draws, so no HTML from a text ever reaches the page.
 */

export interface Span {
  text: string;
  kind: 'plain' | 'code' | 'strong' | 'em';
}

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'code'; text: string };

export function inline(text: string): Span[] {
  const spans: Span[] = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*/g;
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > end) spans.push({ text: text.slice(end, found.index), kind: 'plain' });
    const kind = found[1] !== undefined ? 'code' : found[2] !== undefined ? 'strong' : 'em';
    spans.push({ text: found[1] ?? found[2] ?? found[3] ?? '', kind });
    end = found.index + found[0].length;
  }
  if (end < text.length) spans.push({ text: text.slice(end), kind: 'plain' });
  return spans;
}

const cells = (line: string): Span[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()));

export function markdown(source: string): Block[] {
  const blocks: Block[] = [];
  const lines = source.split('\n');
  let i = 0;
  while (i < lines.length) {
    const line = lines[i] ?? '';
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const item = /^(\d+)\.\s+(.*)$|^[-*]\s+(.*)$/.exec(line);
    if (line.trim() === '') i += 1;
    else if (line.startsWith('```')) {
      const from = ++i;
      while (i < lines.length && !lines[i]?.startsWith('```')) i += 1;
      blocks.push({ kind: 'code', text: lines.slice(from, i).join('\n') });
      i += 1;
    } else if (/^ {4}\S/.test(line)) {
      const from = i;
      while (i < lines.length && /^ {4}|^$/.test(lines[i] ?? '')) i += 1;
      blocks.push({
        kind: 'code',
        text: lines
          .slice(from, i)
          .map((line) => line.slice(4))
          .join('\n')
          .trimEnd(),
      });
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, spans: inline(heading[2]!) });
      i += 1;
    } else if (line.trimStart().startsWith('|')) {
      const rows: string[] = [];
      while (i < lines.length && lines[i]?.trimStart().startsWith('|')) rows.push(lines[i++]!);
      const body = rows.slice(1).filter((row) => !/^[\s|:-]+$/.test(row));
      blocks.push({ kind: 'table', head: cells(rows[0]!), rows: body.map(cells) });
    } else if (item) {
      const ordered = item[1] !== undefined;
      const items: string[] = [];
      while (i < lines.length) {
        const next = /^(\d+)\.\s+(.*)$|^[-*]\s+(.*)$/.exec(lines[i] ?? '');
        if (next && (next[1] !== undefined) === ordered) items.push(next[2] ?? next[3] ?? '');
        else if (/^\s+\S/.test(lines[i] ?? '') && items.length > 0) items[items.length - 1] += ` ${lines[i]!.trim()}`;
        else break;
        i += 1;
      }
      blocks.push({ kind: 'list', ordered, start: Number(item[1] ?? 1), items: items.map(inline) });
    } else {
      const words: string[] = [];
      while (i < lines.length && lines[i]?.trim() && !/^(#{1,6}\s|\d+\.\s|[-*]\s|\||```)/.test(lines[i]!))
        words.push(lines[i++]!.trim());
      if (words.length === 0) words.push(lines[i++]!.trim());
      blocks.push({ kind: 'paragraph', spans: inline(words.join(' ')) });
    }
  }
  return blocks;
}
