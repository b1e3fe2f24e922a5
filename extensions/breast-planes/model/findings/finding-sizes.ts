import type { Finding, MarkPlane } from '#contracts';
import {
  locatedMark,
  markCentreMm,
  type SizeField,
  type SizeSource,
  sizeSources,
  typedSizes,
} from '#findings';
import { distance, type Vec3 } from '#geometry';

/** One of the three sizes in an expanded row. */
export interface SizeRow {
  readonly field: SizeField;
  /** Null if neither measured nor typed. */
  readonly mm: number | null;
  /** Plane of the measurement; null for a typed size. */
  readonly plane: MarkPlane | null;
  readonly typed: boolean;
  /** Drawn length if it differs from the size, as for an oblique line; else null. */
  readonly drawnMm: number | null;
}

/** Reporting order: longest horizontal, vertical, orthogonal horizontal. */
const ORDER: readonly SizeField[] = ['massLengthUm', 'massHeightUm', 'massWidthUm'];

export function sizeRows(finding: Finding): readonly SizeRow[] {
  const typed = typedSizes(finding);
  const sources = sizeSources(Object.values(finding.marks));
  return ORDER.map((field) => {
    const um = finding[field];
    const isTyped = typed.includes(field);
    const source = um === null || isTyped ? null : sources[field];
    return {
      field,
      mm: um === null ? null : um / 1000,
      typed: isTyped,
      plane: source?.mark.planeView ?? null,
      drawnMm: source === null || sameRounded(source) ? null : source.drawnUm / 1000,
    };
  });
}

/** Compares in tenths of a millimetre, as the rows show. */
const sameRounded = ({ um, drawnUm }: SizeSource): boolean =>
  (um / 1000).toFixed(1) === (drawnUm / 1000).toFixed(1);

/**
 * Returns the volume of an ellipsoid with the three sizes in millilitres; null if a size is
 * missing.
 */
export function volumeMl(finding: Pick<Finding, SizeField>): number | null {
  const { massLengthUm, massWidthUm, massHeightUm } = finding;
  if (massLengthUm === null || massWidthUm === null || massHeightUm === null) return null;
  const mm3 = (Math.PI / 6) * (massLengthUm / 1000) * (massWidthUm / 1000) * (massHeightUm / 1000);
  return mm3 / 1000;
}

/**
 * Returns the straight distance from the nipple in millimetres; null without a nipple or a mark.
 */
export function spaceDistanceMm(finding: Finding, nippleMm: Vec3 | null): number | null {
  const mark = locatedMark(Object.values(finding.marks));
  return mark === null || nippleMm === null ? null : distance(markCentreMm(mark), nippleMm);
}

/** BI-RADS categories by score, 1 to 9. */
const CATEGORIES = ['0', '1', '2', '3', '4A', '4B', '4C', '5', '6'] as const;

/**
 * Returns the BI-RADS category of a score; `high` marks categories that call for a biopsy, 4A and
 * above. Null for unknown scores.
 */
export function category(
  score: number | null,
): { readonly name: string; readonly high: boolean } | null {
  const name = score === null ? undefined : CATEGORIES[score - 1];
  return name === undefined || score === null ? null : { name, high: score >= 5 };
}
