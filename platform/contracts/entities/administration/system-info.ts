import * as z from 'zod';
import { instantSchema } from '../common.ts';

const bytesSchema = z.number().nonnegative();

/** Server information for administrators: versions and figures, no secrets, no paths. */
export const systemInfoSchema = z.object({
  version: z.string(),
  /** Version that the `host` of a manifest requires. */
  extensionApiVersion: z.string(),
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
    /** Number of stored files of the caller's organization. */
    files: z.number().int().nonnegative(),
    bytes: bytesSchema,
    /** Free bytes of the disk with the files; null if the operating system does not report them. */
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
  /** Titles of the problems found at startup. */
  problems: z.array(z.string()),
});
export type SystemInfo = z.infer<typeof systemInfoSchema>;
