import { fileURLToPath } from 'node:url';

/** Folder that contains `platform`, `extensions`, `config` and the built application. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
