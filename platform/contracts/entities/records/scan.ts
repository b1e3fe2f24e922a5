import * as z from 'zod';
import {
  patientPosition,
  reviewVerdict,
  scanProtocol,
  scanSide,
  scanState,
} from '../../enumerations.ts';
import { listItemIdSchema } from '../../lists/list-schema.ts';
import { idSchema, instantSchema, storedSchema } from '../common.ts';
import { imageAdjustmentsSchema } from './image-adjustment.ts';
import { thumbnailSchema } from './thumbnail.ts';

/** Plane positions as stored: signed voxel offsets, a depth index and degrees (decisions: Space). */
export const planePositionSchema = z.object({
  sag: z.number(),
  tra: z.number(),
  depth: z.number(),
  rad: z.number().min(0).lt(360),
});

const tripleSchema = z.tuple([z.number(), z.number(), z.number()]).readonly();

/** Whose voxels a position counts: sizes, spacing and the centre of the first voxel, LPS millimetres. */
export const volumeGridSchema = z.object({
  sizes: z.tuple([z.int().positive(), z.int().positive(), z.int().positive()]).readonly(),
  spacingMm: z
    .tuple([z.number().positive(), z.number().positive(), z.number().positive()])
    .readonly(),
  originMm: tripleSchema,
});

export const nippleFieldsSchema = z.strictObject({
  ...planePositionSchema.shape,
  /** The volume that was looked at; absent: the scan's own. It is stored in voxels of the scan's. */
  grid: volumeGridSchema.nullable().default(null),
  /** How the place looks; without it, an earlier picture is gone. */
  thumbnailBase64: thumbnailSchema.nullable().default(null),
});
/** What an inference of the nipple answers, in the words of its specification. */
export const nippleInferenceSchema = z.object({
  code: z.literal(200),
  content: planePositionSchema,
});
export type NippleInferenceResponse = z.infer<typeof nippleInferenceSchema>;

export const nippleLocationSchema = planePositionSchema.extend({
  setBy: idSchema.nullable(),
  setAt: instantSchema,
  /** Null while the scan had no volume when it was set. */
  grid: volumeGridSchema.nullable().optional(),
  /** On reads of the one scan; null in lists. */
  thumbnailBase64: z.string().nullable().optional(),
});
export type NippleLocation = z.infer<typeof nippleLocationSchema>;

/** How the device's encoder maps to the clock: θ = direction · (φ − zeroDeg). */
export const deviceAngleSchema = z.object({
  direction: z.union([z.literal(1), z.literal(-1)]),
  zeroDeg: z.number(),
});
export type DeviceAngle = z.infer<typeof deviceAngleSchema>;

/** The id of an item of the list BREAST_DENSITY. */
const breastDensitySchema = listItemIdSchema.nullable();
/** Millilitres, as measured or estimated. */
const breastVolumeSizeSchema = z.number().positive().max(20_000).nullable();

export const breastDensityFieldsSchema = z.strictObject({ breastDensity: breastDensitySchema });
export const breastVolumeFieldsSchema = z.strictObject({
  breastVolumeSize: breastVolumeSizeSchema,
});

/** What a form may change; the protocol only while the scan has not begun. */
export const scanUpdateSchema = z.strictObject({
  protocol: scanProtocol.schema,
  patientPosition: patientPosition.schema,
  breastDensity: breastDensitySchema,
  breastVolumeSize: breastVolumeSizeSchema,
});

export const scanFieldsSchema = z.strictObject({
  id: idSchema.optional(),
  studyId: idSchema,
  laterality: scanSide.schema,
  protocol: scanProtocol.schema.default('FULL'),
  patientPosition: patientPosition.schema.default('SUPINE'),
  deviceId: idSchema.nullable().default(null),
});
export type ScanFields = z.input<typeof scanFieldsSchema>;

export const scanSchema = storedSchema.extend({
  studyId: idSchema,
  patientId: idSchema,
  laterality: z.object({ id: scanSide.schema }),
  /** 'R', or 'R2' for the second scan of the same side in the study. */
  label: z.string(),
  acquisitionTime: instantSchema.nullable(),
  scanState: scanState.schema,
  protocol: scanProtocol.schema,
  patientPosition: patientPosition.schema,
  deviceId: idSchema.nullable(),
  deviceAngle: deviceAngleSchema.nullable(),
  /** Attempts so far; messages and frames of older ones are ignored. */
  epoch: z.number().int().nonnegative(),
  /** False for an imported volume until someone confirms its orientation. */
  orientationConfirmed: z.boolean(),
  /** 'SCANNED' by a device, 'IMPORTED' from files. */
  origin: z.enum(['SCANNED', 'IMPORTED']),
  nippleLocation: nippleLocationSchema.nullable(),
  breastDensity: z.string().nullable(),
  breastVolumeSize: z.number().nullable(),
  imageAdjustments: imageAdjustmentsSchema,
  /** The reviewer's verdict; null before there is one. */
  review: z
    .object({
      verdict: reviewVerdict.schema,
      reviewedBy: idSchema.nullable(),
      reviewedAt: instantSchema,
    })
    .nullable(),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
});
export type Scan = z.infer<typeof scanSchema>;
