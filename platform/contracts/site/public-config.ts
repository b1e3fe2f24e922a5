import * as z from 'zod';
import { problemSchema } from '../entities/administration/job.ts';
import { switchOriginSchema } from '../entities/administration/organization-switch.ts';
import { localeSchema } from '../entities/common.ts';
import { connectionConfigSchema } from '../mqtt/connection-config.ts';
import { manifestSchema } from './manifest.ts';
import { placementSchema } from './mode.ts';
import { flagsSchema, linksConfigSchema, sessionConfigSchema } from './site-config.ts';

/** A third-party extension as delivered to the browser. */
export const thirdPartySchema = z.object({
  ...placementSchema,
  manifest: manifestSchema,
  /** Same-origin URL of the entry module. */
  url: z.string(),
  settings: z.record(z.string(), z.unknown()),
});

/** Source of the decision; absent means the site. */
const decidedBySchema = switchOriginSchema.exclude(['default']).optional();

/** Allow-listed subset of the site configuration that `/api/config` returns to the browser. */
export const publicConfigSchema = z.object({
  name: z.string(),
  version: z.string(),
  apiKey: z.string(),
  /** Language without a choice of the user; absent: the languages of the browser. */
  locale: localeSchema.optional(),
  /** Extensions with an explicit decision; extensions not listed are enabled. */
  extensions: z.record(
    z.string(),
    z.object({
      ...placementSchema,
      enabled: z.boolean(),
      settings: z.record(z.string(), z.unknown()),
      decidedBy: decidedBySchema,
    }),
  ),
  modes: z.record(z.string(), z.object({ enabled: z.boolean(), decidedBy: decidedBySchema })),
  thirdParty: z.array(thirdPartySchema),
  flags: flagsSchema,
  session: sessionConfigSchema.prefault({}),
  links: linksConfigSchema.prefault({}),
  connection: connectionConfigSchema.prefault({}),
  limits: z
    .object({
      /** Time limit in seconds of a run of a finding provider. */
      findingProviderSeconds: z.number().int().positive().default(60),
    })
    .prefault({}),
  demonstration: z.boolean(),
  /** False if mails are only written to the outbox, for another program to deliver. */
  sendsMail: z.boolean().default(true),
  /** Problems found by the server, e.g. a third-party folder without a manifest. */
  problems: z.array(problemSchema),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;
