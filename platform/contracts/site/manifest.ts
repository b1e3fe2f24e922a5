import * as z from 'zod';
import { aiModelSchema } from '../entities/findings/finding-ai.ts';
import { aiTask } from '../enumerations.ts';
import { contributionIdSchema, extensionIdSchema } from '../extension-id.ts';
import { urlPattern } from '../patterns.ts';
import { FEATURES } from '../permissions.ts';
import { isServerModule, isWeightsFile } from './extension-files.ts';
import { additionSchema, modeSchema } from './mode.ts';

/**
 * Version of the extension API, to which the ranges in manifests refer; equals the SDK version, not
 * the version of the product.
 */
export const EXTENSION_API_VERSION = '1.0.0';

const contributionSchema = z.object({
  id: contributionIdSchema,
  title: z.string().min(1).max(100),
  /** Name of an icon of `platform/ui`. */
  icon: z.string().max(40).optional(),
  /** Words other than those of the title by which the command palette finds commands and tools. */
  searchWords: z.string().max(200).optional(),
});

const panelContributionSchema = contributionSchema.extend({
  /** Shown in the bar of every page for users with one of these features. */
  everyPage: z.strictObject({ features: z.array(z.enum(FEATURES)).min(1) }).optional(),
});

const routeContributionSchema = contributionSchema.extend({
  /** Path below the hash, e.g. `/admin-dashboard`. */
  path: z.string().regex(/^\/[a-z0-9/-]*$/),
  /** Any of these features grants access; empty grants access to every signed-in user. */
  features: z.array(z.enum(FEATURES)),
});

/** Condition on the opened scan and its study. */
export const hangingRuleSchema = z.object({
  attribute: z.enum([
    'kind',
    'laterality',
    'origin',
    'sidesInStudy',
    /** Number of sides of the study with a volume. */
    'sidesWithVolume',
    /** Number of images in a prior scan of the same side. */
    'priors',
  ]),
  /** `in`: equals any entry of the list `value`. `gte`: numbers only. */
  op: z.enum(['eq', 'in', 'gte']),
  value: z.union([z.string(), z.number(), z.array(z.string())]),
});

/** A view of a layout and the image that it requests. */
export const hangingCellSchema = z.object({
  /** Name of a grid area. */
  area: z.string(),
  viewport: contributionIdSchema,
  /** Passed unchanged to the viewport, which defines the options. */
  options: z.record(z.string(), z.unknown()).default({}),
  image: z.object({
    kind: z.enum(['VOLUME', 'RAW']),
    /** 'target': the opened scan; 'L' or 'R': only an image of exactly that side. */
    laterality: z.enum(['target', 'L', 'R']),
    /** 'prior': the prior scan for comparison; 'target' then means the opened scan's side. */
    of: z.enum(['current', 'prior']).default('current'),
  }),
});

/** Returns the areas that rows of `grid-template-areas` name; a dot is an empty cell. */
const areasOf = (rows: readonly string[]): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => row.split(/\s+/)).filter((name) => /^[^.]/.test(name)));

/** A layout with the rules for its use; every cell lies in an area of its grid. */
export const hangingProtocolSchema = contributionSchema
  .extend({
    /** The highest priority wins among protocols whose rules all match. */
    priority: z.number(),
    when: z.array(hangingRuleSchema),
    grid: z.object({ columns: z.string(), rows: z.string(), areas: z.array(z.string()).min(1) }),
    /** The first cell is the main view, whose header selects the layout. */
    cells: z.array(hangingCellSchema).min(1),
    /**
     * Whether the protocol has a tab; without a tab only shortcuts and the command palette select the
     * protocol.
     */
    tab: z.boolean().default(true),
  })
  .superRefine(({ grid, cells }, context) => {
    const areas = areasOf(grid.areas);
    for (const [index, { area }] of cells.entries()) {
      if (areas.has(area)) continue;
      const message = `'${area}' is no area of the grid, which has ${[...areas].join(', ')}`;
      context.addIssue({ code: 'custom', path: ['cells', index, 'area'], message });
    }
  });
export type HangingProtocol = z.infer<typeof hangingProtocolSchema>;

const relativeModuleSchema = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9/_-]*\.(ts|js|mjs)$/, 'Enter a module path inside the extension');

/** A model that proposes findings, run by the host; contains everything but its code. */
export const findingProviderSchema = contributionSchema
  .extend({
    /** Detection proposes lesions of a whole image, segmentation outlines one from a seed. */
    task: aiTask.schema.default('DETECTION'),
    /** What the provider reads: the volume of a scan, or one raw frame or imported image. */
    image: z.enum(['VOLUME', 'FRAME']).default('VOLUME'),
    model: aiModelSchema,
    /** Refuses volumes whose dynamic range in dB is unknown. */
    needsDynamicRange: z.boolean().default(false),
    /** Module inside the extension that runs in a web worker and exports `provider`. */
    worker: relativeModuleSchema.optional(),
    /**
     * Module inside the folder `server` of the extension, which exports `provider` and runs in a
     * process of the server; the site must permit it.
     */
    server: z
      .string()
      .max(200)
      .refine(isServerModule, 'Enter a module below server/, e.g. server/detector.mjs')
      .optional(),
    /** Address that the server calls; its origin must be in the site's `aiAddresses`. */
    address: urlPattern.optional(),
    /** How the server calls the address. */
    protocol: z.enum(['clockface', 'monai-label']).default('clockface'),
    /** Name of the model at a MONAI Label server. */
    remoteModel: z.string().trim().min(1).max(200).optional(),
    /** Weights inside the extension, e.g. `weights/model.onnx`; passed to the module. */
    weights: z
      .string()
      .max(200)
      .refine(
        isWeightsFile,
        'Enter a path inside the extension to an .onnx, .bin or .safetensors file',
      )
      .optional(),
  })
  .refine(
    ({ protocol, remoteModel, address }) =>
      (protocol === 'monai-label') === (remoteModel !== undefined) &&
      (protocol === 'clockface' || address !== undefined),
    { message: "Enter address and remoteModel with the protocol 'monai-label'" },
  )
  .refine(({ weights, address }) => weights === undefined || address === undefined, {
    message: 'A model at an address has its own weights',
  })
  .refine(
    ({ worker, server, address }) =>
      [worker, server, address].filter((way) => way !== undefined).length === 1,
    { message: 'Enter one of worker, server and address' },
  )
  .superRefine(({ image, task, worker, needsDynamicRange }, context) => {
    if (image === 'VOLUME') return;
    const reject = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (worker === undefined)
      reject('image', 'A model of image FRAME runs in the browser: enter worker');
    if (task !== 'DETECTION') reject('task', 'A model of image FRAME has the task DETECTION');
    if (needsDynamicRange)
      reject('needsDynamicRange', 'A model of image FRAME gets images without a dynamic range too');
  });
export type FindingProviderContribution = z.infer<typeof findingProviderSchema>;

/** Declarative description of an extension, which the host indexes without loading code. */
export const manifestSchema = z.strictObject({
  schema: z.literal(1),
  id: extensionIdSchema,
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  title: z.string().min(1),
  description: z.string().min(1),
  /** Semantic range of EXTENSION_API_VERSION, e.g. `^1.0.0`. */
  host: z.string(),
  /**
   * Module of a third-party extension, relative to its folder. The entry point of a built-in
   * extension is `index.ts`.
   */
  entry: relativeModuleSchema.optional(),
  /** Semantic version ranges of required extensions, by id. */
  requires: z.record(extensionIdSchema, z.string()).default({}),
  /** Ranges of extensions that are used if present, by id. */
  optional: z.record(extensionIdSchema, z.string()).default({}),
  contributes: z
    .strictObject({
      commands: z.array(contributionSchema).default([]),
      panels: z.array(panelContributionSchema).default([]),
      tools: z.array(contributionSchema).default([]),
      viewports: z.array(contributionSchema).default([]),
      hangingProtocols: z.array(hangingProtocolSchema).default([]),
      findingProviders: z.array(findingProviderSchema).default([]),
      routes: z.array(routeContributionSchema).default([]),
      /** Places contributions in modes. */
      additions: z.array(additionSchema).default([]),
      /** Whole modes, with paths of their own. Each id begins with the id of the extension. */
      modes: z.array(modeSchema).default([]),
      /** JSON Schema of the extension's settings. */
      settings: z.record(z.string(), z.unknown()).optional(),
    })
    .prefault({}),
  /** Former contribution ids that still resolve: {old: new}. */
  renamed: z.record(z.string(), z.string()).default({}),
  /** Reviewed and audited permissions, e.g. `network:https://model.example`, `marks:write`. */
  permissions: z.array(z.string()).default([]),
  /** Server part of a built-in extension. */
  server: z
    .strictObject({
      entry: relativeModuleSchema,
      /** Processes that the supervisor starts and restarts. */
      services: z
        .array(z.strictObject({ id: z.string(), entry: relativeModuleSchema }))
        .default([]),
      /** Runs once, with low priority, in an empty demonstration organization. */
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
