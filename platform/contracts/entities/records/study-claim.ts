import * as z from 'zod';
import { idSchema, instantSchema } from '../common.ts';

/** Who reads a study at the moment. */
export const studyClaimantSchema = z.object({
  accountId: idSchema,
  name: z.string(),
  since: instantSchema,
});
export type StudyClaimant = z.infer<typeof studyClaimantSchema>;

/**
 * Each tab of a browser holds a study by itself, so that closing one leaves the others' hold. Without
 * a name all tabs of a session are one.
 */
const tabSchema = idSchema.optional();

export const claimStudySchema = z.strictObject({
  tab: tabSchema,
  /** Take it from whoever holds it; without it that is refused as StudyHeld. */
  takeOver: z.boolean().default(false),
});

export const releaseStudySchema = z.strictObject({ tab: tabSchema }).default({});

/** A hold ends by itself this long after it was last renewed. */
export const CLAIM_MINUTES = 3;

export const studyClaimSchema = z.object({
  studyId: idSchema,
  heldBy: studyClaimantSchema,
  /** When it ends unless it is renewed. */
  until: instantSchema,
});
export type StudyClaim = z.infer<typeof studyClaimSchema>;
