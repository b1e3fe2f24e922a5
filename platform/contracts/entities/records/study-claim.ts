import * as z from 'zod';
import { idSchema, instantSchema } from '../common.ts';

/** The user who currently reads a study. */
export const studyClaimantSchema = z.object({
  accountId: idSchema,
  name: z.string(),
  since: instantSchema,
});
export type StudyClaimant = z.infer<typeof studyClaimantSchema>;

/**
 * Each browser tab claims a study separately, so that closing a tab leaves the other tabs' claims.
 * Without this id, all tabs of a session share a claim.
 */
const tabSchema = idSchema.optional();

export const claimStudySchema = z.strictObject({
  tab: tabSchema,
  /** Takes over another user's claim; otherwise such a request fails with StudyClaimed. */
  takeOver: z.boolean().default(false),
});

export const releaseStudySchema = z.strictObject({ tab: tabSchema }).default({});

/** Minutes after which a claim expires unless renewed. */
export const CLAIM_MINUTES = 3;

export const studyClaimSchema = z.object({
  studyId: idSchema,
  claimedBy: studyClaimantSchema,
  /** Expiry time unless renewed. */
  until: instantSchema,
});
export type StudyClaim = z.infer<typeof studyClaimSchema>;
