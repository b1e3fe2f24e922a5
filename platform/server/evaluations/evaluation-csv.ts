import type { Evaluation, EvaluationFailure, EvaluationFigure } from '#contracts';
import { csvOf } from '../records/shared/csv.ts';

type Row = readonly (string | number | null)[];

/** Stated origin in the words of the page. */
const ORIGINS = {
  PHANTOM: 'computer phantom',
  PATIENTS: 'patients',
  PUBLIC_IMAGES: 'public images, not this scanner',
} as const;

/** Formats an evaluation as CSV, one row for each figure, with its interval. */
export function evaluationCsv(evaluation: Evaluation): string {
  const { result } = evaluation;
  return csvOf([
    ['section', 'item', 'value', '95% low', '95% high', 'unit or count'],
    ...aboutRows(evaluation),
    ...countRows(evaluation),
    figureRow('froc', 'mean sensitivity', result.froc.meanSensitivity, ''),
    ...result.froc.points.map(({ falsePositives, sensitivity, threshold }) =>
      figureRow(
        'froc',
        `sensitivity at ${falsePositives} false positives per scan`,
        sensitivity,
        threshold === null ? 'all scores' : `score above ${threshold}`,
      ),
    ),
    ...result.froc.curve.map(([x, y]): Row => ['froc curve', x, y, null, null, '']),
    ...result.strata.map(({ kind, value, lesions, found, sensitivity }) =>
      figureRow(kind.toLowerCase(), value ?? 'unknown', sensitivity, `${found} of ${lesions}`),
    ),
    figureRow('calibration', 'expected calibration error', result.calibration.error, ''),
    ...result.calibration.bins.map(
      ({ from, to, count, meanScore, hitShare }): Row => [
        'calibration bin',
        `${from} to ${to}`,
        hitShare,
        null,
        null,
        `${count} findings, mean score ${meanScore ?? 'unknown'}`,
      ],
    ),
    ...measureRows(evaluation),
    ...result.missed.map((failure) => failureRow('missed', failure)),
    ...result.falsePositives.map((failure) => failureRow('false positive', failure)),
  ]);
}

function aboutRows({ result, ...evaluation }: Evaluation): Row[] {
  const about = (item: string, value: string | number): Row => [
    'about',
    item,
    value,
    null,
    null,
    '',
  ];
  return [
    about('provider', evaluation.providerId),
    about('model', evaluation.modelName),
    about('version', evaluation.modelVersion),
    about('task', evaluation.task),
    about('set', evaluation.setName),
    about('images', ORIGINS[evaluation.origin]),
    about('sealed', evaluation.sealed ? 'yes' : 'no'),
    about('evaluation of the set', evaluation.number),
    ...result.sealedSets.map(({ name, evaluationCount }) =>
      about(`evaluations of sealed set ${name}`, evaluationCount),
    ),
    about('time', evaluation.createdAt),
    about('research only', 'not a diagnostic claim'),
  ];
}

function countRows({ result: { counts } }: Evaluation): Row[] {
  const { withoutRun, ...numbers } = counts;
  return [
    ...Object.entries(numbers).map(([item, value]): Row => ['count', item, value, null, null, '']),
    ['count', 'withoutRun', withoutRun.length, null, null, ''],
    ...withoutRun.map((id): Row => ['scan without run', id, null, null, null, '']),
  ];
}

/** Rows of nipple and outlines; none without values. */
function measureRows({ result: { nipple, outlines } }: Evaluation): Row[] {
  return [
    ...(nipple === null
      ? []
      : [
          figureRow('nipple', 'median error', nipple.medianMm, `mm, ${nipple.scans} scans`),
          figureRow('nipple', '95th percentile', nipple.p95Mm, `mm, ${nipple.scans} scans`),
        ]),
    ...(outlines === null
      ? []
      : [
          figureRow('outlines', 'mean Dice', outlines.dice, `${outlines.pairs} pairs`),
          figureRow('outlines', 'median HD95', outlines.hd95Mm, `mm, ${outlines.pairs} pairs`),
        ]),
  ];
}

const figureRow = (section: string, item: string, figure: EvaluationFigure, unit: string): Row => [
  section,
  item,
  figure?.value ?? null,
  figure?.low ?? null,
  figure?.high ?? null,
  unit,
];

const failureRow = (section: string, failure: EvaluationFailure): Row => [
  section,
  failure.findingId,
  failure.score,
  null,
  null,
  `scan ${failure.scanId}`,
];
