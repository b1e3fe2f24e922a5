import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareProfile } from './prepare-profile.ts';

let profile = '';
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'clockface-profile-'));
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));

const preferences = () => JSON.parse(readFileSync(join(profile, 'Default/Preferences'), 'utf8'));

it('prepareProfile removes stored passwords and addresses and keeps other settings', () => {
  mkdirSync(join(profile, 'Default/Sessions'), { recursive: true });
  writeFileSync(join(profile, 'Default/History'), 'mrn=1');
  const storedPreferences = { profile: { name: 'A', password_manager_enabled: true }, zoom: 2 };
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(storedPreferences));
  prepareProfile(profile);
  expect(preferences()).toMatchObject({
    history: { saving_disabled: true },
    credentials_enable_service: false,
    profile: { name: 'A', password_manager_enabled: false },
    zoom: 2,
  });
  expect(existsSync(join(profile, 'Default/History'))).toBe(false);
  expect(existsSync(join(profile, 'Default/Sessions'))).toBe(false);
});

it('prepareProfile writes the settings of a new profile and rebuilds damaged settings', () => {
  prepareProfile(profile);
  expect(preferences().profile.password_manager_enabled).toBe(false);
  for (const broken of ['{"profile":', '[]', '{"profile":[]}']) {
    writeFileSync(join(profile, 'Default/Preferences'), broken);
    prepareProfile(profile);
    expect(preferences().profile.password_manager_enabled).toBe(false);
  }
});
