import * as z from 'zod';
import { aiTask } from '../../enumerations.ts';
import { contributionIdSchema } from '../../extension-id.ts';
import { idSchema, instantSchema } from '../common.ts';
import { datasetFilterSchema } from './dataset.ts';

/** Maximum number of scans in an evaluation set. */
export const MAX_EVALUATION_SCANS = 500;
/** Maximum number of missed findings, and of false positives, that an evaluation lists. */
export const MAX_EVALUATION_FAILURES = 24;

/** Kinds of images of a set, as the person who created the set states them. */
export const EVALUATION_ORIGINS = ['PHANTOM', 'PATIENTS', 'PUBLIC_IMAGES'] as const;
export type EvaluationOrigin = (typeof EVALUATION_ORIGINS)[number];
const originSchema = z
  .enum(EVALUATION_ORIGINS)
  .describe(
    'What the images show: PHANTOM for a computer phantom, PATIENTS, or PUBLIC_IMAGES for public images, not of this scanner.',
  );

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);

export const newEvaluationSetSchema = z.strictObject({
  name: z.string().trim().min(1).max(100).describe('Name of the set, up to 100 characters.'),
  filter: datasetFilterSchema
    .default({ onlySigned: false, hasFindings: true })
    .describe('Scans of the set; by default all with findings of readers or models.'),
  origin: originSchema,
  sealed: z
    .boolean()
    .default(false)
    .describe('True for a sealed set, whose evaluations are counted.'),
});
export type NewEvaluationSet = z.input<typeof newEvaluationSetSchema>;

export const evaluationSetSchema = z.object({
  id: idSchema,
  name: z.string().describe('Name of the set.'),
  origin: originSchema,
  sealed: z.boolean().describe('True for a sealed set.'),
  scanCount: count.describe('Number of scans, fixed when the set was created.'),
  evaluationCount: count.describe(
    'Number of evaluations that contained scans of this set; of a set that is not sealed, only its own.',
  ),
  createdAt: instantSchema,
  createdBy: idSchema.nullable(),
});
export type EvaluationSet = z.output<typeof evaluationSetSchema>;

const modelShape = {
  task: aiTask.schema.describe('DETECTION or SEGMENTATION.'),
  providerId: contributionIdSchema.describe('Id of the finding provider.'),
  modelName: z.string().min(1).max(100).describe('Name of the model.'),
  modelVersion: z.string().min(1).max(100).describe('Version of the model.'),
} as const;

/** Names a model by what its runs have stored. */
export const evaluatedModelKeySchema = z.strictObject(modelShape);
export type EvaluatedModelKey = z.output<typeof evaluatedModelKeySchema>;

export const scansWithoutRunSchema = z.object({
  scanIds: z.array(idSchema).describe('Ids of the scans without a run of the model.'),
  total: count.describe('Number of scans of the set that have a volume.'),
});
export type ScansWithoutRun = z.output<typeof scansWithoutRunSchema>;

/** Model with stored runs. */
export const evaluatedModelSchema = z.object({
  ...modelShape,
  scanCount: count.describe('Number of scans with a run of the model.'),
});
export type EvaluatedModel = z.output<typeof evaluatedModelSchema>;

export const newEvaluationSchema = z.strictObject({
  ...modelShape,
  setId: idSchema.describe('Id of the evaluation set.'),
});
export type NewEvaluation = z.input<typeof newEvaluationSchema>;

/** Figure with its 95 % interval of a bootstrap over patients. */
export const figureSchema = z
  .object({
    value: z.number().describe('The figure.'),
    low: z
      .number()
      .nullable()
      .describe('Lower end of the 95 % interval; null for a single patient.'),
    high: z
      .number()
      .nullable()
      .describe('Upper end of the 95 % interval; null for a single patient.'),
  })
  .nullable();
export type EvaluationFigure = z.output<typeof figureSchema>;

const countsSchema = z.object({
  scans: count.describe('Number of evaluated scans.'),
  patients: count.describe('Number of patients of the evaluated scans.'),
  scanned: count.describe('Number of evaluated scans that a scanner has recorded.'),
  imported: count.describe('Number of evaluated scans that were imported.'),
  unavailable: count.describe('Number of scans of the set that no longer have a volume.'),
  withoutRun: z.array(idSchema).describe('Ids of the scans without a run of the model, left out.'),
  lesions: count.describe('Number of findings of readers.'),
  fromProposals: count.describe('Number of these findings that are copies of AI findings.'),
  withoutPlace: count.describe('Number of findings without marks, left out.'),
  proposals: count.describe('Number of findings of the model.'),
  hits: count.describe('Number of lesions that the model has found at any score.'),
  falsePositives: count.describe('Number of findings of the model without a lesion.'),
});

const frocSchema = z.object({
  meanSensitivity: figureSchema.describe(
    'Mean sensitivity at 1/8 to 8 false positives per scan, 0 to 1; null without lesions.',
  ),
  points: z
    .array(
      z.object({
        falsePositives: z.number().describe('Permitted false positives per scan.'),
        sensitivity: figureSchema.describe('Share of lesions found, 0 to 1.'),
        threshold: z
          .number()
          .nullable()
          .describe('Lesions count with a higher score; null if every score counts.'),
      }),
    )
    .describe('Sensitivity at 1/8, 1/4, 1/2, 1, 2, 4 and 8 false positives per scan.'),
  curve: z
    .array(z.tuple([z.number(), share]))
    .describe('False positives per scan and share of lesions found, for falling scores.'),
});

/** Classes of the largest diameter of a lesion in mm. */
export const SIZE_CLASSES = ['UNDER_5', 'FROM_5', 'FROM_10', 'FROM_20', 'UNKNOWN'] as const;
export type SizeClass = (typeof SIZE_CLASSES)[number];

const stratumSchema = z.object({
  kind: z.enum(['DENSITY', 'SIZE']).describe('DENSITY of the breast, or SIZE of the lesion.'),
  value: z
    .string()
    .nullable()
    .describe(
      'Breast density code, or size class: UNDER_5, FROM_5, FROM_10 or FROM_20 mm, UNKNOWN; null without density.',
    ),
  scans: count.nullable().describe('Number of scans; null for a size.'),
  lesions: count.describe('Number of lesions.'),
  found: count.describe('Number of lesions found at the threshold of the operating point.'),
  sensitivity: figureSchema.describe('Share of lesions found, 0 to 1; null without lesions.'),
  falsePositivesPerScan: z
    .number()
    .nullable()
    .describe('False positives per scan at the threshold; null for a size.'),
});
export type EvaluationStratum = z.output<typeof stratumSchema>;

const calibrationSchema = z.object({
  error: figureSchema.describe('Expected calibration error over ten bins, 0 to 1.'),
  bins: z
    .array(
      z.object({
        from: z.number().describe('Lowest score of the bin.'),
        to: z.number().describe('Highest score of the bin.'),
        count: count.describe('Number of findings of the model in the bin.'),
        meanScore: z.number().nullable().describe('Mean score; null without findings.'),
        hitShare: z.number().nullable().describe('Share on a lesion; null without findings.'),
      }),
    )
    .describe('Ten bins of the score.'),
});

const nippleSchema = z.object({
  scans: count.describe('Number of scans with a proposed and a set nipple.'),
  medianMm: figureSchema.describe('Median distance of proposed and set nipple in mm.'),
  p95Mm: figureSchema.describe('95th percentile of the distance in mm.'),
});

const outlinesSchema = z.object({
  pairs: count.describe('Number of outlines of readers that were compared with a mask.'),
  unreadable: count.describe('Number of masks whose file could not be read.'),
  leftOut: count.describe('Number of further pairs beyond the limit, not compared.'),
  dice: figureSchema.describe('Mean Dice coefficient in the plane of the outline, 0 to 1.'),
  hd95Mm: figureSchema.describe('Median 95 % Hausdorff distance in that plane in mm.'),
});

const failureSchema = z.object({
  findingId: idSchema.describe('Id of the finding of the reader, or of the model.'),
  label: count.describe('Number of the finding in its scan.'),
  scanId: idSchema,
  scanLabel: z.string().describe('Side and number of the scan.'),
  studyId: idSchema,
  score: z
    .number()
    .nullable()
    .describe('Score of the model; null for a lesion that the model has not found.'),
  sizeMm: z.number().nullable().describe('Largest diameter in mm; null if unknown.'),
});
export type EvaluationFailure = z.output<typeof failureSchema>;

export const failureImageSchema = z.object({
  imageBase64: z
    .string()
    .nullable()
    .describe('PNG, JPEG or WebP image as base64; null without a readable volume.'),
});

export const evaluationResultSchema = z.object({
  counts: countsSchema.describe('Scans, lesions and findings of the evaluation.'),
  froc: frocSchema.describe('Sensitivity against false positives.'),
  strata: z.array(stratumSchema).describe('Figures by density and by size.'),
  calibration: calibrationSchema.describe('Whether scores are shares of lesions.'),
  nipple: nippleSchema.nullable().describe('Error of the proposed nipple; null without scans.'),
  outlines: outlinesSchema.nullable().describe('Agreement of outlines; null without pairs.'),
  missed: z
    .array(failureSchema)
    .describe('Lesions missed at the operating point, the lowest score first; up to 24.'),
  falsePositives: z
    .array(failureSchema)
    .describe('False positives with the highest scores; up to 24.'),
  sealedSets: z
    .array(
      z.object({
        name: z.string().describe('Name of the sealed set.'),
        evaluationCount: count.describe('Number of its evaluations, this one included.'),
      }),
    )
    .describe('Sealed sets with scans of this evaluation.'),
});
export type EvaluationResult = z.output<typeof evaluationResultSchema>;

/** Evaluation in a list, without its result. */
export const listedEvaluationSchema = z.object({
  id: idSchema,
  ...modelShape,
  setId: idSchema.describe('Id of the evaluation set.'),
  setName: z.string().describe('Name of the evaluation set.'),
  origin: originSchema,
  sealed: z.boolean().describe('True for a sealed set.'),
  number: count.describe('Number of the evaluation among those of the set, from 1.'),
  meanSensitivity: figureSchema.describe('Mean sensitivity; null without lesions.'),
  createdAt: instantSchema,
  createdBy: idSchema.nullable(),
});
export type ListedEvaluation = z.output<typeof listedEvaluationSchema>;

export const evaluationSchema = listedEvaluationSchema.extend({
  result: evaluationResultSchema.describe('Figures of the evaluation.'),
});
export type Evaluation = z.output<typeof evaluationSchema>;
