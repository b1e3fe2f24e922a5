import * as z from 'zod';
import { fieldError } from '../../field-errors.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { dateSchema, idSchema } from '../common.ts';
import { reportReaderSchema } from './follow-up.ts';

/** Longest range of the statistics in days: ten years. */
export const MAX_STATISTICS_DAYS = 3_660;
const DAY_MS = 86_400_000;

/** Indications of a screening study; a study with any other indication is diagnostic. */
export const SCREENING_INDICATIONS: readonly string[] = ['HRISKSCR', 'SCR_YPL', 'DENSE'];

export const statisticsQuerySchema = z
  .strictObject({
    from: dateSchema.describe('First day of the studies at the site, yyyy-mm-dd.'),
    to: dateSchema.describe('Last day of the studies at the site, yyyy-mm-dd.'),
    readerId: idSchema.optional().describe('Id of the account that signed; absent for all.'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], ...fieldText('DATES_REVERSED') })
  .superRefine(({ from, to }, context) => {
    if (Date.parse(to) - Date.parse(from) < MAX_STATISTICS_DAYS * DAY_MS) return;
    const { message, ...params } = fieldError('to', 'DAYS_TOO_MANY', {
      maximum: MAX_STATISTICS_DAYS,
    });
    context.addIssue({ code: 'custom', path: ['to'], message, params });
  });
export type StatisticsQuery = z.output<typeof statisticsQuerySchema>;

const count = z.number().int().nonnegative();

/** A share with its counts and the 95 % confidence interval of Wilson. */
export const rateSchema = z.object({
  numerator: count.describe('Number of cases that count.'),
  denominator: count.describe('Number of all cases.'),
  value: z.number().nullable().describe('Share, 0 to 1; null without cases.'),
  low: z
    .number()
    .nullable()
    .describe('Lower end of the 95 % interval (Wilson); null without cases.'),
  high: z
    .number()
    .nullable()
    .describe('Upper end of the 95 % interval (Wilson); null without cases.'),
});
export type Rate = z.infer<typeof rateSchema>;

/** Positive predictive value with the positives that it leaves out. */
const predictiveValueSchema = rateSchema.extend({
  positives: count.describe('Number of positive studies, with and without an outcome.'),
  withoutOutcome: count.describe('Positive studies that are left out for want of an outcome.'),
});
export type PredictiveValue = z.infer<typeof predictiveValueSchema>;

const timeToSignSchema = z.object({
  studies: count.describe('Number of studies with a known time.'),
  medianHours: z.number().nullable().describe('Median in hours; null without studies.'),
  p90Hours: z.number().nullable().describe('90th percentile in hours; null without studies.'),
});
export type TimeToSign = z.infer<typeof timeToSignSchema>;

export const CATEGORY_UNITS = ['STUDY', 'BREAST'] as const;
export type CategoryUnit = (typeof CATEGORY_UNITS)[number];

/** Categories of one reader in one month. */
const categoryRowSchema = z.object({
  unit: z.enum(CATEGORY_UNITS).describe('STUDY: its most severe breast; BREAST: each breast.'),
  month: z.string().describe('Month of the study at the site, yyyy-mm.'),
  reader: reportReaderSchema.describe('User who signed.'),
  counts: z
    .array(count)
    .length(9)
    .describe('Numbers by category in the order 0, 1, 2, 3, 4A, 4B, 4C, 5, 6.'),
  total: count.describe('Sum of the numbers.'),
});
export type CategoryRow = z.infer<typeof categoryRowSchema>;

const readerRowSchema = z.object({
  reader: reportReaderSchema.describe('User who signed.'),
  studies: count.describe('Number of signed studies.'),
  recall: rateSchema.describe('Screening studies with category 0, 3, 4 or 5.'),
  timeToSign: timeToSignSchema.describe('Hours from readable images to the first signature.'),
});
export type ReaderRow = z.infer<typeof readerRowSchema>;

/** Statistics of signed reports for the audit of a site. */
export const reportStatisticsSchema = z.object({
  from: dateSchema.describe('First day of the studies at the site, yyyy-mm-dd.'),
  to: dateSchema.describe('Last day of the studies at the site, yyyy-mm-dd.'),
  reader: reportReaderSchema.nullable().describe('Reader of all studies; null for all readers.'),
  studies: count.describe('Number of signed studies.'),
  breasts: count.describe('Number of breasts with a category.'),
  screening: count.describe('Studies whose indications are all of screening.'),
  diagnostic: count.describe('Studies with another indication.'),
  withoutIndication: count.describe('Studies without an indication.'),
  withAddendum: count.describe('Studies with a signed addendum.'),
  recall: rateSchema.describe('Screening studies with category 0, 3, 4 or 5.'),
  incomplete: rateSchema.describe('Screening studies with category 0.'),
  timeToSign: timeToSignSchema.describe('Hours from readable images to the first signature.'),
  ppv1: predictiveValueSchema.describe('Malignant among recalled screening studies.'),
  ppv2: predictiveValueSchema.describe('Malignant among studies with category 4 or 5.'),
  ppv3: predictiveValueSchema.describe(
    'Malignant among studies of category 4 or 5 with a biopsy or surgery within 365 days.',
  ),
  readers: z.array(readerRowSchema).describe('Figures by reader, by name.'),
  categories: z
    .array(categoryRowSchema)
    .describe('Categories by unit, month and reader, in this order.'),
});
export type ReportStatistics = z.infer<typeof reportStatisticsSchema>;
