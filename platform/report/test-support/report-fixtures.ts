import { type Finding, type Mark, type ReportContent, reportContentSchema } from '#contracts';
import { sizesFromMarks } from '#findings';
import type { ImageFrame } from '#geometry';
import { aFinding, aLengthMark } from '#testing';
import type { ReportContext, ReportFinding, ReportScan, Side } from '../report-context.ts';
import { SCORES } from '../text/proposed-category.ts';
import { updateTexts } from '../text/update-texts.ts';

const CORONAL: ImageFrame = {
  originMm: [-30, 20, 20],
  right: [1, 0, 0],
  down: [0, 0, -1],
  widthMm: 60,
  heightMm: 40,
};
const TRANSVERSE: ImageFrame = { ...CORONAL, originMm: [-30, 0, 0], down: [0, 1, 0] };

/** Creates three length marks with these extents in millimetres. */
export function sizeMarks(lengthMm: number, heightMm: number, widthMm: number): readonly Mark[] {
  const start = { u: 0.1, v: 0.1 };
  return [
    aLengthMark({ frame: CORONAL, start, end: { u: 0.1 + lengthMm / 60, v: 0.1 } }),
    aLengthMark({ frame: TRANSVERSE, start, end: { u: 0.1, v: 0.1 + heightMm / 40 } }),
    aLengthMark({ frame: CORONAL, start, end: { u: 0.1, v: 0.1 + widthMm / 40 } }),
  ];
}

/** Descriptors of a finding that is typical of category 4B. */
export const SUSPICIOUS_LABELS = {
  SHAPE: ['IRREG'],
  ORIENTATION: ['NOT_PAR'],
  MARGIN: ['ANG'],
  ECHO_PATTERN: ['HYPOECHOIC'],
  POSTERIOR: ['SHADOW'],
};

export function aReportScan(side: Side, overrides: Partial<ReportScan> = {}): ReportScan {
  return {
    id: `scan-${side}`,
    side,
    name: side,
    acquiredAt: '2026-11-20T09:00:00.000Z',
    nipple: 'confirmed',
    seen: 1,
    ...overrides,
  };
}

type FindingOverrides = Partial<Omit<Finding, 'marks'>> & { readonly marks?: readonly Mark[] };

/** Creates a finding of category 4B at 10:00 with measured sizes 12.4 × 9.4 × 8.4 mm. */
export function aReportFinding(
  overrides: FindingOverrides = {},
  { side = 'R', prior = null }: Partial<Pick<ReportFinding, 'side' | 'prior'>> = {},
): ReportFinding {
  const { marks = sizeMarks(12.4, 9.4, 8.4) } = overrides;
  const finding = aFinding({
    id: `finding-${side}`,
    scan: { id: `scan-${side}` },
    clockPositionSec: 36_000,
    quadrant: 'upper outer',
    distanceFromNippleUm: 32_000,
    depthUm: 14_000,
    depthReference: 'skin',
    biradsScore: SCORES.B4B,
    annotationLabels: SUSPICIOUS_LABELS,
    ...sizesFromMarks(marks),
    ...overrides,
    marks,
  });
  return { finding, side, prior };
}

/** Creates content from the fields that a caller sends. */
export const aContent = (
  fields: Parameters<typeof reportContentSchema.parse>[0] = {},
): ReportContent => reportContentSchema.parse(fields);

type ContextOverrides = Partial<Omit<ReportContext, 'content'>> & {
  readonly content?: Partial<ReportContent>;
};

/**
 * Creates a complete report that no check objects to: R1 of category 4B with a biopsy, and a negative
 * left breast. Its texts follow the record.
 */
export function aReportContext({
  content: fields,
  ...overrides
}: ContextOverrides = {}): ReportContext {
  const text = { text: '', editedFrom: null };
  const content = {
    ...aContent(),
    right: { biradsScore: SCORES.B4B, breastDensity: 'HETERO', text } as const,
    left: { biradsScore: SCORES.B1, breastDensity: 'HETERO', text } as const,
    recommendations: [{ code: 'BIRAD_4', side: 'R', text: '' } as const],
    ...fields,
  };
  const context: ReportContext = {
    content,
    studyDay: '2026-11-20',
    sex: 'FEMALE',
    scans: [aReportScan('R'), aReportScan('L')],
    findings: [aReportFinding()],
    openProposals: [],
    priors: [],
    readerId: 'reader',
    unreadFindingIds: new Set(),
    addendumText: null,
    ...overrides,
  };
  return { ...context, content: updateTexts(content, context) };
}

/** Returns a report in which the reader has written after the text of its first finding. */
export function withFindingText(text: string, context = aReportContext()): ReportContext {
  const findingTexts = context.content.findingTexts.map((one, idx) =>
    idx === 0 ? { ...one, text } : one,
  );
  return { ...context, content: { ...context.content, findingTexts } };
}
