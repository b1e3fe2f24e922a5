import * as z from 'zod';
import { scanState } from '../enumerations.ts';
import { FEATURES } from '../permissions.ts';
import { extensionIdSchema } from './manifest.ts';

/** A way of working as data: which extensions, panels, tools, protocols and keys come together. */
export const modeSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z-]*$/),
  title: z.string().min(1),
  /** Path below the hash. Several modes may share one; the first whose `when` holds runs. */
  path: z.string().regex(/^\/[a-z0-9/-]*$/),
  when: z.strictObject({ scanState: z.array(scanState.schema).min(1) }).optional(),
  /** Extensions without which the mode can't run; it then says why. */
  requires: z.array(extensionIdSchema),
  /** Extensions that add to it when they are there. */
  optional: z.array(extensionIdSchema).default([]),
  /** Any of these features opens it. */
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
  /** Sections of the tool rail. */
  toolbar: z
    .array(
      z.array(
        z.union([z.strictObject({ tool: z.string() }), z.strictObject({ command: z.string() })]),
      ),
    )
    .default([]),
  /** Keys in tinykeys notation, e.g. `KeyN`, `$mod+KeyZ`, `Shift+ArrowUp`; each runs or picks. */
  keys: z
    .array(
      z.union([
        z.strictObject({ key: z.string(), command: z.string(), args: z.unknown().optional() }),
        z.strictObject({ key: z.string(), tool: z.string() }),
      ]),
    )
    .default([]),
  /** Finding providers whose findings are drawn. */
  overlays: z.array(z.string()).default([]),
});
export type ModeDefinition = z.infer<typeof modeSchema>;
export type ModeInput = z.input<typeof modeSchema>;
