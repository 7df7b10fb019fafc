/** The page from `dist`, laid over a server that was built without it. Paths that are no files get the page itself. */

import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

const dist = new URL('../dist/', import.meta.url);
const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};
/** As the server says it about the page inside. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

export async function serveDist(context, base) {
  await context.route(`${base}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (/^\/(api|ws)\//.test(pathname)) return route.continue();
    const type = TYPES[extname(pathname)];
    const body = await readFile(new URL(type ? `.${pathname}` : 'index.html', dist));
    await route.fulfill({ body, contentType: type ?? 'text/html', headers: { 'Content-Security-Policy': POLICY } });
  });
}
