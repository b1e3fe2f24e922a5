import * as z from 'zod';
import { generator, markType, planeView } from '../../enumerations.ts';
import { contributionIdSchema } from '../../extension-id.ts';
import { listItemIdSchema, selectionSchema } from '../../lists/list-schema.ts';
import { idSchema, instantSchema, storedSchema } from '../common.ts';
import { thumbnailSchema } from '../records/thumbnail.ts';
import { findingAiSchema } from './finding-ai.ts';

const vec3Schema = z.tuple([z.number(), z.number(), z.number()]).readonly();
const unitIntervalSchema = z.number().min(0).max(1);

/** Point of a mark as fractions of the image in which the mark was drawn. */
export const normalisedPointSchema = z
  .strictObject({ u: unitIntervalSchema, v: unitIntervalSchema })
  .readonly();

/**
 * Location of the drawn image in the patient (LPS, mm), stored permanently with the mark. An image of
 * plane IMG has no location: `originMm` is [0, 0, number of the image in its scan], `right` [1, 0, 0]
 * and `down` [0, 1, 0].
 */
export const imageFrameSchema = z.strictObject({
  originMm: vec3Schema,
  right: vec3Schema,
  down: vec3Schema,
  widthMm: z.number().positive().max(10_000),
  heightMm: z.number().positive().max(10_000),
});

export const markViewParamsSchema = z.strictObject({
  points: z.array(normalisedPointSchema).min(1).max(10_000),
  /** Unit of measured values. */
  unit: z.literal('mm'),
  colour: z.string().regex(/^#[0-9A-Fa-f]{6}$/),
  /** Screen pixels. */
  lineWidth: z.number().positive(),
  /** Radius of the handles in screen pixels. */
  radius: z.number().nonnegative(),
  shape: z.string().max(32),
  generatedBy: generator.schema,
  /** For length marks only. */
  start: normalisedPointSchema.optional(),
  end: normalisedPointSchema.optional(),
  text: z.string().max(500).optional(),
});

/** Plane of a mark: a plane view, or IMG for an image without a location, such as a frame of a clip. */
export const markPlaneSchema = z.enum([...planeView.codes, 'IMG']);
export type MarkPlane = z.infer<typeof markPlaneSchema>;

export const markSchema = z.strictObject({
  id: idSchema,
  markType: markType.schema,
  planeView: markPlaneSchema,
  /** Whether the mark represents its finding. */
  rep: z.boolean(),
  markViewParams: markViewParamsSchema,
  frame: imageFrameSchema,
  /**
   * Tool of another extension that drew the mark. Absent for the built-in tools, which also draw the
   * mark while that extension is not running.
   */
  toolId: contributionIdSchema.optional(),
  /** Plane position in which the mark was drawn. */
  sag: z.number(),
  tra: z.number(),
  depth: z.number(),
  rad: z.number(),
});
export type Mark = z.infer<typeof markSchema>;

/** Selected ids by list, e.g. `{ SHAPE: ['OVAL'], MARGIN: ['INDIS', 'ANG'] }`. */
export const annotationLabelsSchema = z.record(listItemIdSchema, selectionSchema);
export type AnnotationLabels = z.infer<typeof annotationLabelsSchema>;

/** BI-RADS score, 1 to 9 in the order of the list BIRADS. */
export const biradsScoreSchema = z.number().int().min(1).max(9);

/** Size in micrometres; null when unknown. */
export const micrometresSchema = z.number().nonnegative().max(10_000_000).nullable();

/** Note of a finding. */
export const noteTextSchema = z.string().max(10_000).nullable();

/** Fields of a finding besides its assessment, as a caller sends them. */
const findingBodySchema = z.strictObject({
  marks: z.record(idSchema, markSchema),
  note: noteTextSchema,
  massLengthUm: micrometresSchema,
  massWidthUm: micrometresSchema,
  massHeightUm: micrometresSchema,
});

/**
 * Location of a finding, which the server computes from marks, nipple, volume and skin whenever a
 * finding is read; null where the input is unknown. No call sets these fields.
 */
const locationShape = {
  /**
   * Clock position in seconds on a 12-hour dial: 0 at 12 o'clock, 10 800 at 3 o'clock; null within
   * 10 mm of the nipple, where the quadrant is subareolar.
   */
  clockPositionSec: z.number().min(0).lt(43_200).nullable(),
  /** Quadrant, 'central' on an axis, or subareolar; null while no nipple is set. */
  quadrant: z
    .enum([
      'upper outer',
      'upper inner',
      'lower outer',
      'lower inner',
      'upper central',
      'lower central',
      'outer central',
      'inner central',
      'subareolar',
    ])
    .nullable()
    .default(null),
  distanceFromNippleUm: z.number().nonnegative().nullable(),
  /** Micrometres; negative above the reference. */
  depthUm: z.number().nullable(),
  /** Reference of `depthUm`; null if no depth is given. */
  depthReference: z.enum(['skin', 'transducer-face']).nullable().default(null),
} as const;

/** Assessment of a finding by a reader. */
const assessmentShape = {
  /** Ids of the list RECOMMENDATION. */
  recommendations: selectionSchema,
  biradsScore: biradsScoreSchema.nullable(),
  isMass: z.boolean().nullable(),
  annotationLabels: annotationLabelsSchema,
} as const;

const optionalAssessment = {
  recommendations: assessmentShape.recommendations.optional(),
  biradsScore: assessmentShape.biradsScore.optional(),
  isMass: assessmentShape.isMass.optional(),
  annotationLabels: assessmentShape.annotationLabels.optional(),
  /** Null deletes the thumbnail; absent leaves the thumbnail unchanged. */
  thumbnailBase64: thumbnailSchema.nullable().optional(),
} as const;

export const findingFieldsSchema = findingBodySchema.extend({
  ...optionalAssessment,
  id: idSchema,
  scanId: idSchema,
  generator: generator.schema.default('USER'),
});
export type FindingFields = z.input<typeof findingFieldsSchema>;

/** Absent assessment fields stay unchanged. */
export const findingUpdateSchema = findingBodySchema.extend(optionalAssessment);
export type FindingUpdate = z.output<typeof findingUpdateSchema>;

export const findingSchema = storedSchema.extend(findingBodySchema.shape).extend({
  ...assessmentShape,
  ...locationShape,
  scan: z.object({ id: idSchema }),
  generator: z.object({ id: generator.schema, labelColour: z.string() }),
  /**
   * Run, model, score and decision of an AI finding; null for findings of users, and for AI findings
   * that were created without a run.
   */
  ai: findingAiSchema.nullable().default(null),
  /** True for a finding made in a case of a reader study, which is in no report; else absent. */
  ofReaderStudy: z.literal(true).optional(),
  /** Sequence number in the scan, never reused. */
  label: z.number().int().positive(),
  noteCreatedBy: idSchema.nullable(),
  noteCreatedAt: instantSchema.nullable(),
  labeledBy: idSchema.nullable(),
  labeledAt: instantSchema.nullable(),
  /** Set when a single finding is read; null in lists. */
  thumbnailBase64: z.string().nullable(),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Assessment of a new finding. */
export const UNASSESSED = {
  recommendations: [],
  biradsScore: null,
  isMass: null,
  annotationLabels: {},
  noteCreatedBy: null,
  noteCreatedAt: null,
  labeledBy: null,
  labeledAt: null,
  thumbnailBase64: null,
  ai: null,
} as const satisfies Partial<Finding>;

/** Prescribed colours of finding labels. */
export const GENERATOR_COLOURS = { USER: '#F2C94C', AI: '#9B51E0', AIAD: '#FF5733' } as const;
/** Letters beside the colours, so that a generator is recognisable without colour. */
export const GENERATOR_LETTERS = { USER: 'U', AI: 'A', AIAD: 'D' } as const;
