import { describe, expect, it } from 'vitest';
import { DEVICE_SETTING_DEFAULTS } from '#contracts';
import { errorResponse, fakePlatform, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { automaticSettings, readKnownSettings, saveUserSettings } from './settings-choice.ts';

const AT = '2026-01-05T09:00:00.000Z';
const storedSettings = (fields: object) => ({
  id: newId(),
  version: 4,
  createdAt: AT,
  createdBy: null,
  updatedAt: AT,
  updatedBy: null,
  ...DEVICE_SETTING_DEFAULTS,
  cupDepth: null,
  userId: null,
  scanId: null,
  patientId: null,
  ...fields,
});
const NONE = errorResponse(404, 'NotFound', 'There are none');

async function createHarness() {
  const platform = await fakePlatform('OPERATOR');
  const { server } = platform.backend;
  server.handle('lastUsedDeviceSettings', () => NONE);
  server.handle('deviceSettingsByCupDepth', () => NONE);
  server.handle('listDeviceSettingsOfUser', () =>
    okResponse({ items: [], total: 0, nextCursor: null }),
  );
  const read = () => readKnownSettings(platform.api, newId(), newId());
  return { ...platform, server, read };
}

describe('the known settings before a scan', () => {
  it('are empty if nothing was saved, and the defaults apply', async () => {
    const { read } = await createHarness();
    const known = await read();
    if (!known.ok) throw new Error(known.problem.title);
    expect(known.value).toEqual({ lastUsed: null, userSettings: null, presets: new Map() });
    expect(automaticSettings(known.value, 45)).toEqual(DEVICE_SETTING_DEFAULTS);
  });

  it('use the preset of the cup, and of no other cup', async () => {
    const { read, server } = await createHarness();
    server.handle('deviceSettingsByCupDepth', ({ body }) => {
      const { cupDepth } = body as { cupDepth: number };
      return cupDepth === 55
        ? okResponse(storedSettings({ cupDepth, depth: 55, mode: 'MANUAL' }))
        : NONE;
    });
    const known = await read();
    if (!known.ok) throw new Error(known.problem.title);
    expect(automaticSettings(known.value, 55)).toMatchObject({ depth: 55, mode: 'AUTO' });
    expect(automaticSettings(known.value, 45).depth).toBe(DEVICE_SETTING_DEFAULTS.depth);
  });

  it('fail to load while the server is offline, instead of appearing empty', async () => {
    const { read, server } = await createHarness();
    server.once('lastUsedDeviceSettings', 'unreachable');
    expect((await read()).ok).toBe(false);
  });
});

describe('saveUserSettings', () => {
  it('replaces the operator’s saved settings, or creates them if none exist', async () => {
    const { api, server } = await createHarness();
    const userSettings = storedSettings({ focus: 20 });
    server.handle('updateDeviceSettings', ({ body }) =>
      okResponse({ ...userSettings, ...(body as object) }),
    );
    server.handle('createDeviceSettings', ({ body }) =>
      okResponse({ ...userSettings, ...(body as object) }),
    );
    const userId = newId();
    const values = { ...DEVICE_SETTING_DEFAULTS, focus: 30 };
    const known = { lastUsed: null, userSettings, presets: new Map() };
    expect((await saveUserSettings(api, known, values, userId)).ok).toBe(true);
    const update = server.calls.at(-1);
    expect([update?.route, update?.headers.get('if-match')]).toEqual([
      'updateDeviceSettings',
      '"4"',
    ]);
    await saveUserSettings(api, { ...known, userSettings: null }, values, userId);
    expect(server.calls.at(-1)).toMatchObject({ route: 'createDeviceSettings', body: { userId } });
  });
});
