import { describe, expect, it } from 'vitest';
import { type Finding, findingSchema, siteConfigSchema, UNASSESSED } from '#contracts';
import { newId } from '#foundation';
import { wordsIn } from '../texts/words-in.ts';
import { codeWords } from './code-words.ts';
import { documentFindings } from './document-findings.ts';

const { lists } = siteConfigSchema.parse({ schema: 1, name: 'T', apiKey: 'api-key-of-the-tests' });
const scans = [
  { id: newId(), side: 'L', label: 'L' },
  { id: newId(), side: 'L', label: 'L2' },
  { id: newId(), side: 'R', label: 'R' },
] as const;

const aFinding = (scanIdx: number, label: number, overrides: Partial<Finding> = {}): Finding =>
  findingSchema.parse({
    ...UNASSESSED,
    id: newId(),
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
    updatedBy: null,
    marks: {},
    note: null,
    massLengthUm: null,
    massWidthUm: null,
    massHeightUm: null,
    clockPositionSec: null,
    quadrant: null,
    distanceFromNippleUm: null,
    depthUm: null,
    depthReference: null,
    scan: { id: scans[scanIdx]?.id },
    generator: { id: 'USER', labelColour: '#F2C94C' },
    label,
    deletedAt: null,
    deletedBy: null,
    ...overrides,
  });

const inLanguage = (
  language: 'en' | 'de',
  findings: readonly Finding[],
  followUpMonths: number | null = null,
) =>
  documentFindings(findings, {
    words: wordsIn(language),
    codes: codeWords({ lists }, language),
    scans,
    findingTexts: findings.map(({ id }) => ({
      findingId: id,
      sentences: [
        { key: 'place', text: 'At 2.', editedFrom: null },
        { key: 'size', text: '', editedFrom: null },
      ],
      text: 'Own words.',
    })),
    followUpMonths,
    images: new Map(),
  });

const located: Partial<Finding> = {
  clockPositionSec: 7_200,
  quadrant: 'upper outer',
  distanceFromNippleUm: 34_200,
  depthUm: 11_600,
  depthReference: 'skin',
  massLengthUm: 12_400,
  massWidthUm: 8_000,
  massHeightUm: 9_350,
  biradsScore: 5,
  recommendations: ['ULTRASOUND', 'GONE'],
};

describe('documentFindings', () => {
  it('orders findings by side, scan and number and names them', () => {
    const findings = [aFinding(1, 1), aFinding(0, 10), aFinding(0, 2), aFinding(2, 1)];
    expect(inLanguage('en', findings).map(({ name, mapName }) => [name, mapName])).toEqual([
      ['R 1', '1'],
      ['L 2', '2'],
      ['L 10', '10'],
      ['L2 1', '2-1'],
    ]);
  });

  it('writes place, size, category and recommendation in English and German', () => {
    const finding = aFinding(0, 1, located);
    expect(inLanguage('en', [finding])[0]).toMatchObject({
      place: '2 o’clock, upper outer, 34 mm from the nipple, 12 mm below the skin',
      mapPlace: { clockDeg: 60, distanceMm: 34.2 },
      size: '12.4 × 9.4 × 8.0 mm',
      category: 'BI-RADS 4A',
      recommendations: ['Ultrasound', 'GONE'],
      text: 'At 2. Own words.',
    });
    expect(inLanguage('de', [finding])[0]).toMatchObject({
      place: '2 Uhr, oben außen, 34 mm von der Mamille, 12 mm unter der Haut',
      size: '12,4 × 9,4 × 8,0 mm',
      recommendations: ['Ultraschall', 'GONE'],
    });
  });

  it('names the usual management of the category, marked as usual, where no recommendation is chosen', () => {
    const without = (biradsScore: number | null) =>
      aFinding(0, 1, { biradsScore, recommendations: [] });
    const in2 = (language: 'en' | 'de', biradsScore: number | null, months: number | null = null) =>
      inLanguage(language, [without(biradsScore)], months)[0]?.recommendations;
    expect(in2('en', 5)).toEqual(['Tissue diagnosis (usual)']);
    expect(in2('en', 4)).toEqual(['Follow-up after six months (usual)']);
    expect(in2('en', 4, 3)).toEqual(['Follow-up in 3 months (usual)']);
    expect(in2('en', 5, 3)).toEqual(['Tissue diagnosis (usual)']);
    expect(in2('en', null)).toEqual([]);
    expect(in2('de', 5)?.[0]).toMatch(/\(üblich\)$/);
  });

  it('draws a subareolar finding at the nipple and names an unknown place', () => {
    const [below, unknown] = inLanguage('en', [
      aFinding(0, 1, { quadrant: 'subareolar', distanceFromNippleUm: 4_000 }),
      aFinding(0, 2),
    ]);
    expect(below).toMatchObject({ place: 'subareolar, 4 mm from the nipple' });
    expect(below?.mapPlace).toEqual({ clockDeg: 0, distanceMm: 0 });
    expect(unknown).toMatchObject({ place: 'location unknown', mapPlace: null, size: null });
  });
});
