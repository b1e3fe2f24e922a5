import { describe, expect, it } from 'vitest';
import { testConfig } from '#core/testing';
import { settingRows } from './setting-rows.ts';

const rows = settingRows({
  config: { ...testConfig, session: { idleMinutes: 15 } },
  extensions: [
    {
      id: 'scanner',
      title: 'Scanner',
      version: '1.2.3',
      state: 'off',
      decidedBy: 'environment',
      settings: [
        { name: 'speedFactor', value: 40, origin: 'site' },
        { name: 'limits', value: { water: 25 }, origin: 'default' },
      ],
    },
  ],
  modes: [],
});
const rowOf = (name: string) => rows.find((row) => row.name === name);

describe('the effective settings', () => {
  it('never include the API key', () => {
    expect(JSON.stringify(rows)).not.toContain(testConfig.apiKey);
    expect(rowOf('apiKey')?.value).toBe('hidden');
  });

  it('name each site value by its path', () => {
    expect(rowOf('session.idleMinutes')?.value).toBe('15');
    expect(rowOf('flags.isDevModeUi')?.value).toBe('false');
  });

  it('include area and origin', () => {
    expect(rowOf('speedFactor')).toMatchObject({
      area: 'scanner',
      value: '40',
      origin: 'site file',
    });
    expect(rowOf('limits')).toMatchObject({ value: '{"water":25}', origin: 'default' });
    expect(rowOf('state')).toMatchObject({ value: 'off', origin: 'environment' });
  });

  it('have unique ids', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });
});
