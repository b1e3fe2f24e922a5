import * as z from 'zod';
import { scanState } from '../enumerations.ts';
import { extensionIdSchema } from '../extension-id.ts';
import { FEATURES } from '../permissions.ts';

/** Id of a mode: `reading`, or prefixed with the id of the extension that brings the mode. */
export const modeIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/)
  .max(100);

/** Entry of the toolbar of a mode. */
export const toolbarEntrySchema = z.union([
  z.strictObject({ tool: z.string() }),
  z.strictObject({ command: z.string() }),
]);

/**
 * Shortcut in tinykeys notation, e.g. `KeyN`, `$mod+KeyZ`, `Shift+ArrowUp`, that runs a command or
 * selects a tool. `title` names a command with arguments in the help and the preferences.
 */
export const modeKeySchema = z.union([
  z.strictObject({
    key: z.string(),
    command: z.string(),
    args: z.unknown().optional(),
    title: z.string().min(1).optional(),
  }),
  z.strictObject({ key: z.string(), tool: z.string() }),
]);

/** Declarative description of a mode: its extensions, panels, tools, protocols and shortcuts. */
export const modeSchema = z.strictObject({
  id: modeIdSchema,
  title: z.string().min(1),
  /** Path below the hash. Modes may share a path; the first with a matching `when` is used. */
  path: z.string().regex(/^\/[a-z0-9/-]*$/),
  when: z.strictObject({ scanState: z.array(scanState.schema).min(1) }).optional(),
  /** Required extensions; without them the mode is unavailable and gives the reason. */
  requires: z.array(extensionIdSchema),
  /** Optional extensions, used if enabled. */
  optional: z.array(extensionIdSchema).default([]),
  /** Any of these features grants access. */
  features: z.array(z.enum(FEATURES)).min(1),
  layout: z.strictObject({
    main: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('panel'), panel: z.string() }),
      z.strictObject({ kind: z.literal('viewports'), protocols: z.array(z.string()).min(1) }),
    ]),
    right: z.array(z.string()).default([]),
    /** Panels of the patient bar. */
    bar: z.array(z.string()).default([]),
  }),
  /** Sections of the toolbar. */
  toolbar: z.array(z.array(toolbarEntrySchema)).default([]),
  keys: z.array(modeKeySchema).default([]),
  /** Sections in which the shortcuts of commands are listed, in this order. */
  keySections: z
    .array(z.strictObject({ title: z.string().min(1), commands: z.array(z.string()).min(1) }))
    .default([]),
});
export type ModeDefinition = z.infer<typeof modeSchema>;
export type ModeInput = z.input<typeof modeSchema>;

/** What an extension adds to a mode, below the mode's own parts. */
export const additionSchema = z.strictObject({
  /** Id of a built-in mode or of a mode that an extension brings. */
  mode: modeIdSchema,
  /** Panels of the right side. */
  right: z.array(z.string()).default([]),
  /** Panels of the patient bar. */
  bar: z.array(z.string()).default([]),
  toolbar: z.array(toolbarEntrySchema).default([]),
  /** The mode's own shortcuts win. */
  keys: z.array(modeKeySchema).default([]),
  hangingProtocols: z.array(z.string()).default([]),
});
export type Addition = z.infer<typeof additionSchema>;

/**
 * Permission of a site to place additions or modes of an extension: all, none, or only the listed
 * modes.
 */
export const placementPermissionSchema = z.union([z.boolean(), z.array(modeIdSchema)]);
export type PlacementPermission = z.infer<typeof placementPermissionSchema>;

/** What a site permits an extension to place. Absent: everything. */
export const placementSchema = {
  /** Modes to which the extension may add. */
  additions: placementPermissionSchema.optional(),
  /** Modes that the extension may bring. */
  modes: placementPermissionSchema.optional(),
} as const;
