import * as z from 'zod';
import { scanSide } from '../../enumerations.ts';
import { deviceAngleSchema } from '../records/scan.ts';

/** Fields of a raw sweep stand in the key/values of its NRRD under this name, one JSON value each. */
export const RAW_KEY_PREFIX = 'clockface_';

/**
 * Where the samples of a raw sweep lie, as its own header says: what whoever writes it and whoever
 * reads it agree on. Millimetres, and clock angles in degrees, one a frame.
 */
export const sweepGeometrySchema = z.object({
  sweep: z.enum(['CEN', 'PER']),
  plane: z.literal('half'),
  side: scanSide.schema,
  clockDeg: z.array(z.number().min(0).lt(360)).min(1),
  lateralPitchMm: z.number().positive(),
  firstLateralMm: z.number(),
  depthStepMm: z.number().positive(),
  /** Range of the first sample along the beam; a delay skips the gel under a tilted array. */
  firstDepthMm: z.number().nonnegative(),
  tiltDeg: z.number().gt(-45).lt(45),
  /** Fractional line on which the rotation axis falls; negative when it lies before line 0. */
  axisColumn: z.number(),
  planeOffsetMm: z.number(),
  speedOfSoundMps: z.number().positive(),
  deviceAngle: deviceAngleSchema,
});
type SweepGeometry = z.infer<typeof sweepGeometrySchema>;

/** Whether the axis column is where the first line and the pitch put it. */
export const isAxisConsistent = ({
  axisColumn,
  firstLateralMm,
  lateralPitchMm,
}: Pick<SweepGeometry, 'axisColumn' | 'firstLateralMm' | 'lateralPitchMm'>): boolean =>
  Math.abs(axisColumn + firstLateralMm / lateralPitchMm) < 1e-3;

/** The fields among a file's key/values, and the first key whose value is not JSON. */
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
