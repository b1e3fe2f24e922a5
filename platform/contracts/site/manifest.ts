import * as z from 'zod';
import { FEATURES } from '../permissions.ts';

/** The version of the host that manifests name a range of. Follows the SDK. */
export const HOST_VERSION = '1.0.0';

/** `scanner`, or reverse-DNS for third parties: `org.example.density`. */
export const extensionIdSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/,
    'An extension id is lower-case words with dashes and dots',
  )
  .max(64);

/** Ids of contributions start with the extension's id: `scanner.start`. */
const contributionIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9.-]*\.[a-zA-Z0-9-]+$/)
  .max(100);

const contributionSchema = z.object({
  id: contributionIdSchema,
  title: z.string().min(1).max(100),
  /** Name of an icon of `platform/ui`. */
  icon: z.string().max(40).optional(),
});

const panelContributionSchema = contributionSchema.extend({
  /** Drawn in the bar of every page, for whoever holds one of these features. */
  everyPage: z.strictObject({ features: z.array(z.enum(FEATURES)).min(1) }).optional(),
});

const routeContributionSchema = contributionSchema.extend({
  /** Path below the hash, e.g. `/admin-dashboard`. */
  path: z.string().regex(/^\/[a-z0-9/-]*$/),
  /** Any of these features opens it; empty means every signed-in person. */
  features: z.array(z.enum(FEATURES)),
});

export const hangingRuleSchema = z.object({
  fact: z.enum([
    'kind',
    'laterality',
    'origin',
    'sidesInStudy',
    /** How many sides of the study have a volume. */
    'sidesWithVolume',
    /** How many images an earlier scan of the same side offers. */
    'priors',
  ]),
  op: z.enum(['eq', 'in', 'gte']),
  value: z.union([z.string(), z.number(), z.array(z.string())]),
});

export const hangingCellSchema = z.object({
  /** Name of a grid area. */
  area: z.string(),
  viewport: contributionIdSchema,
  options: z.record(z.string(), z.unknown()).default({}),
  image: z.object({
    kind: z.enum(['VOLUME', 'RAW']),
    /** 'target': the scan that was opened; a side: only an image of exactly that side. */
    laterality: z.enum(['target', 'L', 'R']),
    /** 'prior': of the earlier scan that is compared with; 'target' then is the opened scan's side. */
    of: z.enum(['current', 'prior']).default('current'),
  }),
});

export const hangingProtocolSchema = contributionSchema.extend({
  /** Higher wins among those whose rules all hold. */
  priority: z.number(),
  when: z.array(hangingRuleSchema),
  grid: z.object({ columns: z.string(), rows: z.string(), areas: z.array(z.string()).min(1) }),
  /** The first one is the main view, in whose header the other layouts are chosen. */
  cells: z.array(hangingCellSchema).min(1),
  /** Whether a tab stands for it; without one it is chosen by key and palette alone. */
  tab: z.boolean().default(true),
});
export type HangingProtocol = z.infer<typeof hangingProtocolSchema>;

const relativeModuleSchema = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9/_-]*\.(ts|js|mjs)$/, 'A module path inside the extension');

/** What an extension is, as data. The host indexes it without loading code. */
export const manifestSchema = z.strictObject({
  schema: z.literal(1),
  id: extensionIdSchema,
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  title: z.string().min(1),
  description: z.string().min(1),
  /** Semantic range of HOST_VERSION, e.g. `^1.0.0`. */
  host: z.string(),
  /** The module of a third-party extension, relative to its folder. Built-in doors are `index.ts`. */
  entry: relativeModuleSchema.optional(),
  requires: z.record(extensionIdSchema, z.string()).default({}),
  optional: z.record(extensionIdSchema, z.string()).default({}),
  contributes: z
    .strictObject({
      commands: z.array(contributionSchema).default([]),
      panels: z.array(panelContributionSchema).default([]),
      tools: z.array(contributionSchema).default([]),
      viewports: z.array(contributionSchema).default([]),
      hangingProtocols: z.array(hangingProtocolSchema).default([]),
      findingProviders: z.array(contributionSchema).default([]),
      routes: z.array(routeContributionSchema).default([]),
      /** JSON Schema of the extension's settings. */
      settings: z.record(z.string(), z.unknown()).optional(),
    })
    .prefault({}),
  /** Old contribution ids that still resolve: {old: new}. */
  renamed: z.record(z.string(), z.string()).default({}),
  /** Reviewed and audited, e.g. `network:https://model.example`, `marks:write`. */
  permissions: z.array(z.string()).default([]),
  /** The server half of a built-in extension. */
  server: z
    .strictObject({
      entry: relativeModuleSchema,
      /** Processes that the supervisor runs and restarts. */
      services: z
        .array(z.strictObject({ id: z.string(), entry: relativeModuleSchema }))
        .default([]),
      /** Run once, with low priority, on an empty demonstration organization. */
      demonstration: relativeModuleSchema.optional(),
    })
    .optional(),
});
export type ExtensionManifest = z.infer<typeof manifestSchema>;
export type ManifestInput = z.input<typeof manifestSchema>;

/** The contribution points that a manifest declares and `activate` fills. */
export const CONTRIBUTION_POINTS = [
  'commands',
  'panels',
  'tools',
  'viewports',
  'hangingProtocols',
  'findingProviders',
  'routes',
] as const;
export type ContributionPoint = (typeof CONTRIBUTION_POINTS)[number];
