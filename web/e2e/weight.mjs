/** What the first page weighs: everything that `dist/index.html` and the home page load, compressed. At most 60 kB. */

import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const LIMIT = 60_000;
const dist = new URL('../dist/', import.meta.url);
const html = readFileSync(new URL('index.html', dist), 'utf8');
const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((found) => found[1]);
let [raw, gzip, brotli] = [0, 0, 0];
for (const file of files) {
  const bytes = readFileSync(new URL(file, dist));
  raw += bytes.length;
  gzip += gzipSync(bytes, { level: 9 }).length;
  brotli += brotliCompressSync(bytes).length;
}
console.log(`${files.length} files: ${raw} bytes, ${gzip} gzip, ${brotli} brotli`);
if (files.length === 0 || gzip > LIMIT) process.exit(1);
