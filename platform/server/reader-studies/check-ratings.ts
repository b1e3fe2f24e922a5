import { type FieldError, fieldError, type ReadingRatings, type ScanSide } from '#contracts';

/**
 * Returns the errors of ratings that are not exactly one for each scanned breast and one for each
 * own finding; empty if the ratings are complete.
 */
export function checkRatings(
  ratings: ReadingRatings,
  sides: readonly ScanSide[],
  findingIds: readonly string[],
): readonly FieldError[] {
  const breasts = ratings.breasts.map(({ laterality }) => laterality);
  const findings = ratings.findings.map(({ findingId }) => findingId);
  return [
    ...missingIn(breasts, sides).map((side) =>
      fieldError(`breasts.${side}`, 'RATING_BREAST_MISSING'),
    ),
    ...unexpectedIn(breasts, sides).map((side) =>
      fieldError(`breasts.${side}`, 'RATING_BREAST_UNKNOWN'),
    ),
    ...missingIn(findings, findingIds).map((id) =>
      fieldError(`findings.${id}`, 'RATING_FINDING_MISSING'),
    ),
    ...unexpectedIn(findings, findingIds).map((id) =>
      fieldError(`findings.${id}`, 'RATING_FINDING_UNKNOWN'),
    ),
  ];
}

const missingIn = (rated: readonly string[], expected: readonly string[]): readonly string[] =>
  expected.filter((id) => !rated.includes(id));

/** Returns ratings of unknown ids and repeated ratings. */
const unexpectedIn = (rated: readonly string[], expected: readonly string[]): readonly string[] =>
  rated.filter((id, idx) => !expected.includes(id) || rated.indexOf(id) !== idx);
