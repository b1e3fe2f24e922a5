import * as z from 'zod';

/** From little to much dense tissue; of two sides a record names the one that stands later here. */
export const BREAST_DENSITIES = ['FATTY', 'FIBRO', 'HETERO', 'EXTREME'] as const;
export const densitySchema = z.enum(BREAST_DENSITIES);
export type BreastDensity = z.infer<typeof densitySchema>;

const countSchema = z.number().int().nonnegative();

/** How many there are in each state of reading; patients without a study are in the total alone. */
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
