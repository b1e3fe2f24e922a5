import * as z from 'zod';

/**
 * Point of an image in mm from its top left corner, to the right and down; NaN and infinity are
 * rejected.
 */
const pointMmSchema = z.tuple([z.number(), z.number()]).readonly();

/** Shape of a proposal in mm of the image. */
const frameShapeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('point'), atMm: pointMmSchema }),
  /** Left upper corner, then right lower corner. */
  z.strictObject({ kind: z.literal('box'), minMm: pointMmSchema, maxMm: pointMmSchema }),
  /** Half axes to the right and down. */
  z.strictObject({
    kind: z.literal('ellipse'),
    centreMm: pointMmSchema,
    radiiMm: z.tuple([z.number().positive(), z.number().positive()]).readonly(),
  }),
  /** Closed outline. */
  z.strictObject({
    kind: z.literal('outline'),
    pointsMm: z.array(pointMmSchema).min(3).max(10_000).readonly(),
  }),
]);
export type FrameShape = z.output<typeof frameShapeSchema>;

/** Size in mm, from the smallest to the largest that a finding stores. */
const sizeMmSchema = z.number().min(0.001).max(500);

/** A lesion that a finding provider proposes in one image. */
export const frameProposalSchema = z.strictObject({
  shape: frameShapeSchema,
  /** Confidence, 0 to 1. */
  score: z.number().min(0).max(1),
  note: z.string().max(1_000).nullable().default(null),
  /** Length (across the image) and height (down the image), if the provider measures them. */
  sizesMm: z.tuple([sizeMmSchema, sizeMmSchema]).readonly().nullable().default(null),
});
/** A proposal as a provider of image FRAME yields it. */
export type FrameProposal = z.input<typeof frameProposalSchema>;
export type CheckedFrameProposal = z.output<typeof frameProposalSchema>;
