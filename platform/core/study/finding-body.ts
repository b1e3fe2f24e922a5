import type { Finding, Mark, NippleLocation, ScanSide } from '#contracts';
import { placeOf, sizesFromMarks } from '#findings';
import { positionToMm, transducerFaceMm, type VolumeGeometry } from '#geometry';

/** What an edit changes and a save sends. */
export type FindingBody = Pick<
  Finding,
  | 'marks'
  | 'note'
  | 'massLengthUm'
  | 'massWidthUm'
  | 'massHeightUm'
  | 'clockPositionSec'
  | 'distanceFromNippleUm'
  | 'depthUm'
>;

/** What the place of a finding is told from; unknown is null. */
export interface PlaceFacts {
  readonly side: ScanSide;
  readonly nipple: NippleLocation | null;
  readonly geometry: VolumeGeometry | null;
}

/** The editable part of a finding, without what else it carries. */
export function bodyOf(finding: FindingBody): FindingBody {
  const { marks, note, massLengthUm, massWidthUm, massHeightUm } = finding;
  const { clockPositionSec, distanceFromNippleUm, depthUm } = finding;
  return {
    marks,
    note,
    massLengthUm,
    massWidthUm,
    massHeightUm,
    clockPositionSec,
    distanceFromNippleUm,
    depthUm,
  };
}

export function sameBody(a: FindingBody, b: FindingBody): boolean {
  return a === b || canonical(bodyOf(a)) === canonical(bodyOf(b));
}

/** JSON with sorted keys: a store answers marks in an order of its own. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Clock (seconds), distance (µm) and depth (µm); each is null while what it needs is unknown. */
export function placeFields(
  marks: readonly Mark[],
  facts: PlaceFacts,
): Pick<FindingBody, 'clockPositionSec' | 'distanceFromNippleUm' | 'depthUm'> {
  const { geometry, nipple, side } = facts;
  const nothing = { clockPositionSec: null, distanceFromNippleUm: null, depthUm: null };
  if (geometry === null) return nothing;
  const place = placeOf(marks, {
    side,
    nippleMm: nipple === null ? null : positionToMm(geometry, nipple),
    surfaceYMm: transducerFaceMm(geometry),
    depthReference: 'transducer face',
  });
  if (place === null) return nothing;
  const depthUm = Math.round(place.depthMm * 1000);
  if (place.position === null) return { ...nothing, depthUm };
  return {
    clockPositionSec: place.position.clockPositionSec,
    distanceFromNippleUm: Math.round(place.position.distanceFromNippleMm * 1000),
    depthUm,
  };
}

/** The body of a finding with these marks: sizes and place follow from them. */
export function withMarks(
  body: FindingBody,
  marks: Readonly<Record<string, Mark>>,
  facts: PlaceFacts,
): FindingBody {
  const list = Object.values(marks);
  return { ...body, marks: { ...marks }, ...sizesFromMarks(list), ...placeFields(list, facts) };
}

export const EMPTY_BODY: FindingBody = {
  marks: {},
  note: null,
  massLengthUm: null,
  massWidthUm: null,
  massHeightUm: null,
  clockPositionSec: null,
  distanceFromNippleUm: null,
  depthUm: null,
};
