import type { ElementArray, ElementType } from './element-type.ts';

/**
 * An NRRD image (teem.sourceforge.net/nrrd/format.html, NRRD0005): `sizes` and all per-axis lists
 * are in file order, fastest axis first.
 */
export interface Nrrd {
  readonly type: ElementType;
  readonly sizes: readonly number[];
  /** Kind of each axis, e.g. `domain`, `space`, `list`. */
  readonly kinds?: readonly string[];
  /** Distance between samples on each axis; null for axes without spacing. Unused with `space`. */
  readonly spacings?: readonly (number | null)[];
  /** Step between samples on each axis, in `space`; null for axes outside `space`. */
  readonly spaceDirections?: readonly (readonly number[] | null)[];
  /** Centre of the first sample, in `space`. */
  readonly spaceOrigin?: readonly number[];
  /** Name of the space, e.g. `left-posterior-superior`, in millimetres. */
  readonly space?: string;
  /** Unit of each component of the space, e.g. `mm`; of each axis for `spacings`. */
  readonly spaceUnits?: readonly string[];
  readonly units?: readonly string[];
  /** The `key:=value` lines. */
  readonly keyValues: Readonly<Record<string, string>>;
  /** One element per sample, first axis fastest. */
  readonly data: ElementArray;
}

export type NrrdHeader = Omit<Nrrd, 'data'>;
export type NrrdEncoding = 'raw' | 'gzip';
