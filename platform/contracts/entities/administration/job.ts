import * as z from 'zod';
import { jobStatus } from '../../enumerations.ts';
import { anyJobTypeSchema } from '../../job-type.ts';
import { idSchema, instantSchema } from '../common.ts';

export const problemSchema = z.object({
  code: z.string(),
  title: z.string(),
  detail: z.string(),
  next: z.string(),
  source: z.string().optional(),
});

export const jobSchema = z.object({
  id: idSchema,
  jobType: anyJobTypeSchema,
  /** The scan that the job processes. */
  entityId: idSchema,
  status: jobStatus.schema,
  /** Current phase, e.g. 'Reconstructing'; null before the start. */
  phase: z.string().nullable(),
  /** Completed steps of the phase; `total` counts all its steps. */
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  attempt: z.number().int().nonnegative(),
  problem: problemSchema.nullable(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
});
export type Job = z.infer<typeof jobSchema>;

/** A job in the list of the administration, with its scan. */
export const listedJobSchema = jobSchema.extend({
  scan: z.object({
    /** Side and running number of the scan, such as R or R2. */
    label: z.string(),
    studyId: idSchema,
    patient: z.object({
      id: idSchema,
      code: z.string().nullable(),
      /** Null unless the caller may see patients. */
      name: z.string().nullable(),
    }),
  }),
});
export type ListedJob = z.infer<typeof listedJobSchema>;

export const queueJobSchema = z.strictObject({ jobType: anyJobTypeSchema, entityId: idSchema });
