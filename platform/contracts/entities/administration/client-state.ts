import * as z from 'zod';
import { imagePanelSize, planeView } from '../../enumerations.ts';
import { idSchema, instantSchema } from '../common.ts';
import { imageAdjustmentSchema, imageAdjustmentsSchema } from '../records/image-adjustment.ts';
import { planePositionSchema, volumeGridSchema } from '../records/scan.ts';

/** How one view was left: its place, zoom and size. */
export const savedViewportSchema = z.object({
  view: planeView.schema,
  zoom: z.number().positive(),
  pan: z.tuple([z.number(), z.number()]).readonly(),
  size: imagePanelSize.schema,
  adjustment: imageAdjustmentSchema.nullable(),
});

/** What a client remembers of where its person was. */
export const clientStateSchema = z.object({
  patientId: idSchema.nullable(),
  studyId: idSchema.nullable(),
  scanId: idSchema.nullable(),
  /** By scan. */
  positions: z.record(idSchema, planePositionSchema),
  activePanel: z.string().max(100).nullable(),
  selectedTool: z.string().max(100).nullable(),
  imageAdjustments: imageAdjustmentsSchema,
  /** Whether the lines of the other planes are drawn, in the first and the second view. */
  referenceLines: z.tuple([z.boolean(), z.boolean()]).readonly(),
  lastActivityAt: instantSchema,
  savedViewports: z.array(savedViewportSchema).max(32),
  /** The layout that was chosen by hand; null: as the rules say. */
  layout: z.string().max(100).nullable().default(null),
  /** The volume that positions and seen parts count voxels of; null: as it was before it was noted. */
  volume: volumeGridSchema.extend({ fileId: idSchema }).nullable().default(null),
  /** By plane view, the parts of its way that have been on the screen. */
  seen: z
    .partialRecord(planeView.schema, z.array(z.tuple([z.number(), z.number()])).max(200))
    .default({}),
});
export type ClientState = z.infer<typeof clientStateSchema>;
