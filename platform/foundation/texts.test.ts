import { afterEach, describe, expect, it } from 'vitest';
import { ENGLISH, setLocale } from './locale.ts';
import {
  addTranslations,
  defineTexts,
  plural,
  textAreas,
  translationOf,
  withinSentence,
} from './texts.ts';

afterEach(() => setLocale(ENGLISH, [ENGLISH]));

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

it('plural groups digits and chooses the form as in the language of the page', () => {
  setLocale('de', [ENGLISH, 'de']);
  expect(plural(1_284, 'Patientin', 'Patientinnen')).toBe('1.284 Patientinnen');
});

it('withinSentence lower-cases labels, except in German', () => {
  expect(withinSentence('Raw frames')).toBe('raw frames');
  setLocale('de', [ENGLISH, 'de']);
  expect(withinSentence('Rohbilder')).toBe('Rohbilder');
});

describe('a translation', () => {
  it('without English texts on the page has the entries of all translators', () => {
    expect(translationOf('shared-area')).toEqual({});
    addTranslations({ 'shared-area': { a: 'von der Plattform' } });
    addTranslations({ 'shared-area': { b: 'von einer Erweiterung' } });
    expect(translationOf('shared-area')).toEqual({
      a: 'von der Plattform',
      b: 'von einer Erweiterung',
    });
  });

  it('replaces the texts of areas that are defined before and after it', () => {
    const earlier = defineTexts('earlier', { title: 'Notes', menu: { close: 'Close' } });
    const { menu } = earlier;
    addTranslations({ earlier: { title: 'Notizen', menu: { close: 'Zu' } }, later: { a: 'x' } });
    const later = defineTexts('later', { a: 'y' });
    expect([earlier.title, menu.close, later.a]).toEqual(['Notizen', 'Zu', 'x']);
  });

  it('leaves entries in English that it lacks, that are of another kind, or that are unknown', () => {
    const count = (n: number): string => `${n} notes`;
    addTranslations({ partial: { count: 'Notizen', other: 'x', list: 'y' } });
    const texts = defineTexts('partial', { title: 'Notes', count, list: { none: 'None' } });
    expect(texts).toEqual({ title: 'Notes', count, list: { none: 'None' } });
  });
});
