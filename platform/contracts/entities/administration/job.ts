import * as z from 'zod';
import { jobStatus, jobType } from '../../enumerations.ts';
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
  jobType: jobType.schema,
  /** What the job works on: a scan. */
  entityId: idSchema,
  status: jobStatus.schema,
  /** What it does now, e.g. 'Reconstructing'; null before it started. */
  phase: z.string().nullable(),
  /** Steps done and to do within the phase. */
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  attempt: z.number().int().nonnegative(),
  problem: problemSchema.nullable(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
});
export type Job = z.infer<typeof jobSchema>;

/** Specification: each job type has progress messages. Shown beside the figures. */
export const queueJobSchema = z.object({ jobType: jobType.schema, entityId: idSchema });
