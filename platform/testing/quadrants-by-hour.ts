import type { ScanSide } from '#contracts';
import type { Quadrant } from '#geometry';

/**
 * Quadrant at each hour from 12 o'clock on, as printed on an examiner's form and seen when facing
 * the patient; 12, 3, 6 and 9 are central.
 */
export const QUADRANTS_BY_HOUR: Readonly<Record<ScanSide, readonly Quadrant[]>> = {
  R: [
    'upper central',
    'upper inner',
    'upper inner',
    'inner central',
    'lower inner',
    'lower inner',
    'lower central',
    'lower outer',
    'lower outer',
    'outer central',
    'upper outer',
    'upper outer',
  ],
  L: [
    'upper central',
    'upper outer',
    'upper outer',
    'outer central',
    'lower outer',
    'lower outer',
    'lower central',
    'lower inner',
    'lower inner',
    'inner central',
    'upper inner',
    'upper inner',
  ],
};
