import * as z from 'zod';
import { cronJobType, recurrence } from '../../enumerations.ts';
import { formDateSchema, timeOfDayPattern } from '../../patterns.ts';
import { dateSchema, idSchema, instantSchema, storedSchema } from '../common.ts';

export const cronJobFieldsSchema = z.strictObject({
  cronJobType: cronJobType.schema,
  recurrence: recurrence.schema,
  /** Time of day in the site's time zone. */
  timeOfDay: timeOfDayPattern,
  /** First day; repetitions use its weekday or its day of the year. */
  startDate: formDateSchema.nullable().default(null),
  enabled: z.boolean().default(true),
});
export type CronJobFields = z.input<typeof cronJobFieldsSchema>;

export const newCronJobSchema = cronJobFieldsSchema.extend({
  /** Client-generated id, so that a repeated POST returns the same job. */
  id: idSchema.optional(),
});

export const cronRunSchema = z.object({
  id: idSchema,
  cronJobId: idSchema,
  /** Scheduled time; `startedAt` is later if the server was down. */
  dueAt: instantSchema,
  startedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  status: z.enum(['COMPLETED', 'FAILED']),
  message: z.string(),
});
export type CronRun = z.infer<typeof cronRunSchema>;

export const cronJobSchema = storedSchema.extend(cronJobFieldsSchema.shape).extend({
  startDate: dateSchema,
  timeZone: z.string(),
  /** Null while the job is disabled. */
  nextRunAt: instantSchema.nullable(),
  lastRun: cronRunSchema.nullable(),
});
export type CronJob = z.infer<typeof cronJobSchema>;
