/** The words of studies in the chosen language. */

import { en } from '../../i18n/study.en';
import { es } from '../../i18n/study.es';
import { pick } from '../../i18n/index.svelte';

export const words = () => pick({ en, es });
