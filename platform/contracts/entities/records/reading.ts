import * as z from 'zod';
import { BREAST_DENSITIES } from '../../enumerations.ts';

export const densitySchema = z.enum(BREAST_DENSITIES);

const countSchema = z.number().int().nonnegative();

/** Patients per reading state; patients without a study count only in `total`. */
export const readingCountsSchema = z.object({
  total: countSchema,
  byReadingState: z.object({
    NEW: countSchema,
    IN_PROGRESS: countSchema,
    PRELIMINARY: countSchema,
    SIGNED: countSchema,
    ADDENDUM: countSchema,
  }),
});
export type ReadingCounts = z.infer<typeof readingCountsSchema>;
