import { describe, expect, it } from 'vitest';
import { REPORT_LANGUAGES, type ReportContent, type ReportLanguage } from '#contracts';
import { aContent } from '../test-support/report-fixtures.ts';
import { germanLetter } from '../texts/de/letter-texts.ts';
import { englishLetter } from '../texts/letter-texts.ts';
import { composeLetter, type Letter, type LetterRecord } from './compose-letter.ts';
import { LETTER_TEXT_IDS, letterTextFaults } from './letter-templates.ts';

/** Words of the trade that a patient can't be expected to know, by language. */
const JARGON: Readonly<Record<ReportLanguage, RegExp>> = {
  en: /bi-?rads|\bmass(es)?\b|lesion|echo|malign|benign|suspicio|biops|sonogra|categor|calcif|margin|cyst\b|nodul|finding|palpab|patholog|carcino|tumou?r|bilateral|quadrant|assessment|laterality/i,
  de: /bi-?rads|läsion|herdbefund|raumforder|echo|malign|benigne|suspekt|biops|sonogra|kategori|kalzif|karzinom|tumor|palp|patholog|befund|bilateral|quadrant|mamma|axill|indikation/i,
};
const MAX_WORDS_PER_SENTENCE = 14;

const side = (biradsScore: number, breastDensity: 'HETERO' | 'FIBRO' | null = null) =>
  ({ biradsScore, breastDensity, text: { text: '', editedFrom: null } }) as const;

function aRecord(
  content: Partial<ReportContent>,
  overrides: Partial<LetterRecord> = {},
): LetterRecord {
  return {
    content: { ...aContent(), ...content },
    findingRecommendations: [],
    language: 'en',
    patient: 'Ann Example',
    examinationDay: '2026-11-27',
    signedDay: '2026-11-28',
    site: 'Example Clinic',
    contact: '01 234 567',
    doctor: null,
    withDensity: false,
    siteTexts: {},
    ...overrides,
  };
}

function letterOf(...record: Parameters<typeof aRecord>): Letter {
  const { letter, fault } = composeLetter(aRecord(...record));
  expect(fault).toBeNull();
  return letter!;
}

const wholeText = ({ subject, salutation, paragraphs, closing }: Letter): string =>
  [subject, salutation, ...paragraphs, closing].join('\n');

const SIDES = {
  right: (score: number) => ({ right: side(score, 'HETERO'), left: null }),
  left: (score: number) => ({ left: side(score, 'FIBRO'), right: null }),
  both: (score: number) => ({ left: side(score), right: side(score, 'HETERO') }),
  different: (score: number) => ({ left: side(2), right: side(score, 'HETERO') }),
};
const CASES = REPORT_LANGUAGES.flatMap((language) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((score) =>
    Object.entries(SIDES).map(([name, content]) => ({
      language,
      score,
      name,
      content: content(score),
    })),
  ),
);

describe('composeLetter', () => {
  it.each(CASES)('uses plain words in $language for score $score, $name', (one) => {
    const letter = letterOf(
      { ...one.content, followUpMonths: 6 },
      { language: one.language, withDensity: true },
    );
    const text = wholeText(letter);
    expect(text).not.toMatch(JARGON[one.language]);
    expect(text).not.toMatch(/[{}]|null|undefined/);
    expect(text).toContain(one.language === 'en' ? '27 November 2026' : '27. November 2026');
    expect(text).toContain(one.language === 'en' ? 'May 2027' : 'Mai 2027');
    expect(text).toContain('01 234 567');
  });

  it.each(REPORT_LANGUAGES)('has short sentences on average in every text (%s)', (language) => {
    const texts = language === 'en' ? englishLetter : germanLetter;
    for (const [id, text] of Object.entries(texts)) {
      const sentences = text.split(/[.?!:]\s/).map((sentence) => sentence.split(/\s+/).length);
      const average = sentences.reduce((sum, count) => sum + count, 0) / sentences.length;
      expect(average, id).toBeLessThanOrEqual(MAX_WORDS_PER_SENTENCE);
    }
  });

  it('names both breasts once if they have the same result', () => {
    const { paragraphs, categories } = letterOf({ left: side(2), right: side(2) });
    expect(paragraphs.filter((text) => text.includes('nothing unusual'))).toEqual([
      'In both breasts we saw nothing unusual.',
    ]);
    expect(categories).toEqual(['1']);
  });

  it('describes each breast if they differ, and the next step of the more severe one', () => {
    const { paragraphs, categories } = letterOf({ left: side(6), right: side(2) });
    expect(paragraphs[1]).toBe('In your right breast we saw nothing unusual.');
    expect(paragraphs[2]).toMatch(/^In your left breast we saw a change/);
    expect(paragraphs[3]).toMatch(/sample of tissue/);
    expect(paragraphs.join(' ')).not.toContain('usual check-ups');
    expect(categories).toEqual(['1', '4']);
  });

  it('names the recommended sample of tissue whatever the category', () => {
    const recommendations = [{ code: 'BIRAD_4', side: 'R', text: '' } as const];
    const { paragraphs, categories } = letterOf({ right: side(4), recommendations });
    expect(paragraphs[2]).toMatch(/sample of tissue/);
    expect(categories).toEqual(['3', '4']);
  });

  it('plans the check-up after six months if the report recommends only that', () => {
    const recommendations = [{ code: 'BIRAD_3', side: 'R', text: '' } as const];
    const letter = letterOf({ right: side(4), recommendations });
    expect(letter.paragraphs).toContain('The next check-up is planned for May 2027.');
    expect(letter.differsFromReport).toBe(false);
    const { paragraphs } = letterOf({ right: side(4), recommendations, followUpMonths: 12 });
    expect(paragraphs).toContain('The next check-up is planned for November 2027.');
  });

  it.each(REPORT_LANGUAGES)(
    'names images that findings recommend in plain words (%s)',
    (language) => {
      const findingRecommendations = ['MRI', 'MAMMO', 'ULTRASOUND', 'MRI'];
      const letter = letterOf({ right: side(3) }, { language, findingRecommendations });
      const text = wholeText(letter);
      const [mri, mammography, ultrasound] =
        language === 'en'
          ? ['MRI scanner', '(mammography)', 'another examination with ultrasound']
          : ['im MRT', '(Mammografie)', 'weitere Untersuchung mit Ultraschall'];
      for (const words of [mri, mammography, ultrasound])
        expect(text.split(words!)).toHaveLength(2);
      expect(text).not.toMatch(JARGON[language]);
      expect(letter.differsFromReport).toBe(false);
    },
  );

  it.each(['CORE_BIOPSY', 'BIRAD_5'])('names the sample of tissue of the item %s', (code) => {
    const recommendations = [{ code, side: 'R', text: '' } as const];
    const { paragraphs } = letterOf({ right: side(4), recommendations });
    expect(paragraphs.join(' ')).toMatch(/sample of tissue/);
    const ofFinding = letterOf({ right: side(4) }, { findingRecommendations: [code] });
    expect(ofFinding.paragraphs.join(' ')).toMatch(/sample of tissue/);
  });

  it('omits follow-up, density, contact and date that are unknown or switched off', () => {
    const letter = letterOf(
      { right: side(2, 'HETERO') },
      { contact: null, examinationDay: null, withDensity: false },
    );
    const text = wholeText(letter);
    expect(text).not.toMatch(/dense|planned|2026|: \./);
    expect(text).toContain('Please ask us or your doctor.');
  });

  it('is rejected without a category', () => {
    expect(composeLetter(aRecord({})).fault).toEqual({ code: 'NO_CATEGORY' });
  });
});

describe('a letter beside what the report recommends', () => {
  const on = (breast: 'R' | 'L' | 'B', ...codes: readonly string[]) =>
    codes.map((code) => ({ code, side: breast, text: '' }));
  const B0 = side(1);
  const B2 = side(3);
  const B3 = side(4);
  const B4 = side(6);
  const B5 = side(8);
  const B6 = side(9);

  it.each([
    ['no recommendation', { right: B4 }],
    ['the usual one of its category', { right: B5, recommendations: on('R', 'BIRAD_5') }],
    ['a biopsy of the site', { right: B4, recommendations: on('R', 'CORE_BIOPSY') }],
    [
      'routine screening of the other breast',
      { right: B4, left: B2, recommendations: on('L', 'BIRAD_1_2') },
    ],
    ['a biopsy of both breasts', { right: B4, left: B2, recommendations: on('B', 'BIRAD_4') }],
    ['a dated follow-up of the other breast', { right: B4, left: B3, followUpMonths: 6 }],
    ['additional images', { right: B0, recommendations: on('R', 'BIRAD_0', 'MRI') }],
  ] as const)('agrees with %s', (_, content) => {
    expect(letterOf(content).differsFromReport).toBe(false);
  });

  it.each([
    ['an item that it does not know', { right: B2, recommendations: on('R', 'GENETICS') }],
    ['a follow-up of category 4', { right: B4, recommendations: on('R', 'BIRAD_3') }],
    ['a treatment of category 4', { right: B4, recommendations: on('R', 'BIRAD_6') }],
    ['a biopsy of category 2', { right: B2, recommendations: on('R', 'BIRAD_1_2', 'BIRAD_4') }],
    ['a follow-up without a date', { right: B3 }],
    ['a follow-up of the other breast without a date', { right: B4, left: B3 }],
    ['additional images beside a biopsy', { right: B4, left: B0 }],
    ['a treatment beside a biopsy', { right: B4, left: B6 }],
  ] as const)('differs from %s', (_, content) => {
    expect(letterOf(content).differsFromReport).toBe(true);
  });

  it('differs from items of findings that it does not know or that their category lacks', () => {
    const differs = (code: string, siteTexts = {}) =>
      letterOf({ right: B2 }, { findingRecommendations: [code], siteTexts }).differsFromReport;
    expect(differs('MRI')).toBe(false);
    expect(differs('GENETICS')).toBe(true);
    expect(differs('toString')).toBe(true);
    expect(differs('CORE_BIOPSY')).toBe(true);
    expect(differs('MRI', { en: { nextMri: '' } })).toBe(true);
  });

  it('agrees with a follow-up whose date the site writes in another text', () => {
    const siteTexts = { en: { followUp: '', B3Next: 'Please come again in {followUp}.' } };
    const content = { right: B3, followUpMonths: 6 };
    expect(letterOf(content, { siteTexts }).differsFromReport).toBe(false);
    const removed = { en: { followUp: '' } };
    expect(letterOf(content, { siteTexts: removed }).differsFromReport).toBe(true);
  });
});

describe('texts of a site', () => {
  it('replace the built-in ones of their language and fill every placeholder', () => {
    const en = {
      B1: 'Hello {patient}, on { date } at {site}: {breasts}, {contact}, {followUp}, {doctor}.\n\nSecond.',
    };
    const content = { right: side(2), followUpMonths: 14 };
    const { paragraphs } = letterOf(content, { siteTexts: { en } });
    expect(paragraphs.slice(1, 3)).toEqual([
      'Hello Ann Example, on 27 November 2026 at Example Clinic: your right breast, 01 234 567, January 2028, your doctor.',
      'Second.',
    ]);
    const german = letterOf(content, { siteTexts: { en }, language: 'de' });
    expect(german.paragraphs[1]).toBe(
      'In Ihrer rechten Brust haben wir nichts Auffälliges gesehen.',
    );
  });

  it('remove a paragraph if they are empty', () => {
    const { paragraphs } = letterOf({ right: side(2) }, { siteTexts: { en: { selfCare: '' } } });
    expect(paragraphs.join(' ')).not.toContain('something new');
    expect(paragraphs).not.toContain('');
  });

  it('do not expand braces within a value', () => {
    const { salutation } = letterOf({ right: side(2) }, { patient: '{date}' });
    expect(salutation).toBe('Dear {date},');
  });

  it.each([
    ['{colour}', { code: 'UNKNOWN_PLACEHOLDER', text: 'B1', placeholder: 'colour' }],
    ['{toString}', { code: 'UNKNOWN_PLACEHOLDER', text: 'B1', placeholder: 'toString' }],
    ['See you in {followUp}', { code: 'MISSING_VALUE', text: 'B1', placeholder: 'followUp' }],
  ])('with “%s” are rejected by the name of the placeholder', (text, fault) => {
    const record = aRecord({ right: side(2) }, { siteTexts: { en: { B1: text } } });
    expect(composeLetter(record).fault).toEqual(fault);
  });

  it('are checked as a whole for unknown ids and placeholders', () => {
    const faults = letterTextFaults({
      en: { B3: 'On {date}', B7: 'x' },
      de: { closing: '{gruss} {date}' },
    });
    expect(faults).toEqual([
      { language: 'en', text: 'B7', placeholder: null },
      { language: 'de', text: 'closing', placeholder: 'gruss' },
    ]);
    const all = Object.fromEntries(LETTER_TEXT_IDS.map((id) => [id, englishLetter[id]]));
    expect(letterTextFaults({ en: all, de: germanLetter })).toEqual([]);
  });
});
