import * as z from 'zod';
import { encryption, fileCategory, fileEncoding, fileRole } from '../../enumerations.ts';
import { epochSchema, idSchema, instantSchema, storedSchema } from '../common.ts';
import { planePositionSchema } from '../records/scan.ts';
import { frameSensorsSchema } from './frame-sensors.ts';

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
  /** Of a raw sweep; RF is the receiver's signal, from which nothing is reconstructed. */
  content: z.enum(['BMODE', 'RF']).optional(),
  epoch: epochSchema.optional(),
  /** Of a frame, where its device has sensors. */
  sensors: frameSensorsSchema.optional(),
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

const fileExtensionSchema = z.string().regex(/^[a-z0-9.]{1,16}$/);
/** A path of the device's own disk. Kept as it is, told to devices only, never opened here. */
const localHardDiskPathSchema = z.string().min(1).max(1024);

/** Where a model sees the nipple in the file's volume, and how sure it is (0..1). */
export const nippleAiFieldsSchema = planePositionSchema.extend({
  confidence: z.number().min(0).max(1).nullable().default(null),
});
export const nippleLocationAiSchema = nippleAiFieldsSchema.extend({ setAt: instantSchema });
export type NippleLocationAi = z.infer<typeof nippleLocationAiSchema>;

export const scanFileFieldsSchema = z.object({
  id: idSchema.optional(),
  scanId: idSchema,
  fileCategory: fileCategory.schema,
  fileName: fileNameSchema,
  fileExtension: fileExtensionSchema,
  /** How the server keeps the bytes. They are sent and read plain, and so is their checksum. */
  encoding: fileEncoding.schema.default('NONE'),
  /** Absent: as the site is set up. */
  encryption: encryption.schema.optional(),
  /** Taken from devices only. */
  localHardDiskPath: localHardDiskPathSchema.nullable().default(null),
  role: fileRole.schema.default('PRIMARY'),
  parentId: idSchema.nullable().default(null),
  header: fileHeaderSchema.nullable().default(null),
  acquisitionTime: instantSchema.nullable().default(null),
});
export type ScanFileFields = z.input<typeof scanFileFieldsSchema>;

/** What may change of a file; left out, it stays. The header only while there are no bytes. */
export const scanFileUpdateSchema = z.object({
  fileName: fileNameSchema.optional(),
  fileExtension: fileExtensionSchema.optional(),
  header: fileHeaderSchema.nullable().optional(),
  acquisitionTime: instantSchema.nullable().optional(),
  localHardDiskPath: localHardDiskPathSchema.nullable().optional(),
});

/** What is known of a segmentation mask before its bytes are sent. */
export const maskFileFieldsSchema = scanFileFieldsSchema
  .pick({ id: true, scanId: true, header: true, parentId: true, encoding: true })
  .extend({ fileName: fileNameSchema, fileExtension: fileExtensionSchema.default('nrrd') });

export const scanFileSchema = storedSchema.extend({
  scanId: idSchema,
  fileCategory: z.object({ id: fileCategory.schema }),
  fileName: z.string(),
  fileExtension: z.string(),
  /** Opaque key of the store; null until the bytes are there. */
  storagePath: z.string().nullable(),
  /** Lower-case hex SHA-256 of the plain bytes; null until they are there. */
  checksum: z.string().nullable(),
  byteLength: z.number().int().nonnegative().nullable(),
  encoding: fileEncoding.schema,
  encryption: encryption.schema.default('NONE'),
  role: fileRole.schema,
  parentId: idSchema.nullable(),
  header: fileHeaderSchema.nullable(),
  acquisitionTime: instantSchema.nullable(),
  nippleLocationAi: nippleLocationAiSchema.nullable().default(null),
  /** Null for everyone but devices. */
  localHardDiskPath: z.string().nullable().default(null),
  /** Set when the stored bytes were found missing or damaged: nobody is given them. */
  quarantinedAt: instantSchema.nullable().default(null),
  quarantineReason: z.string().nullable().default(null),
});
export type ScanFile = z.infer<typeof scanFileSchema>;

/** Whether a file's row, bytes and checksum agree. */
export const fileExistenceSchema = z.object({
  /** The row and right bytes are there. */
  exists: z.boolean(),
  /** Null where there is no row. */
  id: idSchema.nullable(),
  /** ANNOUNCED: a row whose bytes never came. */
  bytes: z.enum(['RIGHT', 'ANNOUNCED', 'MISSING', 'CORRUPT', 'UNREADABLE']).nullable(),
  quarantined: z.boolean(),
});
export type FileExistence = z.infer<typeof fileExistenceSchema>;

/** The latest volume of a scan: its primary file and the pyramid, finest level first. */
export const scanVolumeSchema = z.object({
  file: scanFileSchema,
  levels: z.array(z.object({ file: scanFileSchema, url: z.string() })).min(1),
});
export type ScanVolume = z.infer<typeof scanVolumeSchema>;
