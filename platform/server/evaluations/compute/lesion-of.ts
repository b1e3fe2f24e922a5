import type { Mark } from '#contracts';
import { markCentreMm, representativeMark, type StoredFinding } from '#findings';
import type { Vec3 } from '#geometry';

/** Place of a finding in LPS millimetres. */
export interface FindingPlace {
  readonly centreMm: Vec3;
  readonly diameterMm: number | null;
}

/**
 * Returns the middle of the representative mark and the largest diameter; null without marks. The
 * diameter is the largest size of the finding, else that of its areas.
 */
export function placeOfFinding(finding: StoredFinding): FindingPlace | null {
  const marks = Object.values(finding.marks);
  const representative = representativeMark(marks);
  if (representative === null) return null;
  const { massLengthUm, massWidthUm, massHeightUm } = finding;
  const sizesMm = [massLengthUm, massWidthUm, massHeightUm].flatMap((um) =>
    um === null || um === 0 ? [] : [um / 1000],
  );
  const diametersMm = sizesMm.length > 0 ? sizesMm : marks.flatMap(areaExtentMm);
  return {
    centreMm: markCentreMm(representative),
    diameterMm: diametersMm.length === 0 ? null : Math.max(...diametersMm),
  };
}

/** Returns the larger extent of an area along the axes of its image; none for other marks. */
function areaExtentMm({ markType, markViewParams: { points }, frame }: Mark): readonly number[] {
  if (!['ELLIPTICAL', 'FREEHAND', 'BOUNDING_BOX'].includes(markType)) return [];
  const extentOf = (values: readonly number[]): number =>
    values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  const widthMm = extentOf(points.map(({ u }) => u)) * frame.widthMm;
  const heightMm = extentOf(points.map(({ v }) => v)) * frame.heightMm;
  return [Math.max(widthMm, heightMm)];
}
