import * as z from 'zod';
import { imagePanelSize, planeView } from '../../enumerations.ts';
import { idSchema, instantSchema } from '../common.ts';
import { imageAdjustmentSchema, imageAdjustmentsSchema } from '../records/image-adjustment.ts';
import { planePositionSchema, volumeGridSchema } from '../records/scan.ts';

/** Saved state of one view: plane view, zoom, pan, size and adjustment. */
export const savedViewportSchema = z.object({
  view: planeView.schema,
  zoom: z.number().positive(),
  /** Offset to the right and down, in mm. */
  pan: z.tuple([z.number(), z.number()]).readonly(),
  size: imagePanelSize.schema,
  adjustment: imageAdjustmentSchema.nullable(),
});

/** Code of the preference that stores the client states of a user, by scan. */
export const CLIENT_STATES_CODE = 'reading.client-states';

/** Client state that is restored for the user. */
export const clientStateSchema = z.object({
  patientId: idSchema.nullable(),
  studyId: idSchema.nullable(),
  scanId: idSchema.nullable(),
  /** Plane positions by scan id. */
  positions: z.record(
    idSchema,
    planePositionSchema.extend({
      /** Axis (LPS, mm) of a radial plane that does not run through the nipple. */
      radialAxisMm: z.object({ x: z.number(), z: z.number() }).readonly().optional(),
    }),
  ),
  activePanel: z.string().max(100).nullable(),
  selectedTool: z.string().max(100).nullable(),
  imageAdjustments: imageAdjustmentsSchema,
  /** Whether reference lines of the other planes are drawn, in the first and the second view. */
  referenceLines: z.tuple([z.boolean(), z.boolean()]).readonly(),
  lastActivityAt: instantSchema,
  savedViewports: z.array(savedViewportSchema).max(32),
  /** Layout chosen by the user; null follows the layout rules. */
  layout: z.string().max(100).nullable().default(null),
  /**
   * Volume whose voxels `positions` and `seen` count; null in states saved before this field
   * existed.
   */
  volume: volumeGridSchema.extend({ fileId: idSchema }).nullable().default(null),
  /** Viewed ranges [from, to] by plane view, in voxels; degrees for RAD. */
  seen: z
    .partialRecord(planeView.schema, z.array(z.tuple([z.number(), z.number()])).max(200))
    .default({}),
});
export type ClientState = z.infer<typeof clientStateSchema>;
