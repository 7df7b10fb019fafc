/** The words of lessons and reviews in the chosen language. */

import { pick } from '../../i18n/index.svelte';
import { en } from '../../i18n/learn.en';
import { es } from '../../i18n/learn.es';

export const words = () => pick({ en, es });
