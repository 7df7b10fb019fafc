/**
 * What the end-to-end tests share: a real server started for the run, a real Chromium, pages with quiet settings, and
 * a list of tests that is run one after another.
 *
 * `DAMERO_BIN` names the program (by default `damero` of the release build). If it was built without the page, the page
 * comes from `vite preview` in front of it, so that the page can be tested without building the program again.
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const web = fileURLToPath(new URL('..', import.meta.url));
const program = process.env.DAMERO_BIN ?? join(web, '../target/release/damero');

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function until(what, check, ms = 20_000) {
  const end = Date.now() + ms;
  for (;;) {
    try {
      if (await check()) return;
    } catch {
      // Not yet.
    }
    if (Date.now() > end) throw new Error(`timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A server with data of its own. `restart` stops it hard and starts it again on the same port and data. */
export async function startServer() {
  const data = mkdtempSync(join(tmpdir(), 'damero-e2e-'));
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  let child;
  const start = async () => {
    child = spawn(program, ['serve', '--listen', address, '--data', data, '--no-limits'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await until('the server is ready', async () => (await fetch(`http://${address}/healthz`)).ok);
  };
  const stop = (signal) =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', resolve);
      child.kill(signal);
    });
  await start();
  let base = `http://${address}`;
  let preview;
  const { page } = await (await fetch(`${base}/api/version`)).json();
  if (!page) {
    const front = await freePort();
    preview = spawn(
      process.execPath,
      [join(web, 'node_modules/vite/bin/vite.js'), 'preview', '--port', String(front), '--strictPort', '--host', '127.0.0.1'],
      { cwd: web, env: { ...process.env, DAMERO_SERVER: base }, stdio: 'ignore' },
    );
    base = `http://127.0.0.1:${front}`;
    await until('the page is ready', async () => (await fetch(base)).ok);
  }
  return {
    base,
    async restart() {
      await stop('SIGKILL');
      await start();
    },
    async close() {
      preview?.kill();
      await stop('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}

/** A visitor: a browser of its own, in English, without animation unless told otherwise. */
export async function visitor(browser, base, { settings = {}, ...options } = {}) {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options });
  const chosen = { lang: 'en', pace: 'none', sound: false, ...settings };
  await context.addInitScript((chosen) => {
    localStorage.getItem('damero.settings') ?? localStorage.setItem('damero.settings', JSON.stringify(chosen));
  }, chosen);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.failures = [];
  page.on('pageerror', (error) => page.failures.push(String(error)));
  return page;
}

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

/** Runs the tests whose names contain one of the arguments, all without arguments. */
export async function run(tests) {
  const wanted = process.argv.slice(2);
  const chosen = tests.filter(([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  const server = await startServer();
  const browser = await launch();
  let failed = 0;
  for (const [name, test] of chosen) {
    const start = Date.now();
    const pages = [];
    const visit = async (options) => {
      const page = await visitor(browser, server.base, options);
      pages.push(page);
      return page;
    };
    try {
      await test({ server, visit });
      for (const page of pages) check(page.failures.length === 0, `errors in the page: ${page.failures.join('; ')}`);
      console.log(`ok    ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL  ${name}: ${error.stack ?? error}`);
      const folder = process.env.E2E_SHOTS;
      if (folder) {
        for (const [i, page] of pages.entries()) {
          await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '-')}-${i}.png`) }).catch(() => {});
        }
      }
    }
    for (const page of pages) await page.context().close();
  }
  await browser.close();
  await server.close();
  console.log(`${chosen.length - failed} of ${chosen.length} passed`);
  process.exit(failed === 0 ? 0 : 1);
}
