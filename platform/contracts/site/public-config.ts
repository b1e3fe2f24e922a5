import * as z from 'zod';
import { problemSchema } from '../entities/job.ts';
import { manifestSchema } from './manifest.ts';
import { flagsSchema } from './site-config.ts';

/** A third-party extension as the browser finds it. */
export const thirdPartySchema = z.object({
  manifest: manifestSchema,
  /** Same-origin address of the entry module. */
  url: z.string(),
  settings: z.record(z.string(), z.unknown()),
});

/** The whitelisted projection of the site configuration that `/api/config` gives the browser. */
export const publicConfigSchema = z.object({
  name: z.string(),
  version: z.string(),
  apiKey: z.string(),
  /** Built-in extensions that the site names; one that is not named is enabled. */
  extensions: z.record(
    z.string(),
    z.object({ enabled: z.boolean(), settings: z.record(z.string(), z.unknown()) }),
  ),
  modes: z.record(z.string(), z.object({ enabled: z.boolean() })),
  thirdParty: z.array(thirdPartySchema),
  flags: flagsSchema,
  demonstration: z.boolean(),
  /** What the server refused to offer, e.g. a third-party folder without a manifest. */
  problems: z.array(problemSchema),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;
