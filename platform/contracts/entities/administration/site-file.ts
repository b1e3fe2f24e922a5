import * as z from 'zod';

/** Effective site configuration for administrators, without secrets and paths. */
export const siteFileSchema = z.object({
  /** File name without its folder. */
  file: z.string(),
  config: z.record(z.string(), z.unknown()),
  /**
   * Source of each entry by its name (`server.port` if nested); entries not listed are defaults.
   */
  origins: z.record(z.string(), z.enum(['site', 'environment'])),
});
export type SiteFile = z.infer<typeof siteFileSchema>;
