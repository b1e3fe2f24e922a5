import { describe, expect, it } from 'vitest';
import { chooseLocale } from './choose-locale.ts';

const available = ['en', 'de', 'pt-BR'];
const choose = (stored: string | null, site: string | null, languages: readonly string[]): string =>
  chooseLocale({ stored, site, languages }, available);

describe('the language of the page', () => {
  it('is the stored language, else the language of the site, else the first available language of the browser', () => {
    expect(choose('de', 'en', ['en-US'])).toBe('de');
    expect(choose(null, 'de', ['en-US'])).toBe('de');
    expect(choose(null, null, ['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(choose(null, null, ['pt-BR'])).toBe('pt-BR');
  });

  it('is English when no language is available, and ignores a stored language that no longer exists', () => {
    expect(choose(null, null, ['fr'])).toBe('en');
    expect(choose('fr', null, ['de'])).toBe('de');
  });
});
