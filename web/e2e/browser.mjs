/** Chromium as the tests and the screenshots use it, and visitors with quiet settings. */

import { existsSync } from 'node:fs';
import { serveDist } from './dist.mjs';

/** Without windows, which takes a fifth less of the processor, or whole. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const LAUNCH = {
  executablePath: process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path)) ?? INSTALLED[1],
  // A page from `dist` is not of this machine to Chromium, which would keep it from the server here.
  args: ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'],
};

/** A visitor: a context of its own, in English, without animation or premoves unless told otherwise. */
export async function visitor(browser, { base, embedded }, { settings = {}, ...options } = {}) {
  const viewport = { width: 1280, height: 900 };
  const context = await browser.newContext({ baseURL: base, viewport, locale: 'en-GB', ...options });
  if (!embedded) await serveDist(context, base);
  const chosen = { lang: 'en', pace: 'none', sound: false, premove: false, ...settings };
  await context.addInitScript((chosen) => {
    // Only at the first visit: what a test changes afterwards stays.
    if (!localStorage.getItem('damero.settings')) localStorage.setItem('damero.settings', JSON.stringify(chosen));
  }, chosen);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}
