import * as z from 'zod';
import { timeZoneSchema } from '../entities/common.ts';
import { role } from '../enumerations.ts';
import { listIssues } from '../lists/effective-lists.ts';
import { listExtensionSchema, listItemIdSchema } from '../lists/list-schema.ts';
import { FEATURES } from '../permissions.ts';
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

/** An origin with an optional folder, without the slash at its end. */
const publicUrlSchema = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/[?#]/.test(url), { message: 'It holds no query and no fragment' })
  .transform((url) => url.replace(/\/+$/, ''));

const senderSchema = z.string().min(3).max(320);

/** How mails leave: into `<data>/outbox`, or to a mail server. */
const mailSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('outbox'),
    from: senderSchema.default('Clockface <no-reply@clockface.invalid>'),
  }),
  z.strictObject({
    kind: z.literal('smtp'),
    host: z.string().min(1),
    port: z.number().int().min(1).max(65_535),
    /** TLS from the first byte; without it a server beyond this machine has to offer STARTTLS. */
    secure: z.boolean(),
    user: z.string().min(1).optional(),
    password: secretRefSchema.optional(),
    from: senderSchema,
  }),
]);
export type MailConfig = z.infer<typeof mailSchema>;

/** How long a browser stays signed in on its own. */
export const sessionConfigSchema = z.strictObject({
  /** Minutes without key or pointer after which people are signed out; 0: never for that reason. */
  idleMinutes: z.number().int().min(0).max(480).default(15),
});

/** What links of other programs may bring along. */
export const linksConfigSchema = z.strictObject({
  /**
   * Take user name and password of a link into the sign-in form also where the address is not this
   * machine's. They stand in the address then, which proxies and histories keep.
   */
  credentials: z.boolean().default(false),
});

const switchSchema = z.strictObject({
  enabled: z.boolean().default(true),
  settings: z.record(z.string(), z.unknown()).default({}),
});

/** Whether stored bytes are encrypted, and when all of them are looked at. */
const fileProtection = {
  /** 32 bytes as 64 hexadecimal digits or base64, e.g. of `openssl rand -hex 32`. */
  encryptionKey: secretRefSchema.optional(),
  /** Keys of before: what they encrypted stays readable. */
  formerEncryptionKeys: z.array(secretRefSchema).default([]),
  encryptNewFiles: z.boolean().default(false),
  /** Hour of the day (0..23, the server's clock) at which every stored file is checked. */
  scrubHour: z.number().int().min(0).max(23).default(3),
};

/** Where the bytes of files live; several servers on one database share one such place. */
export const storageSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('folder'),
    /** Relative to the configuration file; absent: `files` in the data folder. */
    folder: z.string().min(1).optional(),
    /** Set where more than one server writes here: no start may take another's work for left over. */
    shared: z.boolean().default(false),
    ...fileProtection,
  }),
  z.strictObject({
    kind: z.literal('s3'),
    endpoint: z.url(),
    region: z.string().min(1),
    bucket: z.string().min(3),
    prefix: z.string().default(''),
    accessKeyId: secretRefSchema,
    secretAccessKey: secretRefSchema,
    ...fileProtection,
  }),
]);
export type StorageConfig = z.infer<typeof storageSchema>;

/** A broker of the site's own; without one, the server brings its own. */
export const siteBrokerSchema = z.strictObject({
  /** `mqtt://host:1883` or `mqtts://…`; it must speak MQTT 5. */
  url: z.url({ protocol: /^mqtts?$/ }),
  username: z.string().min(1),
  password: secretRefSchema,
});

/** The device of a machine whose server is elsewhere: the desktop there runs its scan service. */
export const localDeviceSchema = z.strictObject({
  organizationId: z.uuid(),
  id: z.uuid(),
  /** What the device's activation showed once. */
  token: secretRefSchema,
  /** The broker that devices of the site use: `mqtt://host:4301` or `mqtts://…`. */
  mqttUrl: z.url({ protocol: /^mqtts?$/ }),
});

/** A site's configuration file: data, validated, never executed. */
export const siteConfigSchema = z.strictObject({
  schema: z.literal(1),
  name: z.string().min(1),
  /** IANA name, e.g. `Europe/Vienna`; what cron jobs go by. Absent: the server's own zone. */
  timeZone: timeZoneSchema.optional(),
  /** Sent by every client; names the installation, protects nothing by itself. */
  apiKey: z.string().min(16),
  server: z
    .strictObject({
      host: z.string().default('127.0.0.1'),
      port: z.number().int().min(0).max(65_535).default(4300),
      mqttPort: z.number().int().min(0).max(65_535).default(4301),
      /** Addresses or networks of reverse proxies, whose word for a caller's address is taken. */
      trustedProxies: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).default([]),
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
  /** Address under which people reach the site, for links in mails: `https://clinic.example`. */
  publicUrl: publicUrlSchema.nullable().default(null),
  session: sessionConfigSchema.prefault({}),
  links: linksConfigSchema.prefault({}),
  mail: mailSchema.prefault({ kind: 'outbox' }),
  /** Features of the roles that are named, in place of the built-in ones. */
  roles: z.partialRecord(role.schema, z.array(z.enum(FEATURES))).default({}),
  limits: z
    .strictObject({
      /** Calls that one session may make within ten seconds. */
      callsPerTenSeconds: z.number().int().min(100).default(5_000),
      /** How long an extension's nipple model may look at one volume, each of its two tries. */
      nippleModelSeconds: z.number().int().min(1).max(110).default(60),
      /** More memory than this (MiB, resident) ends a model's process. */
      nippleModelMemoryMb: z.number().int().min(128).default(4_096),
    })
    .prefault({}),
  /** Items that the site adds to the built-in lists, words it changes, items it does not use. */
  lists: z
    .record(listItemIdSchema, listExtensionSchema)
    .default({})
    .superRefine((lists, context) => {
      for (const message of listIssues(lists)) context.addIssue({ code: 'custom', message });
    }),
  storage: storageSchema.prefault({ kind: 'folder' }),
  broker: siteBrokerSchema.optional(),
  device: localDeviceSchema.optional(),
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
