import {
  CATEGORY_UNITS,
  type CategoryRow,
  type CategoryUnit,
  type Rate,
  type ReaderRow,
  type ReportReader,
  type ReportStatistics,
  SCREENING_INDICATIONS,
  type TimeToSign,
} from '#contracts';
import { isMoreSevere, SCORES } from '#report';
import { quantile } from '../../evaluations/metrics/statistics.ts';
import { hasScore, predictiveValues, RECALL_SCORES } from './predictive-values.ts';
import { rateOf } from './rate-of.ts';
import type { SignedStudy } from './signed-study.ts';

const HOUR_MS = 3_600_000;
const CATEGORIES = 9;

type Figures = Omit<ReportStatistics, 'from' | 'to' | 'reader'>;

/** Computes all figures of the audit from signed studies; docs/decisions/0030 defines them. */
export function computeStatistics(studies: readonly SignedStudy[]): Figures {
  const withIndication = studies.filter(({ indications }) => indications.length > 0);
  const screening = withIndication.filter(isScreening);
  return {
    studies: studies.length,
    breasts: studies.reduce((sum, study) => sum + scoresOf(study).length, 0),
    screening: screening.length,
    diagnostic: withIndication.length - screening.length,
    withoutIndication: studies.length - withIndication.length,
    withAddendum: studies.filter(({ hasAddendum }) => hasAddendum).length,
    recall: rateWithScore(screening, RECALL_SCORES),
    incomplete: rateWithScore(screening, [SCORES.B0]),
    timeToSign: timeToSignOf(studies),
    ...predictiveValues(studies, screening),
    readers: readerRows(studies),
    categories: CATEGORY_UNITS.flatMap((unit) => categoryRows(studies, unit)),
  };
}

const isScreening = ({ indications }: SignedStudy): boolean =>
  indications.length > 0 && indications.every((id) => SCREENING_INDICATIONS.includes(id));

const rateWithScore = (studies: readonly SignedStudy[], scores: readonly number[]): Rate =>
  rateOf(studies.filter((study) => hasScore(study, scores)).length, studies.length);

const scoresOf = ({ leftScore, rightScore }: SignedStudy): readonly number[] =>
  [leftScore, rightScore].filter((score) => score !== null);

/** Median and 90th percentile; leaves out studies that were signed before their newest images. */
function timeToSignOf(studies: readonly SignedStudy[]): TimeToSign {
  const hours = studies.flatMap(({ readableAt, signedAt }) => {
    const ms = readableAt === null ? -1 : Date.parse(signedAt) - Date.parse(readableAt);
    return ms < 0 ? [] : [ms / HOUR_MS];
  });
  const at = (share: number): number | null => (hours.length === 0 ? null : quantile(hours, share));
  return { studies: hours.length, medianHours: at(0.5), p90Hours: at(0.9) };
}

function readerRows(studies: readonly SignedStudy[]): ReaderRow[] {
  return [...groupBy(studies, ({ reader }) => reader.id).values()]
    .map(
      (own): ReaderRow => ({
        reader: readerOf(own),
        studies: own.length,
        recall: rateWithScore(own.filter(isScreening), RECALL_SCORES),
        timeToSign: timeToSignOf(own),
      }),
    )
    .toSorted((a, b) => byName(a.reader, b.reader));
}

function categoryRows(studies: readonly SignedStudy[], unit: CategoryUnit): CategoryRow[] {
  const groups = groupBy(studies, ({ reader, studyDay }) => `${studyDay.slice(0, 7)} ${reader.id}`);
  return [...groups]
    .map(([key, own]): CategoryRow => {
      const scores = own.flatMap((study) => countedScores(study, unit));
      const counts = Array.from(
        { length: CATEGORIES },
        (_, index) => scores.filter((score) => score === index + 1).length,
      );
      return { unit, month: key.slice(0, 7), reader: readerOf(own), counts, total: scores.length };
    })
    .toSorted((a, b) =>
      a.month < b.month ? -1 : a.month > b.month ? 1 : byName(a.reader, b.reader),
    );
}

/** Returns the categories of both breasts, or the more severe one for a study. */
function countedScores(study: SignedStudy, unit: CategoryUnit): readonly number[] {
  const scores = scoresOf(study);
  if (unit === 'BREAST') return scores;
  const [first] = scores.toSorted((a, b) => (isMoreSevere(a, b) ? -1 : 1));
  return first === undefined ? [] : [first];
}

const readerOf = (studies: readonly SignedStudy[]): ReportReader =>
  studies[0]?.reader ?? { id: '', name: null };

const byName = (a: ReportReader, b: ReportReader): number =>
  (a.name ?? '').localeCompare(b.name ?? '') || (a.id < b.id ? -1 : 1);

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
