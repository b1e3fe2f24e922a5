import { expect, it } from 'vitest';
import { settingName, valueWords } from './words.ts';

it('keeps a long setting on one line, and says of none that it is not set', () => {
  expect(valueWords('x'.repeat(200), 'not set')).toHaveLength(60);
  expect(valueWords('x'.repeat(200), 'not set', Infinity)).toHaveLength(200);
  expect(valueWords({ a: 1 }, 'not set')).toBe('{"a":1}');
  expect([valueWords(undefined, 'not set'), valueWords(null, 'not set')]).toEqual([
    'not set',
    'not set',
  ]);
  expect(valueWords(false, 'not set')).toBe('false');
});

it('reads the name of a setting as words', () => {
  expect(settingName('speedFactor')).toBe('Speed factor');
  expect(settingName('seed')).toBe('Seed');
});
