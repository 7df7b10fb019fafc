/** All end-to-end tests: `npm run e2e`, or `npm run e2e -- azul online` for those whose names contain a word. */

import { run } from './harness.mjs';
import * as games from './specs/games.mjs';
import * as online from './specs/online.mjs';
import * as pages from './specs/pages.mjs';
import * as analysis from './specs/analysis.mjs';
import * as training from './specs/training.mjs';

await run([...games.tests, ...online.tests, ...analysis.tests, ...training.tests, ...pages.tests]);
