import * as z from 'zod';
import { type CompleteReading, type ScanSide, scanSide } from '#contracts';

/** Ratings of one breast; null while not set. */
export interface BreastDraft {
  readonly biradsScore: number | null;
  readonly suspicion: number | null;
}

/** Ratings of an open case that are not complete yet. */
export interface ReadingDraft {
  readonly breasts: Readonly<Partial<Record<ScanSide, BreastDraft>>>;
  /** Suspicion by id of the finding. */
  readonly findings: Readonly<Record<string, number>>;
}

export const NO_RATINGS: ReadingDraft = { breasts: {}, findings: {} };

const breastSchema = z.object({
  biradsScore: z.number().int().min(1).max(9).nullable(),
  suspicion: z.number().int().min(0).max(100).nullable(),
});
const draftSchema = z.object({
  breasts: z.partialRecord(scanSide.schema, breastSchema),
  findings: z.record(z.string(), z.number().int().min(0).max(100)),
});

/** Parses a stored draft; null for other values. */
export function parseReadingDraft(value: unknown): ReadingDraft | null {
  const { data } = draftSchema.safeParse(value);
  if (data === undefined) return null;
  const { L, R } = data.breasts;
  return {
    breasts: { ...(L === undefined ? {} : { L }), ...(R === undefined ? {} : { R }) },
    findings: data.findings,
  };
}

/** Returns the draft that stored ratings give, for a case that was opened again. */
export const draftOfRatings = ({
  breasts,
  findings,
}: Pick<CompleteReading, 'breasts' | 'findings'>): ReadingDraft => ({
  breasts: Object.fromEntries(
    breasts.map(({ laterality, ...ratings }) => [laterality, ratings] as const),
  ),
  findings: Object.fromEntries(findings.map(({ findingId, suspicion }) => [findingId, suspicion])),
});

export type Ratings = Pick<CompleteReading, 'breasts' | 'findings'>;

/** Number of ratings that a case still lacks, or the ratings once all are set. */
export type RatingState =
  | { readonly missing: number; readonly ratings: null }
  | { readonly missing: 0; readonly ratings: Ratings };

/** Checks a draft against the scanned breasts and the own findings of the case. */
export function ratingState(
  draft: ReadingDraft,
  sides: readonly ScanSide[],
  findingIds: readonly string[],
): RatingState {
  const breasts: Ratings['breasts'] = [];
  let missing = 0;
  for (const laterality of sides) {
    const { biradsScore = null, suspicion = null } = draft.breasts[laterality] ?? {};
    missing += Number(biradsScore === null) + Number(suspicion === null);
    if (biradsScore !== null && suspicion !== null)
      breasts.push({ laterality, biradsScore, suspicion });
  }
  const findings: Ratings['findings'] = [];
  for (const findingId of findingIds) {
    const suspicion = draft.findings[findingId];
    if (suspicion === undefined) missing += 1;
    else findings.push({ findingId, suspicion });
  }
  return missing === 0
    ? { missing: 0, ratings: { breasts, findings } }
    : { missing, ratings: null };
}
