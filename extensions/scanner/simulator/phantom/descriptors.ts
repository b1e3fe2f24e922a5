/**
 * What a reader would say of a lesion, by the ids of the lists SHAPE, ORIENTATION, MARGIN,
 * ECHO_PATTERN, POSTERIOR and MASS_TYPE. Null where there is no mass to describe.
 */
export interface Descriptors {
  readonly shape: 'OVAL' | 'ROUND' | 'IRREG' | null;
  readonly orientation: 'PAR' | 'NOT_PAR' | null;
  readonly margin: readonly ('CIRCUMSCRIBE' | 'INDIS' | 'ANG' | 'MICROLOBULATE' | 'SPICULATE')[];
  readonly echoPattern: 'ANCH' | 'HYPOECHOIC' | 'ISOECHOIC' | 'HETEROGENEOUS' | null;
  readonly posterior: 'NONE' | 'SHADOW' | 'ENH' | null;
  readonly massType: 'SC' | 'COMP_C_SOL_MASS' | 'MASS' | 'INTRA_NODE' | 'SCAT_CALC';
  /** Bright points, and where they are. The lists have no words for it. */
  readonly calcifications: 'none' | 'in the mass' | 'without a mass';
}

/** Attenuation of what surrounds a lesion, about; dB per cm and MHz. */
const AROUND = 0.7;
/** Two ways at 5 MHz, in dB: less than this behind a lesion nobody calls shadow or enhancement. */
const VISIBLE_DB = 2.5;

/** What is seen behind a lesion this thick in depth. */
export function posteriorOf(attenuation: number, thicknessMm: number): 'NONE' | 'SHADOW' | 'ENH' {
  const db = 2 * 5 * (attenuation - AROUND) * (thicknessMm / 10);
  if (db > VISIBLE_DB) return 'SHADOW';
  return db < -VISIBLE_DB ? 'ENH' : 'NONE';
}

/** Parallel: wider than it is deep. */
export function orientationOf([x, y, z]: readonly [number, number, number]): 'PAR' | 'NOT_PAR' {
  return y < 0.9 * Math.max(x, z) ? 'PAR' : 'NOT_PAR';
}

/** Round or oval, for what is smooth. */
export function smoothShapeOf([x, y, z]: readonly [number, number, number]): 'OVAL' | 'ROUND' {
  return Math.max(x, y, z) < 1.15 * Math.min(x, y, z) ? 'ROUND' : 'OVAL';
}
