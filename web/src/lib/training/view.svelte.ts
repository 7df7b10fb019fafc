/** What somebody wants to see of curves; kept while the pages of trainings are visited. */

import type { Axis, Smoothing } from './curves';

export const view = $state<{ axis: Axis; smoothing: Smoothing }>({ axis: 'epoch', smoothing: 'usual' });
