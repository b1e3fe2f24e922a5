import { describe, expect, it } from 'vitest';
import { manifestSchema, siteConfigSchema } from '#contracts';
import { extensionSwitches, modeSwitches, type SwitchRow } from './effective-switches.ts';
import type { Site } from './site.ts';

const AT = '2026-11-20T10:00:00.000Z';
const row = (name: string, enabled: boolean, kind: SwitchRow['kind'] = 'extension'): SwitchRow => ({
  kind,
  name,
  enabled,
  changedAt: AT,
  changedBy: null,
});

function site(more: Partial<Site> = {}, config: object = {}): Site {
  const parsed = siteConfigSchema.parse({
    schema: 1,
    name: 'Test',
    apiKey: 'api-key-of-the-tests',
    ...config,
  });
  const extension = (id: string, requires: Record<string, string> = {}) => ({
    manifest: manifestSchema.parse({
      schema: 1,
      id,
      version: '1.0.0',
      title: id,
      description: id,
      host: '^1.0.0',
      requires,
    }),
    folder: `/srv/${id}`,
    settings: {},
    serverEnabled: true,
    enabled: parsed.extensions[id]?.enabled ?? true,
  });
  return {
    config: parsed,
    file: '/srv/site.json',
    thirdParty: [],
    problems: [],
    extensions: [extension('admin', { lists: '^1.0.0' }), extension('lists'), extension('scanner')],
    ...more,
  };
}
const switchOf = (from: Site, name: string, ...rows: SwitchRow[]) =>
  extensionSwitches(from, rows).find((item) => item.name === name);

describe("an organization's switch", () => {
  it('enables nothing that the site disables and disables nothing that administration needs', () => {
    const off = site({}, { extensions: { scanner: { enabled: false } } });
    expect(switchOf(off, 'scanner', row('scanner', true))).toMatchObject({
      enabled: false,
      origin: 'site',
      locked: 'site',
    });
    for (const name of ['admin', 'lists']) {
      expect(switchOf(site(), name, row(name, false))).toMatchObject({
        enabled: true,
        origin: 'default',
        locked: 'needed',
      });
    }
  });

  it("is overridden by the server's environment", () => {
    const from = site({ environment: { extensions: { scanner: true }, modes: { reading: true } } });
    expect(switchOf(from, 'scanner', row('scanner', false))).toMatchObject({
      enabled: true,
      origin: 'environment',
      locked: 'environment',
    });
    const modes = { reading: { enabled: true } };
    const { environment } = from;
    const named = site(environment === undefined ? {} : { environment }, { modes });
    expect(modeSwitches(named, [row('reading', false, 'mode')])).toMatchObject([
      { name: 'reading', enabled: true, locked: 'environment' },
    ]);
  });

  it('applies when unlocked and reports its time of change', () => {
    expect(switchOf(site(), 'scanner', row('scanner', false))).toMatchObject({
      enabled: false,
      origin: 'administrator',
      locked: null,
      changedAt: AT,
    });
    expect(switchOf(site(), 'scanner')).toMatchObject({ enabled: true, origin: 'default' });
    expect(modeSwitches(site(), [])).toEqual([]);
  });
});
