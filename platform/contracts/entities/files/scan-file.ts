import * as z from 'zod';
import { encryption, fileCategory, fileEncoding, fileRole } from '../../enumerations.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { epochSchema, idSchema, instantSchema, storedSchema } from '../common.ts';
import { planePositionSchema } from '../records/scan.ts';
import { frameSensorsSchema } from './frame-sensors.ts';

const vectorSchema = z.tuple([z.number(), z.number(), z.number()]).readonly();

const recordedBoxSchema = z.object({
  cornerMm: vectorSchema,
  edgesMm: z.tuple([vectorSchema, vectorSchema, vectorSchema]).readonly(),
});

/** Fields of a file's header that readers need before the bytes. `sizes` is space-separated. */
export const fileHeaderSchema = z.object({
  sizes: z.string().regex(/^\d+( \d+)*$/),
  spacingMm: z.array(z.number()).optional(),
  originMm: z.array(z.number()).optional(),
  coverageRadiusMm: z.number().positive().optional(),
  /**
   * Recorded box of a volume that was resampled from oblique axes, in LPS millimetres: its corner at
   * the transducer face, and its edges to the left, to depth and to the head.
   */
  recordedBox: recordedBoxSchema.readonly().optional(),
  /**
   * Fields of raw frames: sweep, frame number, clock angle, and location of the image in
   * millimetres.
   */
  sweep: z.enum(['CEN', 'PER']).optional(),
  frameIdx: z.number().int().nonnegative().optional(),
  clockDeg: z.number().optional(),
  tiltDeg: z.number().optional(),
  lateralPitchMm: z.number().positive().optional(),
  firstLateralMm: z.number().optional(),
  depthStepMm: z.number().positive().optional(),
  plane: z.enum(['half', 'full']).optional(),
  /** Content of a raw sweep; RF is the receiver signal, which is never reconstructed. */
  content: z.enum(['BMODE', 'RF']).optional(),
  epoch: epochSchema.optional(),
  /** Sensor readings of a frame, if the device has sensors. */
  sensors: frameSensorsSchema.optional(),
  /** Header of imported data as received, stored as evidence. */
  source: z.record(z.string(), z.string()).optional(),
});
export type FileHeader = z.infer<typeof fileHeaderSchema>;

/** Header in a request. */
export const fileHeaderFieldsSchema = z.strictObject({
  ...fileHeaderSchema.shape,
  recordedBox: recordedBoxSchema.strict().readonly().optional(),
  sensors: frameSensorsSchema.strict().optional(),
});

/** File name in the store: letters, digits, dot, dash and underscore; never a path. */
export const fileNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, fieldText('FILE_NAME_CHARACTERS'));

const fileExtensionSchema = z.string().regex(/^[a-z0-9.]{1,16}$/);
/**
 * Path on the device's own disk. Stored unchanged, returned to devices only, never opened by the
 * server.
 */
const localHardDiskPathSchema = z.string().min(1).max(1024);

/** Nipple location in the file's volume as predicted by a model, with confidence 0..1. */
export const nippleAiFieldsSchema = z.strictObject({
  ...planePositionSchema.shape,
  confidence: z.number().min(0).max(1).nullable().default(null),
});
export const nippleLocationAiSchema = z.object({
  ...nippleAiFieldsSchema.shape,
  setAt: instantSchema,
});
export type NippleLocationAi = z.infer<typeof nippleLocationAiSchema>;

export const scanFileFieldsSchema = z.strictObject({
  id: idSchema.optional(),
  scanId: idSchema,
  fileCategory: fileCategory.schema,
  fileName: fileNameSchema,
  fileExtension: fileExtensionSchema,
  /** Encoding on the server. Transferred bytes and the checksum are those of the plain file. */
  encoding: fileEncoding.schema.default('NONE'),
  /** Absent: the site's setting. */
  encryption: encryption.schema.optional(),
  /** Accepted from devices only. */
  localHardDiskPath: localHardDiskPathSchema.nullable().default(null),
  role: fileRole.schema.default('PRIMARY'),
  parentId: idSchema.nullable().default(null),
  header: fileHeaderFieldsSchema.nullable().default(null),
  acquisitionTime: instantSchema.nullable().default(null),
});
export type ScanFileFields = z.input<typeof scanFileFieldsSchema>;

/**
 * Fields of a file that may change; an absent field stays unchanged. `header` may change only
 * before the bytes are stored.
 */
export const scanFileUpdateSchema = z.strictObject({
  fileName: fileNameSchema.optional(),
  fileExtension: fileExtensionSchema.optional(),
  header: fileHeaderFieldsSchema.nullable().optional(),
  acquisitionTime: instantSchema.nullable().optional(),
  localHardDiskPath: localHardDiskPathSchema.nullable().optional(),
});

/** Fields of a segmentation mask, sent before its bytes. */
export const maskFileFieldsSchema = scanFileFieldsSchema
  .pick({ id: true, scanId: true, header: true, parentId: true, encoding: true })
  .extend({ fileName: fileNameSchema, fileExtension: fileExtensionSchema.default('nrrd') });

export const scanFileSchema = storedSchema.extend({
  scanId: idSchema,
  fileCategory: z.object({ id: fileCategory.schema }),
  fileName: z.string(),
  fileExtension: z.string(),
  /** Opaque storage key; null until the bytes are stored. */
  storagePath: z.string().nullable(),
  /** Lower-case hex SHA-256 of the plain bytes; null until they are stored. */
  checksum: z.string().nullable(),
  byteLength: z.number().int().nonnegative().nullable(),
  encoding: fileEncoding.schema,
  encryption: encryption.schema.default('NONE'),
  role: fileRole.schema,
  parentId: idSchema.nullable(),
  header: fileHeaderSchema.nullable(),
  acquisitionTime: instantSchema.nullable(),
  nippleLocationAi: nippleLocationAiSchema.nullable().default(null),
  /** Null unless the caller is a device. */
  localHardDiskPath: z.string().nullable().default(null),
  /** Set when the stored bytes are found missing or damaged; the file is then not served. */
  quarantinedAt: instantSchema.nullable().default(null),
  quarantineReason: z.string().nullable().default(null),
});
export type ScanFile = z.infer<typeof scanFileSchema>;

/** Whether a file's row, bytes and checksum agree. */
export const fileExistenceSchema = z.object({
  /** True if the row and the correct bytes exist. */
  exists: z.boolean(),
  /** Null if no row exists. */
  id: idSchema.nullable(),
  /** ANNOUNCED: the file is registered but its bytes were never received. */
  bytes: z.enum(['RIGHT', 'ANNOUNCED', 'MISSING', 'CORRUPT', 'UNREADABLE']).nullable(),
  quarantined: z.boolean(),
});
export type FileExistence = z.infer<typeof fileExistenceSchema>;

/** Latest volume of a scan: its primary file and the pyramid, finest level first. */
export const scanVolumeSchema = z.object({
  file: scanFileSchema,
  levels: z.array(z.object({ file: scanFileSchema, url: z.string() })).min(1),
});
export type ScanVolume = z.infer<typeof scanVolumeSchema>;
