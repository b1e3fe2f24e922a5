import * as z from 'zod';
import { isAxisConsistent, RAW_KEY_PREFIX, rawFields, sweepGeometrySchema } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { rawFileTexts } from '../texts/raw-file-texts.ts';
import { DEVICE_SETTINGS_VERSION } from './device-settings.ts';
import type { FrameGeometry } from './frame-geometry.ts';

/**
 * Everything reconstruction must know of a raw sweep, as stored in the key/values of its NRRD
 * (axes depth, lateral, frame; depth fastest). Nothing of it is ever assumed.
 */
export const rawHeaderSchema = sweepGeometrySchema
  .extend({
    schema: z.literal(1),
    plane: z.literal('half', rawFileTexts.header.halfPlanesOnly),
    epoch: z.number().int().nonnegative(),
    settingsVersion: z.literal(DEVICE_SETTINGS_VERSION),
    /** How the device was set; what this file holds of it, `content` says. */
    acquisitionMode: z.enum(['RF', 'BMODE']),
    /** BMODE: uint8 grey values; RF: int16 of the receiver's signal. */
    content: z.enum(['BMODE', 'RF']).default('BMODE'),
    /**
     * Of the receiver's signal alone: its sampling along the beam, the amplitude that the picture shows
     * white, and the lines of the picture for each beam that was fired (the lines between are the
     * mean of the envelopes beside them). Grey is 255 · (1 + 20 · log10(envelope / white) / dynamic
     * range), before the filter; carrier is `frequencyHz`, and gain by depth has been applied.
     */
    signal: z
      .object({
        samplingHz: z.number().positive(),
        whiteAmplitude: z.number().positive(),
        linesPerBeam: z.number().int().positive(),
      })
      .optional(),
    dynamicRangeDb: z.number().positive(),
    frequencyHz: z.number().positive(),
    focusMm: z.number().positive(),
    filterName: z.string(),
    compound: z.boolean(),
    doubler: z.boolean(),
  })
  .refine(isAxisConsistent, rawFileTexts.header.contradiction);
export type RawHeader = z.infer<typeof rawHeaderSchema>;

/** The header as NRRD key/values: one JSON value a key. */
export function encodeRawHeader(header: RawHeader): Record<string, string> {
  return Object.fromEntries(
    Object.entries(header).map(([key, value]) => [RAW_KEY_PREFIX + key, JSON.stringify(value)]),
  );
}

/** Reads the key/values back. Problem RAW_HEADER_UNREADABLE names the first wrong field. */
export function decodeRawHeader(keyValues: Readonly<Record<string, string>>): Result<RawHeader> {
  const { fields, unreadable: key } = rawFields(keyValues);
  if (key !== null) {
    return fail(unreadable(rawFileTexts.header.key(key, (keyValues[key] ?? '').slice(0, 40))));
  }
  const parsed = rawHeaderSchema.safeParse(fields);
  if (parsed.success) return ok(parsed.data);
  const [first] = parsed.error.issues;
  const { field, root, invalid } = rawFileTexts.header;
  return fail(unreadable(field(first?.path.join('.') || root, first?.message ?? invalid)));
}

function unreadable(detail: string): Problem {
  return problem(
    'RAW_HEADER_UNREADABLE',
    rawFileTexts.header.title,
    detail,
    rawFileTexts.header.next,
  );
}

/** The placement of one frame of a sweep of `lines` × `samples`. */
export function frameGeometryOf(header: RawHeader, lines: number, samples: number): FrameGeometry {
  const { lateralPitchMm, firstLateralMm, depthStepMm, firstDepthMm } = header;
  const { tiltDeg, planeOffsetMm } = header;
  return {
    lines,
    samples,
    lateralPitchMm,
    firstLateralMm,
    depthStepMm,
    firstDepthMm,
    tiltDeg,
    planeOffsetMm,
  };
}
