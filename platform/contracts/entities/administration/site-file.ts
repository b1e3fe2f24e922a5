import * as z from 'zod';

/** The site configuration in force, for administrators: secrets and places are left out. */
export const siteFileSchema = z.object({
  /** Last name of the file. */
  file: z.string(),
  config: z.record(z.string(), z.unknown()),
  /** Who decided an entry, by its name (`server.port` for one inside another); others are defaults. */
  origins: z.record(z.string(), z.enum(['site', 'environment'])),
});
export type SiteFile = z.infer<typeof siteFileSchema>;
