/** The icons of the installed page, drawn from `public/favicon.svg` by the browser: `npm run icons`. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { LAUNCH } from './browser.mjs';

const folder = fileURLToPath(new URL('../public/', import.meta.url));
const drawing = readFileSync(`${folder}favicon.svg`, 'utf8');
const browser = await chromium.launch(LAUNCH);
const page = await browser.newPage();
for (const [name, size, margin] of [
  ['icon-192', 192, 0],
  ['icon-512', 512, 0],
  // Systems may cut a fifth off all around.
  ['icon-maskable-512', 512, 60],
]) {
  await page.setViewportSize({ width: size, height: size });
  const inner = size - 2 * margin;
  const style = `body{margin:0;background:${margin ? '#0b6e6e' : 'transparent'}}svg{display:block;margin:${margin}px;width:${inner}px;height:${inner}px}`;
  await page.setContent(`<style>${style}</style>${drawing}`);
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
}
await browser.close();
