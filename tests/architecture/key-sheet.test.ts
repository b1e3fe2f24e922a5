import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { layoutTabs } from '../../extensions/breast-planes/model/views/layout-tabs.ts';
import { KEY_SHEET_PATH, keySheet, shippedKeySources } from '../pictures/key-sheet.ts';

describe('docs/keys.md', () => {
  it('equals the output of `npm run keys`', () => {
    expect(readFileSync(KEY_SHEET_PATH, 'utf8')).toBe(keySheet(shippedKeySources()));
  });

  it('covers every mode that has shortcuts', () => {
    const { modes } = shippedKeySources();
    const modesWithKeys = modes.filter(({ keys }) => keys.length > 0);
    expect(modesWithKeys.length).toBeGreaterThan(1);
    const sheet = keySheet(shippedKeySources());
    for (const { title } of modesWithKeys) expect(sheet).toContain(`## ${title}\n`);
  });

  it('changes when a mode changes a shortcut', () => {
    const { modes, manifests } = shippedKeySources();
    const changed = modes.map((mode) => ({
      ...mode,
      keys: mode.keys.map((shortcut, index) =>
        index === 0 ? { ...shortcut, key: 'F9' } : shortcut,
      ),
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

  it('can’t be written if a mode uses a key that works everywhere', () => {
    const { modes, manifests } = shippedKeySources();
    const added = modes.map((mode) => ({
      ...mode,
      keys: [...mode.keys, { key: 'KeyB', command: 'breast-planes.undo' }],
    }));
    expect(() => keySheet({ modes: added, manifests })).toThrow('KeyB of mode');
  });

  it('can’t be written if a shortcut with arguments has no title', () => {
    const { modes, manifests } = shippedKeySources();
    const added = modes.map((mode) => ({
      ...mode,
      keys: [...mode.keys, { key: 'KeyQ', command: 'breast-planes.step', args: { by: 2 } }],
    }));
    expect(() => keySheet({ modes: added, manifests })).toThrow('KeyQ');
  });
});

describe('the digits of the reading mode', () => {
  it('name every layout in the order of the tabs', () => {
    const { modes, manifests } = shippedKeySources();
    const layouts = manifests.flatMap(({ contributes }) => contributes.hangingProtocols);
    const mode = modes.find(({ id }) => id === 'reading');
    const { main } = mode?.layout ?? {};
    const ids = main?.kind === 'viewports' ? main.protocols : [];
    const tabs = layoutTabs(
      ids.flatMap((id) =>
        layouts
          .filter((layout) => layout.id === id)
          .map((layout) => ({ ...layout, unavailableReason: null })),
      ),
      null,
    );
    const titles = mode?.keys.flatMap((item) =>
      /^Digit[1-9]$/.test(item.key) && 'title' in item ? (item.title ?? []) : [],
    );
    expect(tabs.length).toBeGreaterThan(7);
    expect(titles).toEqual(tabs.map(({ title }) => `Layout: ${title}`));
  });
});
