/**
 * Descriptors of a lesion by the ids of the lists SHAPE, ORIENTATION, MARGIN, ECHO_PATTERN,
 * POSTERIOR and MASS_TYPE. Null where there is no mass.
 */
export interface Descriptors {
  readonly shape: 'OVAL' | 'ROUND' | 'IRREG' | null;
  readonly orientation: 'PAR' | 'NOT_PAR' | null;
  readonly margin: readonly ('CIRCUMSCRIBE' | 'INDIS' | 'ANG' | 'MICROLOBULATE' | 'SPICULATE')[];
  readonly echoPattern: 'ANCH' | 'HYPOECHOIC' | 'ISOECHOIC' | 'HETEROGENEOUS' | null;
  readonly posterior: 'NONE' | 'SHADOW' | 'ENH' | null;
  readonly massType: 'SC' | 'COMP_C_SOL_MASS' | 'MASS' | 'INTRA_NODE' | 'SCAT_CALC';
  /** Calcifications and their location. The lists have no descriptor for this. */
  readonly calcifications: 'none' | 'in the mass' | 'without a mass';
}

/** Approximate attenuation of the surrounding tissue, in dB per cm and MHz. */
const SURROUNDING_ATTENUATION = 0.7;
/**
 * Minimum two-way difference in dB at 5 MHz for a visible shadow or enhancement behind a lesion.
 */
const VISIBLE_DB = 2.5;

/** Returns the posterior feature of a lesion with this thickness in depth. */
export function posteriorOf(attenuation: number, thicknessMm: number): 'NONE' | 'SHADOW' | 'ENH' {
  const db = 2 * 5 * (attenuation - SURROUNDING_ATTENUATION) * (thicknessMm / 10);
  if (db > VISIBLE_DB) return 'SHADOW';
  return db < -VISIBLE_DB ? 'ENH' : 'NONE';
}

/** Returns parallel (wider than deep) or not parallel to the skin, by the half axes. */
export function orientationOf([x, y, z]: readonly [number, number, number]): 'PAR' | 'NOT_PAR' {
  return y < 0.9 * Math.max(x, z) ? 'PAR' : 'NOT_PAR';
}

/** Returns round or oval for a smooth lesion, by the half axes. */
export function smoothShapeOf([x, y, z]: readonly [number, number, number]): 'OVAL' | 'ROUND' {
  return Math.max(x, y, z) < 1.15 * Math.min(x, y, z) ? 'ROUND' : 'OVAL';
}
