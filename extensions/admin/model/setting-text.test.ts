import { expect, it } from 'vitest';
import { formatSettingValue, readableName } from './setting-text.ts';

it('truncates a long setting and shows a missing setting as not set', () => {
  expect(formatSettingValue('x'.repeat(200), 'not set')).toHaveLength(60);
  expect(formatSettingValue('x'.repeat(200), 'not set', Infinity)).toHaveLength(200);
  expect(formatSettingValue({ a: 1 }, 'not set')).toBe('{"a":1}');
  expect(formatSettingValue(undefined, 'not set')).toBe('not set');
  expect(formatSettingValue(null, 'not set')).toBe('not set');
  expect(formatSettingValue(false, 'not set')).toBe('false');
});

it('converts the name of a setting to words', () => {
  expect(readableName('speedFactor')).toBe('Speed factor');
  expect(readableName('seed')).toBe('Seed');
});
