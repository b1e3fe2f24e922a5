import { writeFileSync } from 'node:fs';
import { KEY_SHEET_PATH, keySheet, shippedKeySources } from './key-sheet.ts';

/** `npm run keys`: writes docs/keys.md. */
writeFileSync(KEY_SHEET_PATH, keySheet(shippedKeySources()));
