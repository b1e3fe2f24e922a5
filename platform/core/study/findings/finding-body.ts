import type { Finding, Mark } from '#contracts';
import { sizesFromMarks, typedSizes } from '#findings';

export { SIZE_FIELDS, type SizeField, typedSizes } from '#findings';

/**
 * Fields of a finding that a reader edits, as sent by a save. Clock, distance and depth are computed
 * from them and are never part of an edit.
 */
export type FindingBody = Pick<
  Finding,
  | 'marks'
  | 'note'
  | 'recommendations'
  | 'biradsScore'
  | 'isMass'
  | 'annotationLabels'
  | 'massLengthUm'
  | 'massWidthUm'
  | 'massHeightUm'
>;

/** Picks the editable fields of a finding. */
export function bodyOf(finding: FindingBody): FindingBody {
  const { marks, note, massLengthUm, massWidthUm, massHeightUm } = finding;
  const { recommendations, biradsScore, isMass, annotationLabels } = finding;
  return {
    marks,
    note,
    recommendations,
    biradsScore,
    isMass,
    annotationLabels,
    massLengthUm,
    massWidthUm,
    massHeightUm,
  };
}

export function sameBody(a: FindingBody, b: FindingBody): boolean {
  return a === b || canonical(bodyOf(a)) === canonical(bodyOf(b));
}

/** Serialises with sorted keys, because a store may return marks in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** True if both have the same marks. */
export function sameMarks(a: Pick<FindingBody, 'marks'>, b: Pick<FindingBody, 'marks'>): boolean {
  return a.marks === b.marks || canonical(a.marks) === canonical(b.marks);
}

/** Returns the body with new marks; measures the sizes again, except typed sizes. */
export function withMarks(body: FindingBody, marks: Readonly<Record<string, Mark>>): FindingBody {
  const typed = Object.fromEntries(typedSizes(body).map((field) => [field, body[field]]));
  return { ...body, marks: { ...marks }, ...sizesFromMarks(Object.values(marks)), ...typed };
}

export const markCount = (body: FindingBody | null): number =>
  body === null ? 0 : Object.keys(body.marks).length;

export const EMPTY_BODY: FindingBody = {
  marks: {},
  note: null,
  recommendations: [],
  biradsScore: null,
  isMass: null,
  annotationLabels: {},
  massLengthUm: null,
  massWidthUm: null,
  massHeightUm: null,
};
