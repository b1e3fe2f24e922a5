import * as z from 'zod';
import { scanSide } from '../../enumerations.ts';
import { externalJobTypeSchema } from '../../job-type.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema } from '../common.ts';
import { fileNameSchema } from '../files/scan-file.ts';
import { aiRunFieldsSchema } from '../findings/ai-run.ts';
import { jobSchema } from './job.ts';

/** Job type that a worker may run: the detection, or a type of a third party. */
export const workerJobTypeSchema = z.union([z.literal('AUTO_DETECTION'), externalJobTypeSchema]);
export type WorkerJobType = z.infer<typeof workerJobTypeSchema>;

/** Job types of one worker credential. */
export const workerJobTypesSchema = z.array(workerJobTypeSchema).min(1).max(32);

const vectorSchema = z.tuple([z.number(), z.number(), z.number()]);

/** Latest volume of a scan as workers see it, without any identity of the patient. */
export const workerVolumeSchema = z.object({
  scanId: idSchema.describe('Random id of the scan; the only name by which a worker knows it.'),
  laterality: scanSide.schema.describe('Side of the breast: L left, R right.'),
  fileId: idSchema.describe('Id of the VOLUME3D file, an NRRD of unsigned bytes.'),
  checksum: z.string().describe('Lower-case hex SHA-256 of the file.'),
  byteLength: z.number().int().positive().describe('Length of the file in bytes.'),
  sizes: z
    .tuple([z.number().int(), z.number().int(), z.number().int()])
    .describe(
      'Voxels along x (to the patient’s left), y (depth) and z (to the head); x is fastest.',
    ),
  spacingMm: vectorSchema.describe('Distance of neighbouring voxels along x, y and z in mm.'),
  originMm: vectorSchema.describe('Centre of the first voxel in LPS millimetres.'),
  coverageRadiusMm: z
    .number()
    .positive()
    .describe('Radius of the recorded cylinder about the depth axis in mm.'),
});
export type WorkerVolume = z.infer<typeof workerVolumeSchema>;

const fencingTokenSchema = z
  .number()
  .int()
  .positive()
  .describe('Number of the lease. A result with the number of an earlier lease is refused.');

export const takeJobSchema = z.strictObject({
  types: workerJobTypesSchema.describe(
    'Job types to take, at most those of the credential; the oldest waiting job of any of them.',
  ),
});

export const startJobSchema = z.strictObject({
  jobType: workerJobTypeSchema.describe('Job type, one of those of the credential.'),
  scanId: idSchema.describe('Completed scan that the job is about.'),
});

/** Lease on a job, with the volume that the job is about. */
export const workerLeaseSchema = z.object({
  job: jobSchema.describe('The job; its entity is the scan.'),
  fencingToken: fencingTokenSchema,
  leaseSeconds: z
    .number()
    .positive()
    .describe('Seconds without a renewal after which another worker may take the job.'),
  volume: workerVolumeSchema.nullable().describe('Latest volume of the scan; null without one.'),
});
export type WorkerLease = z.infer<typeof workerLeaseSchema>;

export const takenJobSchema = z.object({
  lease: workerLeaseSchema.nullable().describe('Null when no job waits.'),
});

export const renewJobSchema = z.strictObject({
  fencingToken: fencingTokenSchema,
  progress: z
    .strictObject({
      phase: z.string().min(1).max(100).describe('Name of the current step, shown to readers.'),
      done: z.number().int().nonnegative().describe('Finished units of the step.'),
      total: z.number().int().nonnegative().describe('All units of the step.'),
    })
    .nullable()
    .default(null)
    .describe('Progress to show; null leaves it unchanged.'),
});

export const renewedJobSchema = z.object({
  job: jobSchema.describe('The job after the renewal.'),
  stop: z
    .boolean()
    .describe('True when a reader has stopped the job. Its result is no longer accepted.'),
});

/** Segmentation of the job's volume, or of a finding in the volume. */
export const workerMaskSchema = z
  .strictObject({
    volumeFileId: idSchema.describe('VOLUME3D file that was segmented, as in the lease.'),
    findingId: idSchema
      .nullable()
      .default(null)
      .describe(
        'Finding of the run that the mask outlines, drawn with it; null for a mask of other tissue.',
      ),
    fileName: fileNameSchema
      .nullable()
      .default(null)
      .describe(
        'Name of the SEGMENT_MASK file, such as `lesion.nrrd`; null for the mask of a finding, which is named after it.',
      ),
    nrrdBase64: z
      .base64()
      .min(1)
      .describe(
        'NRRD file as base64: unsigned bytes, raw or gzip, with the sizes of the volume; 0 is background.',
      ),
  })
  .refine(({ findingId, fileName }) => (findingId === null) !== (fileName === null), {
    path: ['fileName'],
    ...fieldText('MASK_NAME'),
  });

export const completeJobSchema = z.strictObject({
  fencingToken: fencingTokenSchema,
  run: aiRunFieldsSchema
    .nullable()
    .default(null)
    .describe('Run of a model with its findings; null for a job without a model.'),
  masks: z
    .array(workerMaskSchema)
    .max(64)
    .default([])
    .describe(
      'Masks of volumes of the job’s scan, stored as SEGMENT_MASK files; those of findings with the contours of the finding.',
    ),
});

export const failJobSchema = z.strictObject({
  fencingToken: fencingTokenSchema,
  title: z.string().trim().min(1).max(200).describe('What failed, one short line for readers.'),
  detail: z.string().trim().max(1000).default('').describe('Cause; free of patient data.'),
});
