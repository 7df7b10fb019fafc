/** What every page owes its readers: the rules of accessibility, in light and dark, and no more width than a phone has. */

import axe from 'axe-core';
import { check } from './fixtures.mjs';

/** axe finds nothing to complain about, in light and in dark. */
export async function sound(page, what) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    // Colours on their way from one theme to the other have no contrast to speak of.
    await page.evaluate(() => {
      for (const motion of document.getAnimations()) if (motion instanceof CSSTransition) motion.cancel();
    });
    const run = async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations;
    const violations = await page.evaluate(run);
    const found = violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
    check(violations.length === 0, `${what}, ${colorScheme}: ${found.join('\n')}`);
  }
}

/** Nothing sticks out to the right. */
export async function fits(page, what) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(wide <= 0, `${what} is ${wide} pixels too wide`);
}
