import * as z from 'zod';
import { cronJobType, recurrence } from '../../enumerations.ts';
import { timeOfDayPattern } from '../../patterns.ts';
import { dateSchema, idSchema, instantSchema, storedSchema } from '../common.ts';

export const cronJobFieldsSchema = z.strictObject({
  cronJobType: cronJobType.schema,
  recurrence: recurrence.schema,
  /** In the site's time zone. */
  timeOfDay: timeOfDayPattern,
  /** The first day; its weekday and its day of the year are those of the repetitions. */
  startDate: dateSchema.nullable().default(null),
  enabled: z.boolean().default(true),
});
export type CronJobFields = z.input<typeof cronJobFieldsSchema>;

export const newCronJobSchema = cronJobFieldsSchema.extend({
  /** Client-made id, so that a repeated POST finds the same job. */
  id: idSchema.optional(),
});

export const cronRunSchema = z.object({
  id: idSchema,
  cronJobId: idSchema,
  /** When it should have run; `startedAt` is later where the server was down. */
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
  /** Null while it is switched off. */
  nextRunAt: instantSchema.nullable(),
  lastRun: cronRunSchema.nullable(),
});
export type CronJob = z.infer<typeof cronJobSchema>;
