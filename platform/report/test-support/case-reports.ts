import type { Finding, ReportContent } from '#contracts';
import type { PriorFinding, ReportContext, Side } from '../report-context.ts';
import { SCORES } from '../text/proposed-category.ts';
import { editText } from '../text/update-texts.ts';
import { aReportContext, aReportFinding, aReportScan } from './report-fixtures.ts';

/** Reports for which a check fires, and similar ones for which it must not, by what they contain. */
export interface CheckCases {
  readonly fires: Readonly<Record<string, ReportContext>>;
  readonly quiet: Readonly<Record<string, ReportContext>>;
}

export const text = { text: '', editedFrom: null };
export const aSide = (biradsScore: number | null, written = '') => ({
  biradsScore,
  breastDensity: 'HETERO' as const,
  text: { text: written, editedFrom: written === '' ? null : '' },
});
export type Recommendation = ReportContent['recommendations'][number];
export const recommend = (
  code: string,
  side: Recommendation['side'],
  written = '',
): Recommendation => ({
  code,
  side,
  text: written,
});

/** Creates a report of the right breast alone with this category, findings and other content. */
export function rightBreast(
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
export const withFinding = (
  overrides: Parameters<typeof aReportFinding>[0],
  prior: PriorFinding | null = null,
): ReportContext => aReportContext({ findings: [aReportFinding(overrides, { prior })] });
export const withLabels = (biradsScore: number, annotationLabels: Finding['annotationLabels']) =>
  withFinding({ biradsScore, annotationLabels });

export const withImpression = (impression: string): ReportContext =>
  aReportContext({
    findings: [aReportFinding(), aReportFinding({}, { side: 'L' })],
    content: { impression: { text: impression, editedFrom: '' } },
  });
export const withAddendum = (addendumText: string | null): ReportContext =>
  aReportContext({ addendumText });
export const withNipple = (
  nipple: 'missing' | 'unconfirmed' | 'confirmed',
  context: ReportContext,
) => ({
  ...context,
  scans: context.scans.map((scan) => ({ ...scan, nipple })),
});
export const BENIGN_LABELS = { SHAPE: ['OVAL'], ORIENTATION: ['PAR'], MARGIN: ['CIRCUMSCRIBE'] };
export const aPrior = (
  opened: boolean | null,
  day: string | null = '2025-11-20',
  studyId = 'prior',
) => ({
  studyId,
  day,
  opened,
});
export const priorFinding = (days: number, lengthUm: number): PriorFinding => ({
  day: '2024-11-20',
  days,
  sizesUm: [lengthUm, null, null],
});
export const NOT_LOCATED = {
  clockPositionSec: null,
  quadrant: null,
  distanceFromNippleUm: null,
} as const;
export const NO_SIZES = { massLengthUm: null, massWidthUm: null, massHeightUm: null };

/** Edits the size of R1, then changes the record. */
export function outdated(changed: Parameters<typeof aReportFinding>[0]): ReportContext {
  const context = aReportContext();
  const target = { kind: 'sentence', findingId: 'finding-R', key: 'description' } as const;
  const content = editText(context.content, context, target, 'Irregular mass.');
  return { ...withFinding(changed), content };
}

export const suspiciousSide = (side: Side, recommendations: readonly Recommendation[]) =>
  aReportContext({
    content: {
      [side === 'R' ? 'right' : 'left']: aSide(SCORES.B5),
      [side === 'R' ? 'left' : 'right']: aSide(SCORES.B2),
      recommendations: [...recommendations],
    },
    findings: [],
  });
