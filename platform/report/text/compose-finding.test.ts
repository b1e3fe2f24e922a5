import { describe, expect, it } from 'vitest';
import { builtInLists, effectiveLists, type Finding, type ReportLanguage } from '#contracts';
import { aReportFinding, SUSPICIOUS_LABELS } from '../test-support/report-fixtures.ts';
import { composeFinding, joinFindingText } from './compose-finding.ts';

const textOf = (
  overrides: Parameters<typeof aReportFinding>[0],
  language: ReportLanguage = 'en',
  options: Parameters<typeof aReportFinding>[1] = {},
): string =>
  composeFinding(aReportFinding(overrides, options), language)
    .map(({ text }) => text)
    .join(' ');
/** Returns the sentence that describes a finding with these labels. */
const descriptionOf = (
  annotationLabels: Finding['annotationLabels'],
  language: ReportLanguage,
  isMass: boolean | null = null,
): string | undefined =>
  composeFinding(aReportFinding({ annotationLabels, isMass }), language).find(
    ({ key }) => key === 'description',
  )?.text;

const NO_SIZES = { massLengthUm: null, massWidthUm: null, massHeightUm: null };

describe('composeFinding', () => {
  it('writes place, description, size and category as sentences that stand alone', () => {
    expect(composeFinding(aReportFinding(), 'en')).toEqual([
      {
        key: 'place',
        text: 'At 10:00, 32 mm from the nipple, 14 mm deep, upper outer quadrant.',
      },
      {
        key: 'description',
        text: 'Irregular, not parallel, hypoechoic mass with angular margin and posterior shadowing.',
      },
      { key: 'size', text: '12.4 × 9.4 × 8.4 mm.' },
      { key: 'assessment', text: 'BI-RADS 4B.' },
    ]);
  });

  it('writes the same in German, with endings that agree with the noun and a decimal comma', () => {
    expect(textOf({}, 'de')).toBe(
      'Bei 10 Uhr, 32 mm von der Mamille, 14 mm tief, oberer äußerer Quadrant. ' +
        'Irregulärer, nicht paralleler, echoarmer Herdbefund mit angulierter Begrenzung und dorsalem Schallschatten. ' +
        '12,4 × 9,4 × 8,4 mm. BI-RADS 4B.',
    );
  });

  it('leaves out sentences without facts', () => {
    const bare = {
      clockPositionSec: null,
      quadrant: null,
      distanceFromNippleUm: null,
      ...NO_SIZES,
    };
    expect(
      textOf({ ...bare, depthUm: null, biradsScore: null, annotationLabels: {}, marks: [] }),
    ).toBe('');
  });

  it('gives no place while no nipple is set, although the depth is known', () => {
    const text = textOf({ clockPositionSec: null, quadrant: null, distanceFromNippleUm: null });
    expect(text).toMatch(/^Irregular/);
  });

  it.each([
    [{ clockPositionSec: 42_900 }, 'At 12:00,'],
    [{ clockPositionSec: 37_400 }, 'At 10:00,'],
    [
      { clockPositionSec: null, quadrant: 'subareolar', distanceFromNippleUm: 6_400 },
      'Subareolar, 6 mm from the nipple, 14 mm deep. ',
    ],
    [
      { clockPositionSec: 0, quadrant: 'upper central' },
      'At 12:00, 32 mm from the nipple, 14 mm deep, upper central. ',
    ],
    [{ depthReference: 'transducer-face' }, '14 mm deep from the transducer face'],
    [{ depthUm: -2_000 }, 'At 10:00, 32 mm from the nipple, upper outer quadrant.'],
  ] as const)('states the place %o as “%s”', (fields, text) => {
    expect(textOf(fields)).toContain(text);
  });

  it.each([
    [{ MASS_TYPE: ['SC'] }, 'Simple cyst.', 'Einfache Zyste.'],
    [
      { SHAPE: ['OVAL'], ORIENTATION: ['PAR'], ECHO_PATTERN: ['ANCH'], MASS_TYPE: ['SC'] },
      'Oval, parallel, anechoic simple cyst.',
      'Ovale, parallele, echofreie einfache Zyste.',
    ],
    [
      { MASS_TYPE: ['COMP_C_SOL_MASS'] },
      'Complex cystic and solid mass.',
      'Komplexer zystisch-solider Herdbefund.',
    ],
    [
      { ECHO_PATTERN: ['HYPERECHOIC'], MASS_TYPE: ['SCAT_CALC'] },
      'Hyperechoic scattered calcifications.',
      'Echoreiche verstreute Verkalkungen.',
    ],
    [
      { MARGIN: ['SPICULATE', 'ANG', 'INDIS'], POSTERIOR: ['NONE'] },
      'Mass with indistinct, angular and spiculated margin without posterior features.',
      'Herdbefund mit unscharfer, angulierter und spikulierter Begrenzung ohne dorsale Phänomene.',
    ],
    [
      { POSTERIOR: ['COMB'] },
      'Mass with combined posterior features.',
      'Herdbefund mit kombinierten dorsalen Phänomenen.',
    ],
  ] as const)('describes %o in both languages', (labels, english, german) => {
    expect(descriptionOf(labels, 'en')).toBe(english);
    expect(descriptionOf(labels, 'de')).toBe(german);
  });

  it('calls a finding that is no mass a lesion, and a mass without descriptors a mass', () => {
    expect(descriptionOf({ SHAPE: ['OVAL'] }, 'de', false)).toBe('Ovale Läsion.');
    expect(descriptionOf({}, 'en', true)).toBe('Mass.');
    expect(descriptionOf({}, 'en', false)).toBeUndefined();
  });

  it.each(
    builtInLists
      .filter(({ describesFindings }) => describesFindings)
      .flatMap(({ listId, items }) => items.map(({ id }) => [listId, id] as const)),
  )('has a phrase for %s %s in both languages', (listId, id) => {
    const labels = { [listId]: [id] };
    expect(descriptionOf(labels, 'en')).not.toBe('Mass.');
    expect(descriptionOf(labels, 'de')).not.toBe('Herdbefund.');
    expect(descriptionOf(labels, 'en')).not.toBe(descriptionOf(labels, 'de'));
  });

  it('says an item that a site has added or relabelled with its list and label', () => {
    const lists = effectiveLists({
      SHAPE: {
        version: '1',
        without: [],
        items: [
          { id: 'IRREG', label: 'Star-shaped', order: 30 },
          { id: 'LOBED', label: 'Lobed', order: 40 },
        ],
      },
    });
    const describe = (id: string, language: ReportLanguage) =>
      composeFinding(aReportFinding({ annotationLabels: { SHAPE: [id] } }), language, lists)[1]
        ?.text;
    expect(describe('LOBED', 'en')).toBe('Mass, shape: lobed.');
    expect(describe('IRREG', 'de')).toBe('Herdbefund, Form: Star-shaped.');
    expect(describe('OVAL', 'en')).toBe('Oval mass.');
  });

  it('does not call a lymph node or an associated feature alone a mass', () => {
    expect(descriptionOf({ SPECIAL_CASE: ['AX_NODE'] }, 'en')).toBe(
      'Special cases: axillary lymph node.',
    );
    expect(descriptionOf({ ASSOCIATED: ['OEDEMA', 'DUCT'] }, 'de')).toBe(
      'Assoziierte Merkmale: Ödem und Gangveränderungen.',
    );
    expect(descriptionOf({ SHAPE: ['OVAL'], CALCIFICATION: ['IN_MASS'] }, 'en')).toBe(
      'Oval mass, calcifications: in a mass.',
    );
  });

  it('states a change of the longest diameter and the doubling time of the volume', () => {
    const prior = {
      day: '2025-11-20',
      days: 365,
      sizesUm: [10_000, 8_400, 9_400],
    } as const;
    expect(textOf({}, 'en', { prior })).toContain(
      'Since 2025-11-20, the longest diameter has changed from 10.0 mm to 12.4 mm (+24 %), volume doubling time 1176 days.',
    );
    expect(textOf({}, 'de', { prior })).toContain('Seit dem 20.11.2025 hat sich');
  });

  it('states no doubling time for a finding that shrank or whose volume is unknown', () => {
    const shrunk = { day: '2025-11-20', days: 365, sizesUm: [20_000, 9_000, 9_000] } as const;
    expect(textOf({}, 'en', { prior: shrunk })).toContain('from 20.0 mm to 12.4 mm (−38 %).');
    const partly = { ...shrunk, sizesUm: [10_000, null, null] } as const;
    expect(textOf({}, 'en', { prior: partly })).toContain('(+24 %). BI-RADS');
    const same = { ...shrunk, sizesUm: [12_400, null, null] } as const;
    expect(textOf({}, 'en', { prior: same })).toContain(
      'Unchanged since 2025-11-20, longest diameter 12.4 mm.',
    );
  });
});

describe('joinFindingText', () => {
  it('reads as one paragraph with the words of the reader at the end', () => {
    const sentences = composeFinding(aReportFinding({ annotationLabels: SUSPICIOUS_LABELS }), 'en');
    const text = joinFindingText({
      findingId: 'x',
      sentences: sentences.map((sentence) => ({ ...sentence, editedFrom: null })),
      text: ' Palpable. ',
    });
    expect(text).toBe(
      'At 10:00, 32 mm from the nipple, 14 mm deep, upper outer quadrant. Irregular, not parallel, hypoechoic mass with angular margin and posterior shadowing. 12.4 × 9.4 × 8.4 mm. BI-RADS 4B. Palpable.',
    );
  });
});
