import * as z from 'zod';
import { scanSide } from '../../enumerations.ts';
import { deviceAngleSchema } from '../records/scan.ts';

/** Key prefix of raw-sweep fields in the NRRD key/values; each value is JSON. */
export const RAW_KEY_PREFIX = 'clockface_';

/**
 * Sample geometry of a raw sweep as stored in its header, shared by writers and readers.
 * Millimetres, and one clock angle in degrees per frame.
 */
export const sweepGeometrySchema = z.object({
  sweep: z.enum(['CEN', 'PER']),
  plane: z.literal('half'),
  side: scanSide.schema,
  clockDeg: z.array(z.number().min(0).lt(360)).min(1),
  lateralPitchMm: z.number().positive(),
  /** Position of line 0 along the array, from the rotation axis. */
  firstLateralMm: z.number(),
  depthStepMm: z.number().positive(),
  /** Range of the first sample along the beam; a delay skips the gel under a tilted array. */
  firstDepthMm: z.number().nonnegative(),
  /** Angle between the array and its upright position; negative if the beams lean outward. */
  tiltDeg: z.number().gt(-45).lt(45),
  /** Fractional line of the rotation axis; negative before line 0. */
  axisColumn: z.number(),
  /** Distance of the frames' planes from the rotation axis, positive towards greater clock angles. */
  planeOffsetMm: z.number(),
  speedOfSoundMps: z.number().positive(),
  deviceAngle: deviceAngleSchema,
});
type SweepGeometry = z.infer<typeof sweepGeometrySchema>;

/** Checks that the axis column agrees with the first line and the pitch. */
export const isAxisConsistent = ({
  axisColumn,
  firstLateralMm,
  lateralPitchMm,
}: Pick<SweepGeometry, 'axisColumn' | 'firstLateralMm' | 'lateralPitchMm'>): boolean =>
  Math.abs(axisColumn + firstLateralMm / lateralPitchMm) < 1e-3;

/**
 * Returns the raw-sweep fields of a file's key/values, and the first key whose value is not JSON or
 * null.
 */
export function rawFields(keyValues: Readonly<Record<string, string>>): {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly unreadable: string | null;
} {
  const fields: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(keyValues)) {
    if (!key.startsWith(RAW_KEY_PREFIX)) continue;
    try {
      fields[key.slice(RAW_KEY_PREFIX.length)] = JSON.parse(text);
    } catch {
      return { fields, unreadable: key };
    }
  }
  return { fields, unreadable: null };
}
