import * as z from 'zod';
import { localeSchema, timeZoneSchema } from '../entities/common.ts';
import { role } from '../enumerations.ts';
import { extensionIdSchema } from '../extension-id.ts';
import { listIssues } from '../lists/effective-lists.ts';
import { listExtensionSchema, listItemIdSchema } from '../lists/list-schema.ts';
import { connectionConfigSchema } from '../mqtt/connection-config.ts';
import { urlPattern } from '../patterns.ts';
import { FEATURES } from '../permissions.ts';
import { placementSchema } from './mode.ts';

/**
 * Reference to a secret by environment variable or file; the configuration never contains the
 * secret.
 */
export const secretRefSchema = z.union([
  z.strictObject({ env: z.string() }),
  z.strictObject({ file: z.string() }),
]);

export const flagsSchema = z.strictObject({
  autoGroupLengthMarks: z.boolean().default(false),
  editAiFinding: z.boolean().default(true),
  isDevModeUi: z.boolean().default(false),
  welcomeTour: z.boolean().default(true),
});

/** Origin with an optional path, without a trailing slash. */
const publicUrlSchema = urlPattern
  .refine((url) => !/[?#]/.test(url), { message: 'Leave query and fragment out' })
  .transform((url) => url.replace(/\/+$/, ''));

/** Scheme, host and port without a path. */
const originSchema = urlPattern
  .refine((url) => new URL(url).pathname === '/' && !/[?#]/.test(url), {
    message: 'Enter only scheme, host and port',
  })
  .transform((url) => new URL(url).origin);

const senderSchema = z.string().min(3).max(320);

/** Delivery of mails: into `<data>/outbox` or to a mail server. */
const mailSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('outbox'),
    from: senderSchema.default('Clockface <no-reply@clockface.invalid>'),
  }),
  z.strictObject({
    kind: z.literal('smtp'),
    host: z.string().min(1),
    port: z.number().int().min(1).max(65_535),
    /** Uses implicit TLS; if false, a remote server must offer STARTTLS. */
    secure: z.boolean(),
    user: z.string().min(1).optional(),
    password: secretRefSchema.optional(),
    from: senderSchema,
  }),
]);
export type MailConfig = z.infer<typeof mailSchema>;

/** Session settings of a browser. */
export const sessionConfigSchema = z.strictObject({
  /**
   * Minutes without keyboard or pointer input before automatic sign-out; 0 disables automatic
   * sign-out.
   */
  idleMinutes: z.number().int().min(0).max(480).default(15),
});

/** Permissions of links from other programs. */
export const linksConfigSchema = z.strictObject({
  /**
   * Accepts user name and password of a link in the sign-in form also for a server on another
   * machine. The credentials are then part of the URL, which proxies and browser histories store.
   */
  credentials: z.boolean().default(false),
});

const switchSchema = z.strictObject({
  ...placementSchema,
  enabled: z.boolean().default(true),
  settings: z.record(z.string(), z.unknown()).default({}),
});

/** Encryption of stored files, and the hour of their integrity check. */
const fileProtection = {
  /** 32 bytes as 64 hexadecimal digits or base64, e.g. from `openssl rand -hex 32`. */
  encryptionKey: secretRefSchema.optional(),
  /** Former keys, which can still decrypt existing files. */
  formerEncryptionKeys: z.array(secretRefSchema).default([]),
  encryptNewFiles: z.boolean().default(false),
  /** Hour (0..23, server time) at which every stored file is checked. */
  scrubHour: z.number().int().min(0).max(23).default(3),
};

/** Storage of file bytes; servers that share a database must share the storage. */
export const storageSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('folder'),
    /** Relative to the configuration file; absent: `files` in the data folder. */
    folder: z.string().min(1).optional(),
    /**
     * Set if several servers write to the folder, so that a starting server does not treat their
     * files as orphaned.
     */
    shared: z.boolean().default(false),
    ...fileProtection,
  }),
  z.strictObject({
    kind: z.literal('s3'),
    endpoint: urlPattern,
    region: z.string().min(1),
    bucket: z.string().min(3),
    prefix: z.string().default(''),
    accessKeyId: secretRefSchema,
    secretAccessKey: secretRefSchema,
    ...fileProtection,
  }),
]);
export type StorageConfig = z.infer<typeof storageSchema>;

/** Broker provided by the site; without this entry, the server starts its own broker. */
export const siteBrokerSchema = z.strictObject({
  /** `mqtt://host:1883` or `mqtts://…`; must support MQTT 5. */
  url: z.url({ protocol: /^mqtts?$/ }),
  username: z.string().min(1),
  password: secretRefSchema,
});

/**
 * Device of this machine; its scan service runs as part of a server on this machine, else beside
 * the desktop.
 */
export const localDeviceSchema = z.strictObject({
  organizationId: z.uuid(),
  id: z.uuid(),
  /** Token returned once by the device's activation. */
  token: secretRefSchema,
  /** Broker for the site's devices: `mqtt://host:4301` or `mqtts://…`. */
  mqttUrl: z.url({ protocol: /^mqtts?$/ }),
});

/** Configuration file of a site: validated data, never executed. */
export const siteConfigSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string().min(1),
  /** IANA name for cron jobs, e.g. `Europe/Vienna`. Absent: the server's own zone. */
  timeZone: timeZoneSchema.optional(),
  /** Language of the pages without a choice of the user. Absent: the languages of the browser. */
  locale: localeSchema.optional(),
  /** Sent by every client; identifies the installation and gives no protection by itself. */
  apiKey: z.string().min(16),
  server: z
    .strictObject({
      host: z.string().default('127.0.0.1'),
      port: z.number().int().min(0).max(65_535).default(4300),
      mqttPort: z.number().int().min(0).max(65_535).default(4301),
      /** Addresses or networks of reverse proxies whose forwarded client address is trusted. */
      trustedProxies: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).default([]),
    })
    .prefault({}),
  extensions: z.record(extensionIdSchema, switchSchema).default({}),
  modes: z.record(z.string(), z.strictObject({ enabled: z.boolean() })).default({}),
  /** Folders of third-party extensions, relative to the configuration file. */
  thirdParty: z
    .array(
      z.strictObject({
        ...placementSchema,
        folder: z.string().min(1),
        enabled: z.boolean().default(true),
        /**
         * `sha384-…` of all served files, printed by `npm run build:extension`; an extension with
         * other bytes is rejected.
         */
        integrity: z
          .string()
          .regex(/^sha384-[A-Za-z0-9+/]+=*$/)
          .optional(),
        /** Lets models of the extension run on the server; requires `integrity`. */
        server: z.boolean().default(false),
        settings: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default([]),
  /**
   * Origins of services that finding providers may name as their address, e.g.
   * `https://model.example`. The server sends them volumes without identity.
   */
  aiAddresses: z.array(originSchema).default([]),
  flags: flagsSchema.prefault({}),
  /** Public URL of the site for links in mails: `https://clinic.example`. */
  publicUrl: publicUrlSchema.nullable().default(null),
  /** Documents of reports. */
  report: z
    .strictObject({
      /** PNG of at most 1 MiB in the folder of the configuration file, relative to that folder. */
      logo: z.string().min(1).optional(),
    })
    .prefault({}),
  session: sessionConfigSchema.prefault({}),
  links: linksConfigSchema.prefault({}),
  /** Live connections of browsers, workers and scan services. */
  connection: connectionConfigSchema.prefault({}),
  mail: mailSchema.prefault({ kind: 'outbox' }),
  /** Features that replace the built-in ones of the given roles. */
  roles: z.partialRecord(role.schema, z.array(z.enum(FEATURES))).default({}),
  limits: z
    .strictObject({
      /** Maximum number of calls per session in ten seconds. */
      callsPerTenSeconds: z.number().int().min(100).default(5_000),
      /**
       * Timeout in seconds of each of the two attempts of an extension's nipple model on a volume.
       */
      nippleModelSeconds: z.number().int().min(1).max(110).default(60),
      /** Resident memory limit in MiB, above which a model's process is ended. */
      nippleModelMemoryMb: z.number().int().min(128).default(4_096),
      /** Time limit in seconds of a run of a finding provider. */
      findingProviderSeconds: z.number().int().min(1).max(110).default(60),
      /** Resident memory limit in MiB, above which a finding provider on the server is ended. */
      findingProviderMemoryMb: z.number().int().min(128).default(4_096),
      /** Maximum size in MiB of the unpacked image of an imported file. */
      importUnpackedMb: z.number().int().min(1).max(2_048).default(512),
      /**
       * Resident memory limit in MiB, above which the process that reads an imported file is ended:
       * its start, the file, and about four times the unpacked image.
       */
      importMemoryMb: z.number().int().min(256).default(3_072),
      /** Timeout in seconds of the process that reads an imported file. */
      importSeconds: z.number().int().min(1).max(220).default(120),
    })
    .prefault({}),
  /** Changes to the built-in lists: added, relabelled and removed items. */
  lists: z
    .record(listItemIdSchema, listExtensionSchema)
    .default({})
    .superRefine((lists, context) => {
      for (const message of listIssues(lists)) context.addIssue({ code: 'custom', message });
    }),
  storage: storageSchema.prefault({ kind: 'folder' }),
  broker: siteBrokerSchema.optional(),
  device: localDeviceSchema.optional(),
  /** Number of job workers that this server starts; 0 if other machines run the workers. */
  workers: z.number().int().min(0).max(16).default(1),
  /**
   * Demonstration accounts and patients; loopback only, without trusted proxies and public URL.
   */
  demonstration: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Adds the patients with their scans; false creates only the accounts. */
      scans: z.boolean().default(true),
      /** Number of patients: recorded breasts, a prior, an imported scan. */
      patients: z.number().int().min(1).max(3).default(3),
      /** Adds nipples and sample findings. */
      findings: z.boolean().default(true),
    })
    .prefault({}),
});
export type SiteConfig = z.infer<typeof siteConfigSchema>;
export type SiteConfigInput = z.input<typeof siteConfigSchema>;
