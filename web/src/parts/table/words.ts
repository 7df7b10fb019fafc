/** The words of the table in the chosen language. */

import { pick } from '../../i18n/index.svelte';
import { en } from '../../i18n/table.en';
import { es } from '../../i18n/table.es';

export const words = () => pick({ en, es });
