import * as z from 'zod';
import type { AiTask } from '../../enumerations.ts';

/** Point in LPS millimetres; NaN and infinity are rejected. */
const pointMmSchema = z.tuple([z.number(), z.number(), z.number()]).readonly();
const positiveTripleSchema = z
  .tuple([z.number().positive(), z.number().positive(), z.number().positive()])
  .readonly();
const sizesSchema = z.tuple([z.int().min(1), z.int().min(1), z.int().min(1)]).readonly();

/** One byte per voxel; text is base64. */
const maskBytesSchema = z.union([
  z.instanceof(Uint8Array),
  z.base64().transform((text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))),
]);

/** Shape of a proposal in LPS millimetres, the patient axes of the volume. */
const proposalShapeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('point'), atMm: pointMmSchema }),
  /** Outer corners: the lower value of each axis, then the higher value. */
  z.strictObject({ kind: z.literal('box'), minMm: pointMmSchema, maxMm: pointMmSchema }),
  /** Half axes along x, y and z. */
  z.strictObject({
    kind: z.literal('ellipsoid'),
    centreMm: pointMmSchema,
    radiiMm: positiveTripleSchema,
  }),
  /** Closed outline in one plane; its points have the same coordinate across the plane. */
  z.strictObject({
    kind: z.literal('outline'),
    plane: z.enum(['COR', 'TRA', 'SAG']),
    pointsMm: z.array(pointMmSchema).min(3).max(10_000).readonly(),
  }),
  /** Voxels of a box in the volume; other bytes than 0 belong to the lesion. */
  z.strictObject({
    kind: z.literal('mask'),
    /** First voxel of the box in the volume. */
    startVoxel: z.tuple([z.int().min(0), z.int().min(0), z.int().min(0)]).readonly(),
    sizes: sizesSchema,
    /** Spacing with which the provider has computed; must be that of the volume. */
    spacingMm: positiveTripleSchema,
    /** Voxel (i, j, k) of the box is byte i + nx · (j + ny · k). */
    voxels: maskBytesSchema,
  }),
]);
export type ProposalShape = z.output<typeof proposalShapeSchema>;

/** A lesion that a finding provider proposes. */
export const proposalSchema = z.strictObject({
  shape: proposalShapeSchema,
  /** Confidence, 0 to 1. */
  score: z.number().min(0).max(1),
  note: z.string().max(1_000).nullable().default(null),
  /** Length, width and height in mm, if the provider measures them. */
  sizesMm: z
    .tuple([
      z.number().min(0).max(1_000),
      z.number().min(0).max(1_000),
      z.number().min(0).max(1_000),
    ])
    .readonly()
    .nullable()
    .default(null),
});
/** A proposal as a provider yields it. */
export type Proposal = z.input<typeof proposalSchema>;
export type CheckedProposal = z.output<typeof proposalSchema>;

/** Location from which a provider starts, e.g. the click of a reader, in LPS millimetres. */
export const providerSeedSchema = z.union([
  z.strictObject({ pointMm: pointMmSchema }),
  z.strictObject({ minMm: pointMmSchema, maxMm: pointMmSchema }),
]);
export type ProviderSeed = z.output<typeof providerSeedSchema>;

/** Returns the generator of the findings of a task. */
export const generatorOfTask = (task: AiTask): 'AI' | 'AIAD' =>
  task === 'DETECTION' ? 'AIAD' : 'AI';

/** Number of proposals of a run that become findings; the others with the lowest scores are cut. */
export const MAX_PROPOSALS = 1_000;

/** Number of proposals of a run that are checked at all, because each check blocks the process. */
export const MAX_CHECKED_PROPOSALS = 20_000;

/** Reason for which a proposal was left out of a run. */
export const DROP_REASONS = [
  'INVALID_FORM',
  'NOT_FINITE',
  'SCORE_OUT_OF_RANGE',
  'OUTSIDE_VOLUME',
  'OUTSIDE_IMAGE',
  'WRONG_SPACING',
  'EMPTY',
  'OVER_LIMIT',
  /** The finding was stored with the outlines of its mask only. */
  'MASK_LEFT_OUT',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Proposals left out of a run, by reason. */
export interface DroppedProposals {
  readonly reason: DropReason;
  readonly count: number;
}
