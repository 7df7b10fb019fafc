/**
 * What the end-to-end tests share: a real Chromium, visitors with quiet settings, and the running of tests, several at
 * a time, each with a server of its own. An error in the console of a page is a failure, and so is a breach of the
 * content security policy, which Chromium reports there.
 */

import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { serveDist } from './dist.mjs';
import { startServer } from './server.mjs';

/** One test may take so long, and all together. */
const ONE = 150_000;
const ALL = Number(process.env.E2E_SECONDS ?? 900) * 1000;
/** Tests at a time: most of their time they wait. */
const LANES = Number(process.env.E2E_LANES ?? 4);

/** What Chromium writes when the line is cut or the server is away; only tests that do that allow it. */
export const CUT = /net::ERR_|WebSocket connection to/;

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // A page from `dist` is not of this machine to Chromium, which would keep it from the server here.
    args: ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'],
  });
}

/** A visitor: a browser of its own, in English, without animation or premoves unless told otherwise. */
export async function visitor(browser, { base, embedded }, { settings = {}, ...options } = {}) {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options });
  if (!embedded) await serveDist(context, base);
  const chosen = { lang: 'en', pace: 'none', sound: false, premove: false, ...settings };
  await context.addInitScript((chosen) => {
    localStorage.getItem('damero.settings') ?? localStorage.setItem('damero.settings', JSON.stringify(chosen));
  }, chosen);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.failures = [];
  page.on('pageerror', (error) => page.failures.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') page.failures.push(`${message.text()} (${message.location().url})`);
  });
  return page;
}

export function check(condition, message) {
  if (!condition) throw new Error(message);
}

async function within(ms, what, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function one(browser, { name, test, allow }) {
  const start = Date.now();
  const pages = [];
  let server;
  try {
    server = await startServer();
    const visit = async (options) => {
      const page = await visitor(browser, server, options);
      pages.push(page);
      return page;
    };
    await within(ONE, 'the test', test({ server, visit }));
    const said = pages.flatMap((page) => page.failures).filter((line) => !allow?.test(line));
    check(said.length === 0, `errors in the page: ${said.join('; ')}`);
    console.log(`ok    ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`FAIL  ${name}: ${error.stack ?? error}`);
    for (const line of new Set(pages.flatMap((page) => page.failures))) console.log(`      ${line}`);
    const folder = process.env.E2E_SHOTS;
    if (folder) {
      for (const [i, page] of pages.entries()) {
        await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '-')}-${i}.png`) }).catch(() => {});
      }
    }
    return false;
  } finally {
    await Promise.all(pages.map((page) => page.context().close().catch(() => {})));
    await server?.close();
  }
}

/** Runs the tests whose names contain one of the arguments, all without arguments; the longest first. */
export async function run(tests) {
  const wanted = process.argv.slice(2);
  const chosen = tests.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  chosen.sort((a, b) => (b.weight ?? 1) - (a.weight ?? 1));
  const start = Date.now();
  const browser = await launch();
  const queue = [...chosen];
  const done = new Set();
  let passed = 0;
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (await one(browser, next)) passed += 1;
      done.add(next.name);
    }
  };
  try {
    await within(ALL, 'the suite', Promise.all(Array.from({ length: LANES }, lane)));
  } catch (error) {
    console.log(`${error.message}; not finished: ${chosen.map(({ name }) => name).filter((name) => !done.has(name)).join(', ')}`);
    process.exit(1);
  }
  await browser.close();
  console.log(`${passed} of ${chosen.length} passed in ${((Date.now() - start) / 1000).toFixed(0)} s`);
  process.exit(passed === chosen.length && passed > 0 ? 0 : 1);
}
