import { expect, it } from 'vitest';
import { defineTexts, plural, textAreas } from './texts.ts';

it('defineTexts rejects a second area of the same name', () => {
  const texts = defineTexts('test-area', { title: 'Notes', count: (n: number) => `${n} notes` });
  expect(texts.count(2)).toBe('2 notes');
  expect(textAreas().get('test-area')).toBe(texts);
  expect(() => defineTexts('test-area', {})).toThrow('test-area');
});

it('plural uses the English plural form of the count', () => {
  expect([0, 1, 2, 1_284].map((n) => plural(n, 'patient', 'patients'))).toEqual([
    '0 patients',
    '1 patient',
    '2 patients',
    '1,284 patients',
  ]);
});
