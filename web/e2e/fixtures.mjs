/**
 * What every test is given: a server of its own, visitors, and a watch on their consoles. An error in the console of a page
 * is a failure, and so is a breach of the content security policy, which Chromium reports there.
 */

import { test as base, expect } from '@playwright/test';
import { visitor } from './browser.mjs';
import { startServer } from './server.mjs';

/** What Chromium writes when the line is cut or the server is away; only tests that do that allow it. */
export const CUT = /net::ERR_|WebSocket connection to/;

export const test = base.extend({
  // Playwright reads which fixtures a function needs from its parameters.
  // eslint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.close();
  },

  /** What consoles said, and what they may say. */
  consoles: async ({ server: _ }, use) => {
    const consoles = { said: [], allowed: [] };
    await use(consoles);
    const wrong = consoles.said.filter((line) => !consoles.allowed.some((pattern) => pattern.test(line)));
    expect(wrong, 'errors in the console').toEqual([]);
  },

  /** Errors in the console that the test brings about. */
  allow: async ({ consoles }, use) => use((pattern) => consoles.allowed.push(pattern)),

  /** Opens a browser for one more visitor. */
  visit: async ({ browser, server, consoles }, use) => {
    const contexts = [];
    await use(async (options) => {
      const page = await visitor(browser, server, options);
      contexts.push(page.context());
      page.on('pageerror', (error) => consoles.said.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') consoles.said.push(`${message.text()} (${message.location().url})`);
      });
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export function check(condition, message) {
  expect(condition, message).toBeTruthy();
}
