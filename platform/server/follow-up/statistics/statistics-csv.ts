import type { PredictiveValue, Rate, ReportReader, ReportStatistics, TimeToSign } from '#contracts';
import { csvOf } from '../../records/shared/csv.ts';

type Row = readonly (string | number | null)[];

const HEADER = [
  'section',
  'item',
  'reader',
  'month',
  'value',
  '95% low',
  '95% high',
  'numerator',
  'denominator',
  'unit or definition',
] as const;

/** Categories in the order of their scores. */
const CATEGORIES = ['0', '1', '2', '3', '4A', '4B', '4C', '5', '6'] as const;

const DEFINITIONS = {
  recall: 'screening studies with category 0, 3, 4 or 5 / screening studies',
  incomplete: 'screening studies with category 0 / screening studies',
  ppv1: 'malignant within 365 days / recalled screening studies with an outcome',
  ppv2: 'malignant within 365 days / studies of category 4 or 5 with an outcome',
  ppv3: 'malignant / studies of category 4 or 5 with biopsy or surgery, both within 365 days',
} as const;

/** Formats the statistics as CSV, one row for each figure with its counts. */
export function statisticsCsv(statistics: ReportStatistics): string {
  const { from, to, reader, timeToSign } = statistics;
  return csvOf([
    HEADER,
    aboutRow('first day of the studies', from),
    aboutRow('last day of the studies', to),
    aboutRow('reader', reader === null ? 'all' : nameOf(reader)),
    ...(
      [
        'studies',
        'breasts',
        'screening',
        'diagnostic',
        'withoutIndication',
        'withAddendum',
      ] as const
    ).map((item): Row => ['count', item, ...Array(2).fill(null), statistics[item], ...EMPTY, '']),
    rateRow('recall', statistics.recall, DEFINITIONS.recall),
    rateRow('category 0', statistics.incomplete, DEFINITIONS.incomplete),
    ...timeRows(timeToSign, null),
    ...(['ppv1', 'ppv2', 'ppv3'] as const).flatMap((item) =>
      predictiveRows(item, statistics[item]),
    ),
    ...statistics.readers.flatMap((row) => [
      rateRow('recall', row.recall, DEFINITIONS.recall, row.reader),
      ...timeRows(row.timeToSign, row.reader),
    ]),
    ...statistics.categories.flatMap(({ unit, month, reader: own, counts, total }) =>
      counts.map(
        (count, index): Row => [
          unit === 'STUDY' ? 'categories of studies' : 'categories of breasts',
          `BI-RADS ${CATEGORIES[index]}`,
          nameOf(own),
          month,
          count,
          null,
          null,
          count,
          total,
          '',
        ],
      ),
    ),
  ]);
}

const EMPTY = [null, null, null, null] as const;
const nameOf = ({ name, id }: ReportReader): string => name ?? id;

const aboutRow = (item: string, value: string): Row => [
  'about',
  item,
  null,
  null,
  value,
  ...EMPTY,
  '',
];

const rateRow = (
  item: string,
  { value, low, high, numerator, denominator }: Rate,
  definition: string,
  reader: ReportReader | null = null,
): Row => [
  'rate',
  item,
  reader === null ? null : nameOf(reader),
  null,
  value,
  low,
  high,
  numerator,
  denominator,
  definition,
];

function predictiveRows(item: 'ppv1' | 'ppv2' | 'ppv3', value: PredictiveValue): Row[] {
  const name = item.toUpperCase();
  return [
    rateRow(name, value, DEFINITIONS[item]),
    ['count', `${name}: positive`, null, null, value.positives, ...EMPTY, 'studies'],
    ['count', `${name}: without outcome`, null, null, value.withoutOutcome, ...EMPTY, 'studies'],
  ];
}

function timeRows(time: TimeToSign, reader: ReportReader | null): Row[] {
  const row = (item: string, value: number | null): Row => [
    'time to signature',
    item,
    reader === null ? null : nameOf(reader),
    null,
    value,
    null,
    null,
    null,
    time.studies,
    'hours from readable images to the first signature; denominator: studies',
  ];
  return [row('median', time.medianHours), row('90th percentile', time.p90Hours)];
}
