import { expect, it } from 'vitest';
import { originWords, stateWords, valueWords } from './words.ts';

it('says of an extension nobody has used yet that it is on', () => {
  expect(stateWords('ready')).toEqual({ dot: 'ok', word: 'On, not used yet' });
});

it('names the site configuration as the origin of what a site decided', () => {
  expect(originWords('site')).toBe('site configuration');
});

it('keeps a long setting on one line', () => {
  expect(valueWords('x'.repeat(200))).toHaveLength(60);
  expect(valueWords({ a: 1 })).toBe('{"a":1}');
  expect(valueWords(undefined)).toBe('not set');
});
