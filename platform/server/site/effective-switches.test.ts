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

function aSite(overrides: Partial<Site> = {}, config: object = {}): Site {
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
    ...overrides,
  };
}
const switchOf = (site: Site, name: string, ...rows: SwitchRow[]) =>
  extensionSwitches(site, rows).find((item) => item.name === name);

describe("an organization's switch", () => {
  it('enables nothing that the site disables and disables nothing that administration needs', () => {
    const disabledSite = aSite({}, { extensions: { scanner: { enabled: false } } });
    expect(switchOf(disabledSite, 'scanner', row('scanner', true))).toMatchObject({
      enabled: false,
      origin: 'site',
      locked: 'site',
    });
    for (const name of ['admin', 'lists']) {
      expect(switchOf(aSite(), name, row(name, false))).toMatchObject({
        enabled: true,
        origin: 'default',
        locked: 'needed',
      });
    }
  });

  it("is overridden by the server's environment", () => {
    const environment = { extensions: { scanner: true }, modes: { reading: true } };
    const modes = { reading: { enabled: true } };
    const site = aSite({ environment }, { modes });
    expect(switchOf(site, 'scanner', row('scanner', false))).toMatchObject({
      enabled: true,
      origin: 'environment',
      locked: 'environment',
    });
    expect(modeSwitches(site, [row('reading', false, 'mode')])).toMatchObject([
      { name: 'reading', enabled: true, locked: 'environment' },
    ]);
  });

  it('applies when unlocked, with the time of the change', () => {
    expect(switchOf(aSite(), 'scanner', row('scanner', false))).toMatchObject({
      enabled: false,
      origin: 'administrator',
      locked: null,
      changedAt: AT,
    });
    expect(switchOf(aSite(), 'scanner')).toMatchObject({ enabled: true, origin: 'default' });
    expect(modeSwitches(aSite(), [])).toEqual([]);
  });
});
