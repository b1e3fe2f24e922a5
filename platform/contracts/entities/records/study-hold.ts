import * as z from 'zod';
import { idSchema, instantSchema } from '../common.ts';

/** Who reads a study at the moment. */
export const studyHolderSchema = z.object({
  accountId: idSchema,
  name: z.string(),
  since: instantSchema,
});
export type StudyHolder = z.infer<typeof studyHolderSchema>;

/**
 * Each tab of a browser holds a study by itself, so that closing one leaves the others' hold. Without
 * a name all tabs of a session are one.
 */
const tabSchema = idSchema.optional();

export const holdStudySchema = z.strictObject({
  tab: tabSchema,
  /** Take it from whoever holds it; without it that is refused as StudyHeld. */
  takeOver: z.boolean().default(false),
});

export const releaseStudySchema = z.strictObject({ tab: tabSchema }).default({});

/** A hold ends by itself this long after it was last renewed. */
export const HOLD_MINUTES = 3;

export const studyHoldSchema = z.object({
  studyId: idSchema,
  heldBy: studyHolderSchema,
  /** When it ends unless it is renewed. */
  until: instantSchema,
});
export type StudyHold = z.infer<typeof studyHoldSchema>;
