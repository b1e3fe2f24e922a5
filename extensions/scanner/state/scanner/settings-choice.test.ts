import { describe, expect, it } from 'vitest';
import { DEVICE_SETTING_DEFAULTS } from '#contracts';
import { answered, fakePlatform, refused } from '#core/testing';
import { newId } from '#foundation';
import { automaticSettings, readKnownSettings, saveOwnSettings } from './settings-choice.ts';

const at = '2026-01-05T09:00:00.000Z';
const stored = (part: object) => ({
  id: newId(),
  version: 4,
  createdAt: at,
  createdBy: null,
  updatedAt: at,
  updatedBy: null,
  ...DEVICE_SETTING_DEFAULTS,
  cupDepth: null,
  userId: null,
  scanId: null,
  patientId: null,
  ...part,
});
const NONE = refused(404, 'NotFound', 'There are none');

async function room() {
  const platform = await fakePlatform('OPERATOR');
  const { server } = platform.clinic;
  server.handle('lastUsedDeviceSettings', () => NONE);
  server.handle('deviceSettingsByCupDepth', () => NONE);
  server.handle('listDeviceSettingsOfUser', () =>
    answered({ items: [], total: 0, nextCursor: null }),
  );
  const read = () => readKnownSettings(platform.api, newId(), newId());
  return { ...platform, server, read };
}

describe('the settings that are known before a scan', () => {
  it('are none where nothing was saved, and the defaults are in force', async () => {
    const { read } = await room();
    const known = await read();
    if (!known.ok) throw new Error(known.problem.title);
    expect(known.value).toEqual({ lastUsed: null, own: null, presets: new Map() });
    expect(automaticSettings(known.value, 45)).toEqual(DEVICE_SETTING_DEFAULTS);
  });

  it('follow the preset of the cup, and no other cup', async () => {
    const { read, server } = await room();
    server.handle('deviceSettingsByCupDepth', ({ body }) => {
      const { cupDepth } = body as { cupDepth: number };
      return cupDepth === 55 ? answered(stored({ cupDepth, depth: 55, mode: 'MANUAL' })) : NONE;
    });
    const known = await read();
    if (!known.ok) throw new Error(known.problem.title);
    expect(automaticSettings(known.value, 55)).toMatchObject({ depth: 55, mode: 'AUTO' });
    expect(automaticSettings(known.value, 45).depth).toBe(DEVICE_SETTING_DEFAULTS.depth);
  });

  it('are not taken for none when the server is away', async () => {
    const { read, server } = await room();
    server.once('lastUsedDeviceSettings', 'unreachable');
    expect((await read()).ok).toBe(false);
  });

  it('replace what the operator had saved before, and are new where nothing was', async () => {
    const { api, server } = await room();
    const own = stored({ focus: 20 });
    server.handle('updateDeviceSettings', ({ body }) => answered({ ...own, ...(body as object) }));
    server.handle('createDeviceSettings', ({ body }) => answered({ ...own, ...(body as object) }));
    const userId = newId();
    const values = { ...DEVICE_SETTING_DEFAULTS, focus: 30 };
    const known = { lastUsed: null, own, presets: new Map() };
    expect((await saveOwnSettings(api, known, values, userId)).ok).toBe(true);
    const update = server.calls.at(-1);
    expect([update?.route, update?.headers.get('if-match')]).toEqual([
      'updateDeviceSettings',
      '"4"',
    ]);
    await saveOwnSettings(api, { ...known, own: null }, values, userId);
    expect(server.calls.at(-1)).toMatchObject({ route: 'createDeviceSettings', body: { userId } });
  });
});
