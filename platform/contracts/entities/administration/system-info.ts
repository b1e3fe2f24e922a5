import * as z from 'zod';
import { instantSchema } from '../common.ts';

const bytesSchema = z.number().nonnegative();

/** What an administrator may know of the server: versions and figures, no secrets, no paths. */
export const systemInfoSchema = z.object({
  version: z.string(),
  runtime: z.string(),
  platform: z.string(),
  startedAt: instantSchema,
  uptimeSeconds: z.number().nonnegative(),
  timeZone: z.string(),
  status: z.enum(['ready', 'starting', 'degraded']),
  parts: z.record(z.string(), z.enum(['up', 'down'])),
  database: z.object({
    version: z.string(),
    sizeBytes: bytesSchema,
    migrations: z.array(z.string()),
  }),
  store: z.object({
    /** Stored files of the own organization. */
    files: z.number().int().nonnegative(),
    bytes: bytesSchema,
    /** Of the disk that holds the files; null where the system does not tell. */
    freeBytes: bytesSchema.nullable(),
    diskBytes: bytesSchema.nullable(),
  }),
  extensions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      version: z.string(),
      enabled: z.boolean(),
      thirdParty: z.boolean(),
    }),
  ),
  /** Titles of what was refused at the start. */
  problems: z.array(z.string()),
});
export type SystemInfo = z.infer<typeof systemInfoSchema>;
