import * as z from 'zod';
import { generator, markType, planeView } from '../enumerations.ts';
import { idSchema, instantSchema, storedSchema } from './common.ts';

const vec3Schema = z.tuple([z.number(), z.number(), z.number()]).readonly();
const unitIntervalSchema = z.number().min(0).max(1);

/** A point of a mark: fractions of the image in which it was drawn. */
export const normalisedPointSchema = z
  .object({ u: unitIntervalSchema, v: unitIntervalSchema })
  .readonly();

/** The drawn image's place in the patient (LPS, mm); kept for ever with the mark. */
export const imageFrameSchema = z.object({
  originMm: vec3Schema,
  right: vec3Schema,
  down: vec3Schema,
  widthMm: z.number().positive(),
  heightMm: z.number().positive(),
});

export const markViewParamsSchema = z.object({
  points: z.array(normalisedPointSchema).min(1).max(10_000),
  unit: z.literal('mm'),
  colour: z.string().regex(/^#[0-9A-Fa-f]{6}$/),
  lineWidth: z.number().positive(),
  radius: z.number().nonnegative(),
  shape: z.string().max(32),
  generatedBy: generator.schema,
  /** Length marks only. */
  start: normalisedPointSchema.optional(),
  end: normalisedPointSchema.optional(),
  text: z.string().max(500).optional(),
});

export const markSchema = z.object({
  id: idSchema,
  markType: markType.schema,
  planeView: planeView.schema,
  /** The representative mark of its finding. */
  rep: z.boolean(),
  markViewParams: markViewParamsSchema,
  frame: imageFrameSchema,
  sag: z.number(),
  tra: z.number(),
  depth: z.number(),
  rad: z.number(),
});
export type Mark = z.infer<typeof markSchema>;

const findingBodySchema = z.object({
  marks: z.record(idSchema, markSchema),
  note: z.string().max(10_000).nullable(),
  massLengthUm: z.number().nonnegative().nullable(),
  massWidthUm: z.number().nonnegative().nullable(),
  massHeightUm: z.number().nonnegative().nullable(),
  clockPositionSec: z.number().min(0).lt(43_200).nullable(),
  distanceFromNippleUm: z.number().nonnegative().nullable(),
  depthUm: z.number().nullable(),
});

export const findingFieldsSchema = findingBodySchema.extend({
  id: idSchema,
  scanId: idSchema,
  generator: generator.schema.default('USER'),
});
export type FindingFields = z.input<typeof findingFieldsSchema>;

export const findingUpdateSchema = findingBodySchema;

export const findingSchema = storedSchema.extend(findingBodySchema.shape).extend({
  scan: z.object({ id: idSchema }),
  generator: z.object({ id: generator.schema, labelColour: z.string() }),
  /** Sequence number in the scan, never reused. */
  label: z.number().int().positive(),
  deletedAt: instantSchema.nullable(),
  deletedBy: idSchema.nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Colours of the specification; every one also has a letter. */
export const GENERATOR_COLOURS = { USER: '#F2C94C', AI: '#9B51E0', AIAD: '#FF5733' } as const;
export const GENERATOR_LETTERS = { USER: 'U', AI: 'A', AIAD: 'D' } as const;
