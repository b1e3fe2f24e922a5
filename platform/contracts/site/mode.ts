import * as z from 'zod';
import { scanState } from '../enumerations.ts';
import { extensionIdSchema } from '../extension-id.ts';
import { FEATURES } from '../permissions.ts';

/** Declarative description of a mode: its extensions, panels, tools, protocols and shortcuts. */
export const modeSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z-]*$/),
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
  toolbar: z
    .array(
      z.array(
        z.union([z.strictObject({ tool: z.string() }), z.strictObject({ command: z.string() })]),
      ),
    )
    .default([]),
  /**
   * Shortcuts in tinykeys notation, e.g. `KeyN`, `$mod+KeyZ`, `Shift+ArrowUp`; each runs a command
   * or selects a tool. `title` names a command with arguments in the help and the preferences.
   */
  keys: z
    .array(
      z.union([
        z.strictObject({
          key: z.string(),
          command: z.string(),
          args: z.unknown().optional(),
          title: z.string().min(1).optional(),
        }),
        z.strictObject({ key: z.string(), tool: z.string() }),
      ]),
    )
    .default([]),
  /** Finding providers whose findings are displayed. */
  overlays: z.array(z.string()).default([]),
});
export type ModeDefinition = z.infer<typeof modeSchema>;
export type ModeInput = z.input<typeof modeSchema>;
