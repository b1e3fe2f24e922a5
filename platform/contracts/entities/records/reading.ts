import * as z from 'zod';

/** Ordered from least to most dense; for two sides, a record gives the later entry. */
export const BREAST_DENSITIES = ['FATTY', 'FIBRO', 'HETERO', 'EXTREME'] as const;
export const densitySchema = z.enum(BREAST_DENSITIES);
export type BreastDensity = z.infer<typeof densitySchema>;

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
