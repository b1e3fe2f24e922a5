import * as z from 'zod';
import { fileCategory, fileEncoding, fileRole } from '../enumerations.ts';
import { epochSchema, idSchema, instantSchema, storedSchema } from './common.ts';

/** Facts of a file's own header that readers need before its bytes. `sizes` is space-separated. */
export const fileHeaderSchema = z.object({
  sizes: z.string().regex(/^\d+( \d+)*$/),
  spacingMm: z.array(z.number()).optional(),
  originMm: z.array(z.number()).optional(),
  coverageRadiusMm: z.number().positive().optional(),
  /** Raw frames: sweep, running number, clock angle, and place of the image in millimetres. */
  sweep: z.enum(['CEN', 'PER']).optional(),
  frameIdx: z.number().int().nonnegative().optional(),
  clockDeg: z.number().optional(),
  tiltDeg: z.number().optional(),
  lateralPitchMm: z.number().positive().optional(),
  firstLateralMm: z.number().optional(),
  depthStepMm: z.number().positive().optional(),
  plane: z.enum(['half', 'full']).optional(),
  epoch: epochSchema.optional(),
  /** Imported data: what its own header said, kept as evidence. */
  source: z.record(z.string(), z.string()).optional(),
});
export type FileHeader = z.infer<typeof fileHeaderSchema>;

/** A file name of the store: letters, digits, dot, dash and underscore; never a path. */
export const fileNameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    'A file name holds letters, digits, dot, dash and underscore',
  );

export const scanFileFieldsSchema = z.object({
  id: idSchema.optional(),
  scanId: idSchema,
  fileCategory: fileCategory.schema,
  fileName: fileNameSchema,
  fileExtension: z.string().regex(/^[a-z0-9.]{1,16}$/),
  encoding: fileEncoding.schema.default('NONE'),
  role: fileRole.schema.default('PRIMARY'),
  parentId: idSchema.nullable().default(null),
  header: fileHeaderSchema.nullable().default(null),
  acquisitionTime: instantSchema.nullable().default(null),
});
export type ScanFileFields = z.input<typeof scanFileFieldsSchema>;

export const scanFileSchema = storedSchema.extend({
  scanId: idSchema,
  fileCategory: z.object({ id: fileCategory.schema }),
  fileName: z.string(),
  fileExtension: z.string(),
  /** Opaque key of the store; null until the bytes are there. */
  storagePath: z.string().nullable(),
  /** Lower-case hex SHA-256 of the bytes; null until they are there. */
  checksum: z.string().nullable(),
  byteLength: z.number().int().nonnegative().nullable(),
  encoding: fileEncoding.schema,
  role: fileRole.schema,
  parentId: idSchema.nullable(),
  header: fileHeaderSchema.nullable(),
  acquisitionTime: instantSchema.nullable(),
});
export type ScanFile = z.infer<typeof scanFileSchema>;

/** The latest volume of a scan: its primary file and the pyramid, finest level first. */
export const scanVolumeSchema = z.object({
  file: scanFileSchema,
  levels: z.array(z.object({ file: scanFileSchema, url: z.string() })).min(1),
});
export type ScanVolume = z.infer<typeof scanVolumeSchema>;
