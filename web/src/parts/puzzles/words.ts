/** The words of puzzles in the chosen language. */

import { en } from '../../i18n/puzzles.en';
import { es } from '../../i18n/puzzles.es';
import { pick } from '../../i18n/index.svelte';

export const words = () => pick({ en, es });
