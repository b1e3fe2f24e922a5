import type { Finding, PlaneView } from '#contracts';
import {
  markCentreMm,
  representativeMark,
  type SizeField,
  type SizeSource,
  sizeSources,
  typedSizes,
} from '#findings';
import { distance, type Vec3 } from '#geometry';

/** One of the three sizes as the opened row says it. */
export interface SizeRow {
  readonly field: SizeField;
  /** Null while neither measured nor typed. */
  readonly mm: number | null;
  /** The plane in which it was measured; null for a typed one. */
  readonly plane: PlaneView | null;
  readonly typed: boolean;
  /** The length as it was drawn where that reads otherwise: an oblique one is longer than its size. */
  readonly drawnMm: number | null;
}

/** In the order in which sizes are reported: longest horizontal, vertical, orthogonal horizontal. */
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

/** Rows tell tenths of a millimetre. */
const sameRounded = ({ um, drawnUm }: SizeSource): boolean =>
  (um / 1000).toFixed(1) === (drawnUm / 1000).toFixed(1);

/** The volume of an ellipsoid of the three sizes, millilitres; null while one is missing. */
export function volumeMl(finding: Pick<Finding, SizeField>): number | null {
  const { massLengthUm, massWidthUm, massHeightUm } = finding;
  if (massLengthUm === null || massWidthUm === null || massHeightUm === null) return null;
  const mm3 = (Math.PI / 6) * (massLengthUm / 1000) * (massWidthUm / 1000) * (massHeightUm / 1000);
  return mm3 / 1000;
}

/** From the nipple through the tissue, millimetres; null without a nipple or a mark. */
export function spaceDistanceMm(finding: Finding, nippleMm: Vec3 | null): number | null {
  const mark = representativeMark(Object.values(finding.marks));
  return mark === null || nippleMm === null ? null : distance(markCentreMm(mark), nippleMm);
}

/** BI-RADS by score, 1 to 9. */
const CATEGORIES = ['0', '1', '2', '3', '4A', '4B', '4C', '5', '6'] as const;

/** The category of a score, and whether it is one that asks for a biopsy: 4A and above. */
export function category(
  score: number | null,
): { readonly name: string; readonly high: boolean } | null {
  const name = score === null ? undefined : CATEGORIES[score - 1];
  return name === undefined || score === null ? null : { name, high: score >= 5 };
}
