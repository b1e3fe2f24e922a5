import * as z from 'zod';
import { extensionIdSchema } from './manifest.ts';

/** A secret is never written in the file; it is named. */
export const secretRefSchema = z.union([
  z.strictObject({ env: z.string() }),
  z.strictObject({ file: z.string() }),
]);

export const flagsSchema = z.strictObject({
  autoGroupLengthMarks: z.boolean().default(false),
  editAiFinding: z.boolean().default(true),
  isDevModeUi: z.boolean().default(false),
});

const switchSchema = z.strictObject({
  enabled: z.boolean().default(true),
  settings: z.record(z.string(), z.unknown()).default({}),
});

/** Where the bytes of files live; several servers on one database share one such place. */
export const storageSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('folder'),
    /** Relative to the configuration file; absent: `files` in the data folder. */
    folder: z.string().min(1).optional(),
    /** Set where more than one server writes here: no start may take another's work for left over. */
    shared: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('s3'),
    endpoint: z.url(),
    region: z.string().min(1),
    bucket: z.string().min(3),
    prefix: z.string().default(''),
    accessKeyId: secretRefSchema,
    secretAccessKey: secretRefSchema,
  }),
]);

/** A broker of the site's own; without one, the server brings its own. */
export const siteBrokerSchema = z.strictObject({
  /** `mqtt://host:1883` or `mqtts://…`; it must speak MQTT 5. */
  url: z.url({ protocol: /^mqtts?$/ }),
  username: z.string().min(1),
  password: secretRefSchema,
});

/** A site's configuration file: data, validated, never executed. */
export const siteConfigSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string().min(1),
  /** Sent by every client; names the installation, protects nothing by itself. */
  apiKey: z.string().min(16),
  server: z
    .strictObject({
      host: z.string().default('127.0.0.1'),
      port: z.number().int().min(0).max(65_535).default(4300),
      mqttPort: z.number().int().min(0).max(65_535).default(4301),
    })
    .prefault({}),
  extensions: z.record(extensionIdSchema, switchSchema).default({}),
  modes: z.record(z.string(), z.strictObject({ enabled: z.boolean() })).default({}),
  /** Folders of third-party extensions, relative to the configuration file. */
  thirdParty: z
    .array(
      z.strictObject({
        folder: z.string().min(1),
        enabled: z.boolean().default(true),
        /** `sha384-…` of the entry module; refused when the bytes differ. */
        integrity: z
          .string()
          .regex(/^sha384-[A-Za-z0-9+/]+=*$/)
          .optional(),
        settings: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default([]),
  flags: flagsSchema.prefault({}),
  storage: storageSchema.prefault({ kind: 'folder' }),
  broker: siteBrokerSchema.optional(),
  /** Job workers that this server brings: 0 where others do the work. */
  workers: z.number().int().min(0).max(16).default(1),
  /** Accounts and two finished scans to try the product with; loopback only. */
  demonstration: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Record the two scans; off where only the accounts are wanted. */
      scans: z.boolean().default(true),
    })
    .prefault({}),
});
export type SiteConfig = z.infer<typeof siteConfigSchema>;
export type SiteConfigInput = z.input<typeof siteConfigSchema>;
