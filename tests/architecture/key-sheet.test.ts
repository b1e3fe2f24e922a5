import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KEY_SHEET_PATH, keySheet, shippedKeySources } from '../pictures/key-sheet.ts';

describe('docs/keys.md', () => {
  it('equals the output of `npm run keys`', () => {
    expect(readFileSync(KEY_SHEET_PATH, 'utf8')).toBe(keySheet(shippedKeySources()));
  });

  it('covers every mode that has shortcuts', () => {
    const { modes } = shippedKeySources();
    const withKeys = modes.filter(({ keys }) => keys.length > 0);
    expect(withKeys.length).toBeGreaterThan(1);
    const sheet = keySheet(shippedKeySources());
    for (const { title } of withKeys) expect(sheet).toContain(`## ${title}\n`);
  });

  it('changes when a mode changes a shortcut', () => {
    const { modes, manifests } = shippedKeySources();
    const changed = modes.map((mode) => ({
      ...mode,
      keys: mode.keys.map((one, at) => (at === 0 ? { ...one, key: 'F9' } : one)),
    }));
    const sheet = keySheet({ modes: changed, manifests });
    expect(sheet).toContain('`F9`');
    expect(sheet).not.toBe(keySheet({ modes, manifests }));
  });

  it('can’t be written if a command has no section', () => {
    const { modes, manifests } = shippedKeySources();
    const added = modes.map((mode) => ({
      ...mode,
      keys: [...mode.keys, { key: 'KeyQ', command: 'breast-planes.export-findings' }],
    }));
    expect(() => keySheet({ modes: added, manifests })).toThrow('export-findings');
  });
});
