import * as z from 'zod';
import {
  patientPosition,
  reviewVerdict,
  type ScanProtocol,
  type ScanSide,
  scanProtocol,
  scanSide,
  scanState,
} from '../../enumerations.ts';
import { listItemIdSchema } from '../../lists/list-schema.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema, storedSchema } from '../common.ts';
import { imageAdjustmentsSchema } from './image-adjustment.ts';
import { thumbnailSchema } from './thumbnail.ts';

/**
 * Stored plane position: `sag` (+ to the patient's left) and `tra` (+ to the head) in voxels from
 * the centre of the volume, `depth` as voxel index, `rad` as clock angle in degrees.
 */
export const planePositionSchema = z.object({
  sag: z.number(),
  tra: z.number(),
  depth: z.number(),
  rad: z.number().min(0).lt(360),
});

const tripleSchema = z.tuple([z.number(), z.number(), z.number()]).readonly();

/** Voxel grid of a position: sizes, spacing and centre of the first voxel, LPS millimetres. */
export const volumeGridSchema = z.object({
  sizes: z.tuple([z.int().positive(), z.int().positive(), z.int().positive()]).readonly(),
  spacingMm: z
    .tuple([z.number().positive(), z.number().positive(), z.number().positive()])
    .readonly(),
  originMm: tripleSchema,
});
/** Grid in a request. */
export const volumeGridFieldsSchema = volumeGridSchema.strict();

export const nippleFieldsSchema = z.strictObject({
  ...planePositionSchema.shape,
  /**
   * Grid of the viewed volume; null means the scan's own volume. The position is stored in voxels
   * of the scan's volume.
   */
  grid: volumeGridFieldsSchema.nullable().default(null),
  /** Thumbnail of the location; null deletes an existing thumbnail. */
  thumbnailBase64: thumbnailSchema.nullable().default(null),
});
/** Response of a nipple inference service; the protocol of these services prescribes `code`. */
export const nippleInferenceSchema = z.object({
  code: z.literal(200),
  content: planePositionSchema,
});
export type NippleInferenceResponse = z.infer<typeof nippleInferenceSchema>;

export const nippleLocationSchema = planePositionSchema.extend({
  setBy: idSchema.nullable(),
  setAt: instantSchema,
  /** Null if the scan had no volume when the location was set. */
  grid: volumeGridSchema.nullable().optional(),
  /** Set when a single scan is read; null in lists. */
  thumbnailBase64: z.string().nullable().optional(),
});
export type NippleLocation = z.infer<typeof nippleLocationSchema>;

/** Maps the device's encoder angle φ to the clock angle θ: θ = direction · (φ − zeroDeg). */
export const deviceAngleSchema = z.object({
  direction: z.union([z.literal(1), z.literal(-1)]),
  zeroDeg: z.number(),
});
/** Angle conversion in a request. */
export const deviceAngleFieldsSchema = deviceAngleSchema.strict();
export type DeviceAngle = z.infer<typeof deviceAngleSchema>;

/** Id of an item of the list BREAST_DENSITY. */
const breastDensitySchema = listItemIdSchema.nullable();
/** Millilitres, measured or estimated. */
const breastVolumeSizeSchema = z.number().positive().max(20_000).nullable();

export const breastDensityFieldsSchema = z.strictObject({ breastDensity: breastDensitySchema });
export const breastVolumeFieldsSchema = z.strictObject({
  breastVolumeSize: breastVolumeSizeSchema,
});

/** Fields that a form may change; the protocol only before the scan starts. */
export const scanUpdateSchema = z.strictObject({
  protocol: scanProtocol.schema,
  patientPosition: patientPosition.schema,
  breastDensity: breastDensitySchema,
  breastVolumeSize: breastVolumeSizeSchema,
});

/** Frames of both sweeps of a protocol, 1° apart: a full circle, or the upper half of it. */
export const PROTOCOL_FRAMES = { FULL: 720, UQQ: 362 } as const satisfies Record<
  ScanProtocol,
  number
>;

/** Maximum age in hours of a study that receives further scans of the same visit. */
export const VISIT_HOURS = 12;

export const scanFieldsSchema = z.strictObject({
  id: idSchema.optional(),
  studyId: idSchema,
  laterality: scanSide.schema,
  protocol: scanProtocol.schema.default('FULL'),
  patientPosition: patientPosition.schema.default('SUPINE'),
  deviceId: idSchema.nullable().default(null),
  /** Rejects the scan with VisitEnded if the study was created more than 12 hours ago. */
  ofThisVisit: z.boolean().default(false),
});
export type ScanFields = z.input<typeof scanFieldsSchema>;

export const scanReviewSchema = z.object({
  verdict: reviewVerdict.schema,
  reviewedBy: idSchema.nullable(),
  reviewedAt: instantSchema,
  /** Why the scan is disapproved; null for an approval. */
  reason: z.string().nullable().default(null),
});
export type ScanReview = z.infer<typeof scanReviewSchema>;

/** Why a scan is disapproved; stored with the scan, never in the audit trail. */
export const scanDisapprovalSchema = z.strictObject({
  reason: z.string().trim().min(1, fieldText('REASON_REQUIRED')).max(500),
});

export const scanSchema = storedSchema.extend({
  studyId: idSchema,
  patientId: idSchema,
  laterality: z.object({ id: scanSide.schema }),
  /** Side under which the images were recorded; absent unless a correction has changed the side. */
  recordedSide: scanSide.schema.optional(),
  /** 'R', or 'R2' for the second scan of the same side in the study. */
  label: z.string(),
  acquisitionTime: instantSchema.nullable(),
  scanState: scanState.schema,
  protocol: scanProtocol.schema,
  patientPosition: patientPosition.schema,
  deviceId: idSchema.nullable(),
  deviceAngle: deviceAngleSchema.nullable(),
  /** Number of attempts; messages and frames of earlier attempts are ignored. */
  epoch: z.number().int().nonnegative(),
  /** False for an imported volume until a user confirms its orientation. */
  orientationConfirmed: z.boolean(),
  /** SCANNED by a device, or IMPORTED from files. */
  origin: z.enum(['SCANNED', 'IMPORTED']),
  nippleLocation: nippleLocationSchema.nullable(),
  breastDensity: z.string().nullable(),
  breastVolumeSize: z.number().nullable(),
  imageAdjustments: imageAdjustmentsSchema,
  /**
   * Name of the device that is recording the scan; only on single reads. Null for other scans and
   * for blind annotators.
   */
  recordingDevice: z.string().nullable().optional(),
  /**
   * The user who commands, or last commanded, the device that is recording the scan; only on single
   * reads. Null for other scans and for blind annotators.
   */
  operatedBy: idSchema.nullable().optional(),
  /** The reviewer's verdict; null before the review, and for blind annotators. */
  review: scanReviewSchema.nullable(),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
});
export type Scan = z.infer<typeof scanSchema>;

/**
 * Returns the side under which the images of a scan were recorded, which their headers name. No
 * correction changes it.
 */
export function recordedSideOf({
  recordedSide,
  laterality,
}: Pick<Scan, 'recordedSide' | 'laterality'>): ScanSide {
  return recordedSide ?? laterality.id;
}
