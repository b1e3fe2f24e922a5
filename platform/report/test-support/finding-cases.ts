import type { CheckId } from '../checks/report-check.ts';
import type { ReportContext } from '../report-context.ts';
import { SCORES } from '../text/proposed-category.ts';
import {
  BENIGN_LABELS,
  type CheckCases,
  NO_SIZES,
  priorFinding,
  withFinding,
  withLabels,
} from './case-reports.ts';
import {
  aReportContext,
  aReportFinding,
  SUSPICIOUS_LABELS,
  withFindingText,
} from './report-fixtures.ts';

/** Creates a report of a finding of 12.4 mm whose AI finding has this size in micrometres. */
const withAiSize = (aiLongestUm: number | null): ReportContext =>
  aReportContext({ findings: [{ ...aReportFinding(), aiLongestUm }] });

/** Cases of the checks of the assessment and the sizes of a finding. */
export const FINDING_CASES = {
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
  'size-unlike-ai': {
    fires: {
      'more than twice the AI size': withAiSize(6_000),
      'less than half the AI size': withAiSize(25_000),
    },
    quiet: {
      'twice the AI size': withAiSize(6_200),
      'no AI finding at the location': withAiSize(null),
      'no size': aReportContext({
        findings: [{ ...aReportFinding({ marks: [], ...NO_SIZES }), aiLongestUm: 6_000 }],
      }),
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
} satisfies Partial<Record<CheckId, CheckCases>>;
