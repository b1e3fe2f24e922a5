import * as z from 'zod';
import { aiTask, jobStatus, type MarkType, scanSide } from '../../enumerations.ts';
import { contributionIdSchema } from '../../extension-id.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { dateSchema, idSchema, instantSchema } from '../common.ts';
import { findingMaskSchema } from '../findings/ai-run.ts';
import { aiModelSchema, aiScoreSchema } from '../findings/finding-ai.ts';
import { problemSchema } from './job.ts';

/** Maximum number of scans in a dataset. */
export const MAX_DATASET_SCANS = 2_000;

export const DATASET_FORMATS = ['nrrd', 'nifti'] as const;
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

export const datasetFilterSchema = z
  .strictObject({
    studyIds: z
      .array(idSchema)
      .min(1)
      .max(1_000)
      .optional()
      .describe('Ids of up to 1,000 studies; absent for all studies.'),
    from: dateSchema.optional().describe('First day of the recording in UTC, yyyy-mm-dd.'),
    to: dateSchema.optional().describe('Last day of the recording in UTC, yyyy-mm-dd.'),
    sides: z
      .array(scanSide.schema)
      .min(1)
      .max(2)
      .optional()
      .describe('Sides of the scans; absent for both.'),
    onlySigned: z.boolean().default(false).describe('True for scans with a signed report only.'),
    hasFindings: z.boolean().default(false).describe('True for scans with findings only.'),
  })
  .refine(({ from = '', to = '9999' }) => from <= to, {
    path: ['to'],
    ...fieldText('DATES_REVERSED'),
  });
export type DatasetFilter = z.output<typeof datasetFilterSchema>;

const fractionSchema = z.number().min(0).max(1);

/** Parts of a dataset as fractions of the patients. */
export const datasetSplitSchema = z
  .strictObject({
    train: fractionSchema.describe('Fraction of the patients for training.'),
    validation: fractionSchema.describe('Fraction of the patients for validation.'),
    test: fractionSchema.describe('Fraction of the patients for the test.'),
  })
  .refine(({ train, validation, test }) => Math.abs(train + validation + test - 1) < 1e-6, {
    path: ['test'],
    ...fieldText('SPLIT_SUM'),
  });
export type DatasetSplit = z.output<typeof datasetSplitSchema>;

export const DATASET_PARTS = ['train', 'validation', 'test'] as const;
export type DatasetPart = (typeof DATASET_PARTS)[number];

export const newDatasetExportSchema = z.strictObject({
  filter: datasetFilterSchema
    .default({ onlySigned: false, hasFindings: false })
    .describe('Scans of the dataset; by default all.'),
  format: z.enum(DATASET_FORMATS).describe('Format of volumes and masks: nrrd or nifti.'),
  split: datasetSplitSchema
    .default({ train: 0.7, validation: 0.15, test: 0.15 })
    .describe('Parts as fractions of the patients.'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2_147_483_647)
    .default(1)
    .describe('Number that decides the parts; the same seed gives the same parts.'),
});
export type NewDatasetExport = z.input<typeof newDatasetExportSchema>;

export const datasetExportSchema = z.object({
  id: idSchema,
  filter: datasetFilterSchema.describe('Scans of the dataset.'),
  format: z.enum(DATASET_FORMATS),
  split: datasetSplitSchema.describe('Parts as fractions of the patients.'),
  seed: z.number().int().describe('Number that decides the parts.'),
  status: jobStatus.schema.describe('NOT_STARTED, IN_PROGRESS, COMPLETED, FAILED or CANCELLED.'),
  done: z.number().int().nonnegative().describe('Number of scans that are processed.'),
  total: z.number().int().nonnegative().describe('Number of scans that match the filter.'),
  leftOut: z
    .number()
    .int()
    .nonnegative()
    .describe('Number of scans without a readable volume; dataset.json names them.'),
  problem: problemSchema.nullable().describe('Why the export failed; null otherwise.'),
  byteLength: z
    .number()
    .int()
    .nonnegative()
    .nullable()
    .describe('Size of the archive in bytes; null before the end and after the expiry.'),
  sha256: z
    .string()
    .nullable()
    .describe('SHA-256 of the archive in lower-case hex; null before the end.'),
  createdAt: instantSchema,
  createdBy: idSchema.nullable(),
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  expiresAt: instantSchema
    .nullable()
    .describe('Time at which the archive is deleted, ISO 8601 in UTC; null before the end.'),
});
export type DatasetExport = z.output<typeof datasetExportSchema>;

/** Pseudonym of a scan, as in the index of a dataset. */
const scanPseudonymSchema = z.string().regex(/^S-[0-9a-f]{20}$/);

const coordinates = z
  .array(z.tuple([z.number(), z.number(), z.number()]).readonly())
  .min(1)
  .max(10_000);

/** Types of marks that a prediction can have. */
const PREDICTED_MARKS = [
  'ARROW',
  'ELLIPTICAL',
  'FREEHAND',
  'LENGTH',
  'SELECTMARK',
  'PLANELOCATOR',
  'CROSS',
  'BOUNDING_BOX',
] as const satisfies readonly MarkType[];

/** Mark of a prediction, in the form of the dataset. */
const predictedMarkSchema = z
  .strictObject({
    type: z
      .enum(PREDICTED_MARKS)
      .describe('Type of the mark, such as SELECTMARK or FREEHAND; no texts.'),
    plane: z
      .enum(['COR', 'TRA', 'SAG', 'RAD'])
      .describe('Plane that contains all points: COR, TRA, SAG or RAD.'),
    pointsMm: coordinates.optional().describe('Points in LPS millimetres.'),
    pointsVoxel: coordinates
      .optional()
      .describe('Points as voxel indices of the volume, in place of `pointsMm`.'),
  })
  .refine(({ pointsMm, pointsVoxel }) => (pointsMm === undefined) !== (pointsVoxel === undefined), {
    path: ['pointsMm'],
    ...fieldText('POINTS_ONCE'),
  });

const predictedFindingSchema = z.strictObject({
  score: aiScoreSchema.describe('Confidence of the model, 0 to 1.'),
  marks: z.array(predictedMarkSchema).min(1).max(20).describe('The first mark is representative.'),
  mask: findingMaskSchema
    .omit({ findingId: true })
    .optional()
    .describe('Voxels of the lesion; absent without a mask.'),
});
export type PredictedFinding = z.output<typeof predictedFindingSchema>;

/** Predictions of a model for scans of a dataset. */
export const datasetPredictionsSchema = z.strictObject({
  providerId: contributionIdSchema.describe('Id under which the findings appear.'),
  task: aiTask.schema.default('DETECTION').describe('DETECTION or SEGMENTATION.'),
  model: aiModelSchema.describe('Name, version and weights of the model.'),
  scans: z
    .array(
      z.strictObject({
        scan: scanPseudonymSchema.describe('Pseudonym of the scan in the dataset.'),
        findings: z.array(predictedFindingSchema).max(200).describe('Findings of the model.'),
      }),
    )
    .min(1)
    .max(200)
    .describe('Scans with the findings of the model, all or none of them stored.'),
});
export type DatasetPredictions = z.input<typeof datasetPredictionsSchema>;
/** Predictions of a model for one scan. */
export type ScanPredictions = z.output<typeof datasetPredictionsSchema>['scans'][number];

export const storedPredictionsSchema = z.object({
  scans: z
    .array(
      z.object({
        scan: scanPseudonymSchema.describe('Pseudonym of the scan in the dataset.'),
        runId: idSchema.describe('Id of the stored run of the model.'),
        findingCount: z.number().int().nonnegative().describe('Number of findings of the run.'),
      }),
    )
    .describe('Scans with their stored runs.'),
});
export type StoredPredictions = z.output<typeof storedPredictionsSchema>;
