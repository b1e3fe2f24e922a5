import type { Finding, Mark } from '#contracts';
import { type LocationContext, locationFields, sizesFromMarks, typedSizes } from '#findings';

export {
  type LocationContext,
  locationFields,
  SIZE_FIELDS,
  type SizeField,
  typedSizes,
} from '#findings';

/** Editable fields of a finding, as sent by a save. */
export type FindingBody = Pick<
  Finding,
  | 'marks'
  | 'note'
  | 'recommendations'
  | 'biradsScore'
  | 'isMass'
  | 'annotationLabels'
  | 'hidden'
  | 'massLengthUm'
  | 'massWidthUm'
  | 'massHeightUm'
  | 'clockPositionSec'
  | 'distanceFromNippleUm'
  | 'depthUm'
  | 'depthReference'
>;

/** Picks the editable fields of a finding. */
export function bodyOf(finding: FindingBody): FindingBody {
  const { marks, note, massLengthUm, massWidthUm, massHeightUm } = finding;
  const { clockPositionSec, distanceFromNippleUm, depthUm, depthReference } = finding;
  const { recommendations, biradsScore, isMass, annotationLabels, hidden } = finding;
  return {
    marks,
    note,
    recommendations,
    biradsScore,
    isMass,
    annotationLabels,
    hidden,
    massLengthUm,
    massWidthUm,
    massHeightUm,
    clockPositionSec,
    distanceFromNippleUm,
    depthUm,
    depthReference,
  };
}

export function sameBody(a: FindingBody, b: FindingBody): boolean {
  return a === b || canonical(bodyOf(a)) === canonical(bodyOf(b));
}

/**
 * Rounding tolerance between two computations of a location, in seconds of clock position and µm.
 */
const LOCATION_TOLERANCE = 1;

/** True if both bodies have the same location within the tolerance. */
export function isSameLocation(a: FindingBody, b: FindingBody): boolean {
  if (a.depthReference !== b.depthReference) return false;
  return (['clockPositionSec', 'distanceFromNippleUm', 'depthUm'] as const).every((field) => {
    const [value, other] = [a[field], b[field]];
    return value === null || other === null
      ? value === other
      : Math.abs(value - other) <= LOCATION_TOLERANCE;
  });
}

/** Serialises with sorted keys, because a store may return marks in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Returns the body with new marks; recomputes location and sizes, except typed sizes. */
export function withMarks(
  body: FindingBody,
  marks: Readonly<Record<string, Mark>>,
  locationContext: LocationContext,
): FindingBody {
  const list = Object.values(marks);
  const typed = Object.fromEntries(typedSizes(body).map((field) => [field, body[field]]));
  const sizes = { ...sizesFromMarks(list), ...typed };
  return { ...body, marks: { ...marks }, ...sizes, ...locationFields(list, locationContext) };
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
  hidden: false,
  massLengthUm: null,
  massWidthUm: null,
  massHeightUm: null,
  clockPositionSec: null,
  distanceFromNippleUm: null,
  depthUm: null,
  depthReference: null,
};
