/** The tests in a real browser: `npm run e2e`, or `npm run e2e -- --grep azul` for those whose names contain a word. */

import { defineConfig } from '@playwright/test';
import { LAUNCH } from './e2e/browser.mjs';

export default defineConfig({
  testDir: 'e2e/specs',
  testMatch: '*.spec.mjs',
  fullyParallel: true,
  // Most of their time tests wait.
  workers: Number(process.env.E2E_LANES ?? 4),
  timeout: 150_000,
  globalTimeout: Number(process.env.E2E_SECONDS ?? 900) * 1000,
  // A test that passes only the second time is reported as flaky.
  retries: 1,
  reporter: 'list',
  forbidOnly: true,
  use: { launchOptions: LAUNCH, screenshot: 'only-on-failure' },
});
