import type { DocumentFinding, MapPlace } from '../document/report-document.ts';

/** Smallest and largest distance from the nipple, in mm, that the rim of a drawn breast shows. */
const MIN_RIM_MM = 60;
const MAX_RIM_MM = 150;

/**
 * Returns the distance in mm that the rim shows: the largest distance of a finding, rounded up to
 * 10 mm; one scale for both breasts. Findings beyond 150 mm are drawn at the rim.
 */
export function rimOf(findings: readonly Pick<DocumentFinding, 'mapPlace'>[]): number {
  const farthest = Math.max(0, ...findings.map(({ mapPlace }) => mapPlace?.distanceMm ?? 0));
  return Math.min(MAX_RIM_MM, Math.max(MIN_RIM_MM, Math.ceil(farthest / 10) * 10));
}

/** Point relative to the nipple in points: x to the right of the page, y down. */
export interface MapPoint {
  readonly xPt: number;
  readonly yPt: number;
}

/** Returns where a finding is drawn: its clock angle as seen from the front, and its distance. */
export function mapPointOf(
  { clockDeg, distanceMm }: MapPlace,
  rimMm: number,
  radiusPt: number,
): MapPoint {
  const angle = (clockDeg * Math.PI) / 180;
  const distancePt = (Math.min(distanceMm, rimMm) / rimMm) * radiusPt;
  return { xPt: distancePt * Math.sin(angle), yPt: -distancePt * Math.cos(angle) };
}

/** A number beside its point. */
export interface MapLabel {
  readonly text: string;
  readonly point: MapPoint;
  /** Centre of the number; the point itself unless another number is there. */
  readonly centre: MapPoint;
  readonly widthPt: number;
}

export const LABEL_HEIGHT_PT = 10;
/** Space between two numbers. */
const GAP_PT = 1;
/** Candidates around a point: rings of this step in this number of directions. */
const RING_STEP_PT = 6;
const DIRECTIONS = 16;
const RINGS = 24;

/**
 * Places numbers without overlap: at the points where free, else at the nearest free position
 * within the bounds. Equal input gives equal positions.
 * @param boundPt largest distance of a centre from the nipple in x and y
 */
export function placeLabels(
  points: readonly { readonly text: string; readonly point: MapPoint; readonly widthPt: number }[],
  boundPt: number,
): readonly MapLabel[] {
  const placed: MapLabel[] = [];
  for (const { text, point, widthPt } of points) {
    const isFree = (centre: MapPoint): boolean =>
      Math.abs(centre.xPt) + widthPt / 2 <= boundPt &&
      Math.abs(centre.yPt) + LABEL_HEIGHT_PT / 2 <= boundPt &&
      placed.every((label) => !overlaps(label, { centre, widthPt }));
    const centre = candidatesAround(point).find(isFree) ?? point;
    placed.push({ text, point, centre, widthPt });
  }
  return placed;
}

function candidatesAround({ xPt, yPt }: MapPoint): readonly MapPoint[] {
  const candidates: MapPoint[] = [{ xPt, yPt }];
  for (let ring = 1; ring <= RINGS; ring++) {
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const angle = (direction / DIRECTIONS) * 2 * Math.PI;
      candidates.push({
        xPt: xPt + ring * RING_STEP_PT * Math.cos(angle),
        yPt: yPt + ring * RING_STEP_PT * Math.sin(angle),
      });
    }
  }
  return candidates;
}

type Box = Pick<MapLabel, 'centre' | 'widthPt'>;

/** Returns whether two numbers overlap or touch. */
export function overlaps(a: Box, b: Box): boolean {
  return (
    Math.abs(a.centre.xPt - b.centre.xPt) < (a.widthPt + b.widthPt) / 2 + GAP_PT &&
    Math.abs(a.centre.yPt - b.centre.yPt) < LABEL_HEIGHT_PT + GAP_PT
  );
}
