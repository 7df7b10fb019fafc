/** The words of accounts in the chosen language. */

import { en } from '../../i18n/account.en';
import { es } from '../../i18n/account.es';
import { pick } from '../../i18n/index.svelte';

export const words = () => pick({ en, es });
