import type { Finding, ReportContent } from '#contracts';
import type { CheckId } from '../checks/report-check.ts';
import type { PriorFinding, ReportContext, Side } from '../report-context.ts';
import { SCORES } from '../text/proposed-category.ts';
import { editText } from '../text/update-texts.ts';
import {
  aReportContext,
  aReportFinding,
  aReportScan,
  SUSPICIOUS_LABELS,
  withFindingText,
} from './report-fixtures.ts';

/** Reports for which a check fires, and similar ones for which it must not, by what they contain. */
export interface CheckCases {
  readonly fires: Readonly<Record<string, ReportContext>>;
  readonly quiet: Readonly<Record<string, ReportContext>>;
}

const text = { text: '', editedFrom: null };
const aSide = (biradsScore: number | null, written = '') => ({
  biradsScore,
  breastDensity: 'HETERO' as const,
  text: { text: written, editedFrom: written === '' ? null : '' },
});
type Recommendation = ReportContent['recommendations'][number];
const recommend = (code: string, side: Recommendation['side'], written = ''): Recommendation => ({
  code,
  side,
  text: written,
});

/** Creates a report of the right breast alone with this category, findings and other content. */
function rightBreast(
  score: number | null,
  findings: ReportContext['findings'] = [],
  content: Partial<ReportContent> = {},
): ReportContext {
  return aReportContext({
    findings,
    scans: [aReportScan('R')],
    content: { right: aSide(score), left: null, recommendations: [], ...content },
  });
}

/** Creates a report with one finding in the right breast. */
const withFinding = (
  overrides: Parameters<typeof aReportFinding>[0],
  prior: PriorFinding | null = null,
): ReportContext => aReportContext({ findings: [aReportFinding(overrides, { prior })] });
const withLabels = (biradsScore: number, annotationLabels: Finding['annotationLabels']) =>
  withFinding({ biradsScore, annotationLabels });

const withImpression = (impression: string): ReportContext =>
  aReportContext({
    findings: [aReportFinding(), aReportFinding({}, { side: 'L' })],
    content: { impression: { text: impression, editedFrom: '' } },
  });
const withAddendum = (addendumText: string | null): ReportContext =>
  aReportContext({ addendumText });
const withNipple = (nipple: 'missing' | 'unconfirmed' | 'confirmed', context: ReportContext) => ({
  ...context,
  scans: context.scans.map((scan) => ({ ...scan, nipple })),
});
const BENIGN_LABELS = { SHAPE: ['OVAL'], ORIENTATION: ['PAR'], MARGIN: ['CIRCUMSCRIBE'] };
const aPrior = (opened: boolean | null, day: string | null = '2025-11-20', studyId = 'prior') => ({
  studyId,
  day,
  opened,
});
const priorFinding = (days: number, lengthUm: number): PriorFinding => ({
  day: '2024-11-20',
  days,
  sizesUm: [lengthUm, null, null],
});
const NOT_LOCATED = { clockPositionSec: null, quadrant: null, distanceFromNippleUm: null } as const;
const NO_SIZES = { massLengthUm: null, massWidthUm: null, massHeightUm: null };

/** Edits the size of R1, then changes the record. */
function outdated(changed: Parameters<typeof aReportFinding>[0]): ReportContext {
  const context = aReportContext();
  const target = { kind: 'sentence', findingId: 'finding-R', key: 'description' } as const;
  const content = editText(context.content, context, target, 'Irregular mass.');
  return { ...withFinding(changed), content };
}

const suspiciousSide = (side: Side, recommendations: readonly Recommendation[]) =>
  aReportContext({
    content: {
      [side === 'R' ? 'right' : 'left']: aSide(SCORES.B5),
      [side === 'R' ? 'left' : 'right']: aSide(SCORES.B2),
      recommendations: [...recommendations],
    },
    findings: [],
  });

export const CHECK_CASES: Readonly<Record<CheckId, CheckCases>> = {
  'category-missing': {
    fires: {
      'no category of a scanned breast': rightBreast(null),
      'no fields of a scanned breast': rightBreast(null, [], { right: null }),
    },
    quiet: {
      'both categories': aReportContext(),
      'no category of an unscanned breast': rightBreast(SCORES.B1),
    },
  },
  'category-unscanned': {
    fires: { 'a category of the unscanned left breast': rightBreast(2, [], { left: aSide(2) }) },
    quiet: {
      'both breasts scanned': aReportContext(),
      'a density of the unscanned breast': rightBreast(2, [], { left: aSide(null) }),
    },
  },
  'biopsy-wrong-side': {
    fires: {
      'a biopsy of the left breast, category 5 right': suspiciousSide('R', [
        recommend('BIRAD_5', 'L'),
      ]),
      'a biopsy of the right breast, category 5 left': suspiciousSide('L', [
        recommend('BIRAD_4', 'R'),
      ]),
      'a biopsy of an unscanned breast': rightBreast(SCORES.B5, [], {
        recommendations: [recommend('BIRAD_5', 'L')],
      }),
    },
    quiet: {
      'a biopsy of the suspicious breast': suspiciousSide('R', [recommend('BIRAD_5', 'R')]),
      'a biopsy of both breasts': suspiciousSide('R', [recommend('BIRAD_5', 'B')]),
      'no biopsy at all': suspiciousSide('R', []),
    },
  },
  'side-below-finding': {
    fires: {
      '3 below 4B': aReportContext({ content: { right: aSide(SCORES.B3) } }),
      '0 below 4B': aReportContext({ content: { right: aSide(SCORES.B0) } }),
      '6 below 5': rightBreast(SCORES.B6, [aReportFinding({ biradsScore: SCORES.B5 })]),
      '3 below 6': rightBreast(SCORES.B3, [aReportFinding({ biradsScore: SCORES.B6 })]),
    },
    quiet: {
      'the same category': aReportContext(),
      'a higher category': aReportContext({ content: { right: aSide(SCORES.B4C) } }),
      '6 beside a finding of 3': rightBreast(SCORES.B6, [
        aReportFinding({ biradsScore: SCORES.B3 }),
      ]),
      '6 beside a finding of 0': rightBreast(SCORES.B6, [
        aReportFinding({ biradsScore: SCORES.B0 }),
      ]),
      '4A above a finding of 6': rightBreast(SCORES.B4A, [
        aReportFinding({ biradsScore: SCORES.B6 }),
      ]),
    },
  },
  'b1-with-finding': {
    fires: { 'category 1 with R1': aReportContext({ content: { right: aSide(SCORES.B1) } }) },
    quiet: {
      'a finding in the other breast': aReportContext(),
      'category 2 with R1': rightBreast(SCORES.B2, [aReportFinding()]),
    },
  },
  'b0-without-recommendation': {
    fires: {
      'no recommendation': rightBreast(SCORES.B0),
      'routine screening': rightBreast(SCORES.B0, [], {
        recommendations: [recommend('BIRAD_1_2', 'R')],
      }),
      'imaging of the other breast': rightBreast(SCORES.B0, [], {
        recommendations: [recommend('MRI', 'L')],
      }),
    },
    quiet: {
      'imaging of that breast': rightBreast(SCORES.B0, [], {
        recommendations: [recommend('MRI', 'R')],
      }),
      'imaging of both breasts': rightBreast(SCORES.B0, [], {
        recommendations: [recommend('BIRAD_0', 'B')],
      }),
      'imaging recommended for its finding': rightBreast(SCORES.B0, [
        aReportFinding({ biradsScore: SCORES.B0, recommendations: ['MAMMO'] }),
      ]),
    },
  },
  'b0-with-suspicious': {
    fires: {
      'a breast of 5 with a finding of 0': rightBreast(SCORES.B5, [
        aReportFinding({ biradsScore: SCORES.B0 }),
      ]),
      'a breast of 0 with a finding of 4B': rightBreast(SCORES.B0, [aReportFinding()]),
    },
    quiet: {
      'a breast of 0 with a finding of 3': rightBreast(SCORES.B0, [
        aReportFinding({ biradsScore: SCORES.B3 }),
      ]),
      '0 right and 4B left': aReportContext({
        content: { right: aSide(SCORES.B0), left: aSide(SCORES.B4B) },
        findings: [aReportFinding({}, { side: 'L' })],
      }),
    },
  },
  'b3-without-follow-up': {
    fires: {
      'no interval': rightBreast(SCORES.B3),
      'an interval of 0 months': rightBreast(SCORES.B3, [], { followUpMonths: 0 }),
    },
    quiet: {
      'six months': rightBreast(SCORES.B3, [], { followUpMonths: 6 }),
      'a recommended follow-up': rightBreast(SCORES.B3, [], {
        recommendations: [recommend('BIRAD_3', 'R')],
      }),
      'a finding of 3 in a breast of 4B': rightBreast(SCORES.B4B, [
        aReportFinding({ biradsScore: SCORES.B3 }),
      ]),
    },
  },
  'benign-with-biopsy': {
    fires: {
      'a biopsy of a breast of 2': rightBreast(SCORES.B2, [], {
        recommendations: [recommend('BIRAD_4', 'R')],
      }),
      'a biopsy of both breasts of 1 and 2': aReportContext({
        content: {
          right: aSide(SCORES.B2),
          left: aSide(SCORES.B1),
          recommendations: [recommend('CORE_BIOPSY', 'B')],
        },
        findings: [],
      }),
      'a biopsy of the left breast of 1': aReportContext({
        content: { recommendations: [recommend('BIRAD_4', 'R'), recommend('BIRAD_4', 'L')] },
      }),
    },
    quiet: {
      'a biopsy of the breast of 4B': aReportContext(),
      'a biopsy without a side, for the breast of 4B': aReportContext({
        content: { recommendations: [recommend('BIRAD_4', 'B')] },
      }),
      'screening of a breast of 2': rightBreast(SCORES.B2, [], {
        recommendations: [recommend('BIRAD_1_2', 'R')],
      }),
    },
  },
  'suspicious-without-biopsy': {
    fires: {
      '4B without a recommendation': aReportContext({ content: { recommendations: [] } }),
      '4B with MRI': aReportContext({ content: { recommendations: [recommend('MRI', 'R')] } }),
      '4B with a biopsy of the other breast': aReportContext({
        content: { recommendations: [recommend('BIRAD_4', 'L')] },
      }),
    },
    quiet: {
      '4B with a biopsy': aReportContext(),
      'category 3': rightBreast(SCORES.B3),
      'category 6': rightBreast(SCORES.B6),
    },
  },
  'benign-short-follow-up': {
    fires: {
      'category 2 and six months': rightBreast(SCORES.B2, [], { followUpMonths: 6 }),
      'category 1 and a recommended follow-up': rightBreast(SCORES.B1, [], {
        recommendations: [recommend('BIRAD_3', 'R')],
      }),
    },
    quiet: {
      'category 2 and twelve months': rightBreast(SCORES.B2, [], { followUpMonths: 12 }),
      'six months because of the other breast': aReportContext({
        content: { right: aSide(SCORES.B3), left: aSide(SCORES.B2), followUpMonths: 6 },
        findings: [],
      }),
    },
  },
  'finding-category-missing': {
    fires: { 'no category': withFinding({ biradsScore: null }) },
    quiet: { 'a category': aReportContext() },
  },
  'finding-description-missing': {
    fires: {
      'no label': withFinding({ annotationLabels: {} }),
      'an empty selection': withFinding({ annotationLabels: { SHAPE: [] } }),
    },
    quiet: {
      'a label': withFinding({ annotationLabels: { SHAPE: ['OVAL'] } }),
      'a sentence of the reader': withFindingText(
        'Cluster of small cysts.',
        withFinding({ annotationLabels: {} }),
      ),
      'a mass without descriptors': withFinding({ annotationLabels: {}, isMass: true }),
    },
  },
  'finding-size-missing': {
    fires: { 'no size': withFinding({ marks: [], ...NO_SIZES }) },
    quiet: {
      'measured sizes': aReportContext(),
      'one typed size': withFinding({ marks: [], ...NO_SIZES, massLengthUm: 9_000 }),
    },
  },
  'size-typed-over-mark': {
    fires: { 'a typed length that the mark doesn’t have': withFinding({ massLengthUm: 15_000 }) },
    quiet: {
      'measured sizes': aReportContext(),
      'a typed size without a mark': withFinding({ marks: [], massLengthUm: 15_000 }),
      'a typed size within rounding': withFinding({ massLengthUm: 12_410 }),
    },
  },
  'category-below-descriptors': {
    fires: {
      '2 and spiculated': withLabels(SCORES.B2, { MARGIN: ['SPICULATE'] }),
      '1 and irregular': withLabels(SCORES.B1, { SHAPE: ['IRREG'] }),
      '2 and not parallel': withLabels(SCORES.B2, { ORIENTATION: ['NOT_PAR'] }),
      '3 and shadowing': withLabels(SCORES.B3, { POSTERIOR: ['SHADOW'] }),
    },
    quiet: {
      '4B and suspicious': aReportContext(),
      '0 and suspicious': withLabels(SCORES.B0, SUSPICIOUS_LABELS),
      '2 and irregular fat necrosis': withLabels(SCORES.B2, {
        SHAPE: ['IRREG'],
        MASS_TYPE: ['FAT_NECRO'],
      }),
      '2 and oval': withLabels(SCORES.B2, BENIGN_LABELS),
    },
  },
  'b3-descriptors': {
    fires: {
      '3 and indistinct': withLabels(SCORES.B3, { MARGIN: ['INDIS'] }),
      '3 and not parallel': withLabels(SCORES.B3, { ORIENTATION: ['NOT_PAR'] }),
    },
    quiet: {
      '3 and oval, parallel, circumscribed': withLabels(SCORES.B3, BENIGN_LABELS),
      '4A and indistinct': withLabels(SCORES.B4A, { MARGIN: ['INDIS'] }),
    },
  },
  'b2-solid-mass': {
    fires: {
      '2 and a solid mass': withLabels(SCORES.B2, { MASS_TYPE: ['MASS'] }),
      '2 and a solid mass seen a year ago': withFinding(
        { biradsScore: SCORES.B2, annotationLabels: { MASS_TYPE: ['MASS'] } },
        priorFinding(365, 12_400),
      ),
      '2 and a solid mass that grew': withFinding(
        { biradsScore: SCORES.B2, annotationLabels: { MASS_TYPE: ['MASS'] } },
        priorFinding(800, 6_000),
      ),
    },
    quiet: {
      '2 and a simple cyst': withLabels(SCORES.B2, { MASS_TYPE: ['SC'] }),
      '3 and a solid mass': withLabels(SCORES.B3, { MASS_TYPE: ['MASS'] }),
      '2 and a solid mass stable for two years': withFinding(
        { biradsScore: SCORES.B2, annotationLabels: { MASS_TYPE: ['MASS'] } },
        priorFinding(730, 12_000),
      ),
    },
  },
  'b5-benign-descriptors': {
    fires: { '5 and oval, parallel, circumscribed': withLabels(SCORES.B5, BENIGN_LABELS) },
    quiet: {
      '5 and irregular': withLabels(SCORES.B5, SUSPICIOUS_LABELS),
      '5 and partly indistinct': withLabels(SCORES.B5, {
        ...BENIGN_LABELS,
        MARGIN: ['CIRCUMSCRIBE', 'INDIS'],
      }),
      '4A and oval, parallel, circumscribed': withLabels(SCORES.B4A, BENIGN_LABELS),
    },
  },
  'side-in-finding-text': {
    fires: {
      'the left breast for R1': withFindingText('Mass in the left breast.'),
      'die linke Mamma for R1': withFindingText('Herdbefund der linken Mamma.'),
      'the right breast for L1': withFindingText(
        'Right breast.',
        aReportContext({ findings: [aReportFinding({}, { side: 'L' })] }),
      ),
    },
    quiet: {
      'the own side': withFindingText('Mass in the right breast, rechte Mamma.'),
      'a comparison': withFindingText('Similar to a finding in the left breast.'),
      'other meanings': withFindingText('Marker left unchanged. All right.'),
    },
  },
  'side-in-side-text': {
    fires: {
      'left in the text of the right breast': rightBreast(2, [], {
        right: aSide(2, 'Scar in the left breast.'),
      }),
      'rechts in the text of the left breast': aReportContext({
        content: { left: aSide(2, 'Narbe rechts.') },
      }),
    },
    quiet: {
      'the own side': rightBreast(2, [], { right: aSide(2, 'Scar in the right breast.') }),
      'the contralateral breast': rightBreast(2, [], {
        right: aSide(2, 'Denser than the left breast.'),
      }),
    },
  },
  'side-in-impression': {
    fires: {
      'R1 in the left breast': withImpression('R1 in the left breast: biopsy.'),
      'two names in the wrong order': withImpression('Left breast R1, right breast L1.'),
      'L1 rechts': withImpression('Rechts L1 suspekt.'),
    },
    quiet: {
      'R1 in the right breast': withImpression('Right breast: R1, left breast: L1.'),
      'no name of a finding': withImpression('Left breast: BI-RADS 4B.'),
      'each name in a sentence of its own': withImpression('R1: right breast. Left breast normal.'),
      'the text of the template': aReportContext(),
    },
  },
  'side-in-recommendation': {
    fires: {
      'a biopsy on the left, for the right breast': aReportContext({
        content: { recommendations: [recommend('BIRAD_4', 'R', 'Core biopsy, left breast.')] },
      }),
    },
    quiet: {
      'the same side': aReportContext({
        content: { recommendations: [recommend('BIRAD_4', 'R', 'Core biopsy, right breast.')] },
      }),
      'both breasts': aReportContext({
        content: { recommendations: [recommend('MRI', 'B', 'MRI, left first.')] },
      }),
    },
  },
  'clock-in-text': {
    fires: {
      "2 o'clock for a mark at 10:00": withFindingText("Mass at 2 o'clock."),
      '8 Uhr for a mark at 10:00': withFindingText('Herdbefund bei 8 Uhr.'),
      '12:00 in the impression': withImpression('R1 at 12:00: biopsy.'),
    },
    quiet: {
      'the hour of the mark': withFindingText('Mass at 10:00.'),
      'half an hour beside it': withFindingText("Between 10 and 11 o'clock, bei 10:30 Uhr."),
      'the other breast': withFindingText("Contralateral finding at 2 o'clock."),
      'a subareolar finding': withFindingText(
        'Mass at 3:00.',
        withFinding({ ...NOT_LOCATED, quadrant: 'subareolar' }),
      ),
    },
  },
  'distance-in-text': {
    fires: {
      '50 mm for 32 mm': withFindingText('50 mm from the nipple.'),
      '6 cm FN for 32 mm': withFindingText('6 cm FN.'),
      '20 mm von der Mamille for 32 mm': withFindingText('20 mm von der Mamille.'),
    },
    quiet: {
      'whole centimetres': withFindingText('3 cm from the nipple.'),
      'the rounded distance': withFindingText('32 mm von der Mamille entfernt.'),
      'a size': withFindingText('12.4 mm.'),
    },
  },
  'size-in-text': {
    fires: {
      '25 mm that nothing measures': withFindingText('Mass of 25 mm.'),
      'one wrong size of three': withFindingText('12,4 × 9,4 × 4,8 mm.'),
      '2 cm for 12.4 mm': withFindingText('A 2 cm mass.'),
      'a size in the impression': withImpression('R1, 31 mm: biopsy.'),
    },
    quiet: {
      'the measured sizes': withFindingText('12.4 × 9.4 × 8.4 mm, 1.2 cm, 12-mm mass.'),
      'a typed size': withFindingText(
        'Mass of 25 mm.',
        withFinding({ marks: [], ...NO_SIZES, massLengthUm: 25_000 }),
      ),
      'a size of the prior': withFindingText(
        'It had 8.0 mm.',
        withFinding({}, priorFinding(365, 8_000)),
      ),
      'an earlier size': withFindingText('Previously 25 mm.'),
      'a depth and a distance': withFindingText('32 mm from the nipple, 14 mm deep.'),
    },
  },
  'category-in-text': {
    fires: {
      'BI-RADS 2 for 4B': withFindingText('BI-RADS 2.'),
      'BIRADS 4C for 4B': withFindingText('BIRADS 4C'),
    },
    quiet: {
      'the own category': withFindingText('BI-RADS 4B, BI-RADS 4.'),
      'a former category': withFindingText('Upgraded from BI-RADS 3.'),
    },
  },
  'clock-without-nipple': {
    fires: {
      'a clock of the reader': withNipple(
        'missing',
        withFindingText('At 10:00.', withFinding(NOT_LOCATED)),
      ),
    },
    quiet: {
      'no clock in the text': withNipple('missing', withFinding(NOT_LOCATED)),
      'a nipple': withFindingText('At 10:00.'),
    },
  },
  'nipple-missing': {
    fires: { 'a finding without a position': withNipple('missing', withFinding(NOT_LOCATED)) },
    quiet: {
      'no findings': withNipple('missing', rightBreast(SCORES.B1)),
      'a nipple': aReportContext(),
    },
  },
  'nipple-unconfirmed': {
    fires: { 'a clock from a proposed nipple': withNipple('unconfirmed', aReportContext()) },
    quiet: {
      'a confirmed nipple': aReportContext(),
      'no clock in the text': withNipple('unconfirmed', withFinding(NOT_LOCATED)),
    },
  },
  'density-missing': {
    fires: {
      'no density': rightBreast(2, [], { right: { biradsScore: 2, breastDensity: null, text } }),
    },
    quiet: { 'both densities': aReportContext(), 'an unscanned breast': rightBreast(2) },
  },
  'finding-unread': {
    fires: { 'an unopened finding': aReportContext({ unreadFindingIds: new Set(['finding-R']) }) },
    quiet: {
      'all opened': aReportContext(),
      unknown: aReportContext({ unreadFindingIds: null }),
      'an unopened finding outside the report': aReportContext({
        unreadFindingIds: new Set(['other']),
      }),
    },
  },
  'proposal-open': {
    fires: { 'an undecided AI finding': aReportContext({ openProposals: [aReportFinding()] }) },
    quiet: { 'no AI finding': aReportContext() },
  },
  'region-unseen': {
    fires: {
      '79 %': aReportContext({ scans: [aReportScan('R', { seen: 0.79 }), aReportScan('L')] }),
    },
    quiet: {
      '80 %': aReportContext({ scans: [aReportScan('R', { seen: 0.8 }), aReportScan('L')] }),
      unknown: aReportContext({ scans: [aReportScan('R', { seen: null }), aReportScan('L')] }),
    },
  },
  'prior-not-opened': {
    fires: {
      'an unopened prior': aReportContext({ priors: [aPrior(false)] }),
      'an unopened prior without a date': aReportContext({ priors: [aPrior(false, null)] }),
    },
    quiet: {
      'an opened prior': aReportContext({ priors: [aPrior(true)] }),
      'an older unopened prior': aReportContext({
        priors: [aPrior(false, '2020-01-01', 'old'), aPrior(true)],
      }),
      unknown: aReportContext({ priors: [aPrior(null)] }),
      'no prior': aReportContext(),
    },
  },
  'comparison-empty': {
    fires: { 'an unopened prior': aReportContext({ priors: [aPrior(false)] }) },
    quiet: {
      'an opened prior': aReportContext({ priors: [aPrior(true)] }),
      none: aReportContext(),
    },
  },
  'text-outdated': {
    fires: {
      'another shape': outdated({ annotationLabels: { SHAPE: ['OVAL'] } }),
      'no description': outdated({ annotationLabels: {} }),
    },
    quiet: {
      'an edited text of the same record': outdated({}),
      'a record changed elsewhere': outdated({ biradsScore: SCORES.B5 }),
    },
  },
  'addendum-side': {
    fires: {
      'the left breast': withAddendum('The finding is in the left breast.'),
      'a comparison': withAddendum('Verglichen mit der linken Seite unverändert.'),
    },
    quiet: {
      'no side': withAddendum('Histology: fibroadenoma. All right.'),
      'no addendum': withAddendum(null),
    },
  },
};
