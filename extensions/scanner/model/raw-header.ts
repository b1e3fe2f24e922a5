import * as z from 'zod';
import { isAxisConsistent, RAW_KEY_PREFIX, rawFields, sweepGeometrySchema } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { rawFileTexts } from '../texts/raw-file-texts.ts';
import { DEVICE_SETTINGS_VERSION } from './device-settings.ts';
import type { FrameGeometry } from './frame-geometry.ts';

/**
 * All properties of a raw sweep that reconstruction needs, as stored in the key/values of its NRRD
 * (axes depth, lateral, frame; depth fastest). Missing values are never assumed.
 */
export const rawHeaderSchema = sweepGeometrySchema
  .extend({
    schema: z.literal(1),
    plane: z.literal('half', rawFileTexts.header.halfPlanesOnly),
    epoch: z.number().int().nonnegative(),
    settingsVersion: z.literal(DEVICE_SETTINGS_VERSION),
    /** Acquisition mode of the device; `content` gives the data of this file. */
    acquisitionMode: z.enum(['RF', 'BMODE']),
    /** BMODE: uint8 grey levels; RF: int16 receiver signal. */
    content: z.enum(['BMODE', 'RF']).default('BMODE'),
    /**
     * Present for RF content only: sampling rate along the beam, the amplitude displayed as white,
     * and image lines per fired beam (lines in between are the mean of the neighbouring envelopes).
     * Grey is 255 · (1 + 20 · log10(envelope / white) / dynamic range) before the filter; the
     * carrier is `frequencyHz`, and depth gain has been applied.
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

/** Encodes the header as NRRD key/values, with JSON values. */
export function encodeRawHeader(header: RawHeader): Record<string, string> {
  return Object.fromEntries(
    Object.entries(header).map(([key, value]) => [RAW_KEY_PREFIX + key, JSON.stringify(value)]),
  );
}

/** Decodes the key/values. Problem `RAW_HEADER_UNREADABLE` names the first wrong field. */
export function decodeRawHeader(keyValues: Readonly<Record<string, string>>): Result<RawHeader> {
  const { fields, unreadable: wrongKey } = rawFields(keyValues);
  if (wrongKey !== null) {
    const value = (keyValues[wrongKey] ?? '').slice(0, 40);
    return fail(unreadable(rawFileTexts.header.key(wrongKey, value)));
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

/** Returns the geometry of the frames of a sweep with `lines` × `samples`. */
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
