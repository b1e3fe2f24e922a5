import { describe, expect, it } from 'vitest';
import { DEVICE_SETTING_DEFAULTS } from '#contracts';
import {
  checkPreset,
  differingPresetFields,
  newPresetEntries,
  presetEntries,
  presetRows,
} from './preset-form.ts';
import { aPreset } from './test-support/a-preset.ts';

describe('the rows of presets', () => {
  it('name the settings of every cup, with product defaults where no preset exists', () => {
    const rows = presetRows([aPreset({ cupDepth: 55, depth: 60 })]);
    expect(rows.map(({ cupDepth, preset: stored, use }) => [cupDepth, stored?.depth, use])).toEqual(
      [
        [35, undefined, 'defaults'],
        [45, undefined, 'defaults'],
        [55, 60, 'preset'],
      ],
    );
    expect(rows[0]?.values).toEqual(DEVICE_SETTING_DEFAULTS);
  });

  it('are sorted by version and cup depth and mark presets that no scan uses', () => {
    const rows = presetRows([
      aPreset({ devSetSchemaVersion: 2, cupDepth: 45 }),
      aPreset({ cupDepth: 100 }),
      aPreset({ cupDepth: 40 }),
    ]);
    expect(rows.map(({ version, cupDepth, use }) => [version, cupDepth, use])).toEqual([
      [1, 35, 'defaults'],
      [1, 40, 'otherCup'],
      [1, 45, 'defaults'],
      [1, 55, 'defaults'],
      [1, 100, 'otherCup'],
      [2, 45, 'otherVersion'],
    ]);
  });
});

describe('the entries of a preset', () => {
  it('give the values of the API, with MHz as typed and a decimal comma or point', () => {
    const entries = { ...newPresetEntries(), cupDepth: ' 45 ', frequency: '7,5', focus: '22.5' };
    expect(checkPreset(entries)).toEqual({
      body: { ...DEVICE_SETTING_DEFAULTS, cupDepth: 45, frequency: 7_500_000, focus: 22.5 },
    });
    expect(checkPreset(presetEntries(aPreset({ cupDepth: 45, frequency: 7_500_000 })))).toEqual({
      body: { ...DEVICE_SETTING_DEFAULTS, cupDepth: 45, frequency: 7_500_000 },
    });
  });

  it.each([
    ['cupDepth', '', 'Enter a number from 1 to 200'],
    ['cupDepth', '0', 'Enter a number from 1 to 200'],
    ['devSetSchemaVersion', '1.5', 'Enter a whole number from 1 to 1000'],
    ['frequency', '20.5', 'Enter a number from 1 to 20'],
    ['focus', '4.9', 'Enter a number from 5 to 60'],
    ['depth', '1e2', 'Enter a number from 20 to 80'],
    ['dynamicRange', '-60', 'Enter a number from 20 to 120'],
  ])('with an invalid %s (%j) are rejected with its limits', (field, typed, error) => {
    const entries = { ...newPresetEntries(), cupDepth: '45', [field]: typed };
    expect(checkPreset(entries)).toEqual({ errors: { [field]: error } });
  });

  it('are compared by value, not by spelling', () => {
    const stored = aPreset({ cupDepth: 45, focus: 22, compound: true });
    const entries = { ...presetEntries(stored), cupDepth: '45.0', compound: false, focus: '23' };
    expect(differingPresetFields(entries, presetEntries(stored))).toEqual(['focus', 'compound']);
  });
});
