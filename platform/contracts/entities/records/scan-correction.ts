import * as z from 'zod';
import { patientPosition, scanSide } from '../../enumerations.ts';
import { messageValuesSchema } from '../../errors.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema } from '../common.ts';
import { scanSchema } from './scan.ts';

/** Why a scan is deleted or corrected; stored with the change, never in the audit trail. */
const changeReasonSchema = z.string().trim().min(1).max(500);

export const scanDeletionFieldsSchema = z.strictObject({ reason: changeReasonSchema });

/** Fields to correct; an absent field stays unchanged. The patient is that of the study. */
export const scanCorrectionFieldsSchema = z
  .strictObject({
    reason: changeReasonSchema,
    laterality: scanSide.schema.optional(),
    patientPosition: patientPosition.schema.optional(),
    /** Study of the same organization to which the scan is moved. */
    studyId: idSchema.optional(),
  })
  .refine(
    ({ laterality, patientPosition: position, studyId }) =>
      laterality !== undefined || position !== undefined || studyId !== undefined,
    { path: ['laterality'], ...fieldText('CORRECTION_EMPTY') },
  );
export type ScanCorrectionFields = z.input<typeof scanCorrectionFieldsSchema>;

/** Values of a scan before or after a correction. */
const correctedValuesSchema = z.object({
  laterality: scanSide.schema,
  patientPosition: patientPosition.schema,
  studyId: idSchema,
  /** Side and number within the study, e.g. 'R2'. */
  label: z.string(),
});

export const scanCorrectionSchema = z.object({
  id: idSchema,
  scanId: idSchema,
  reason: z.string(),
  at: instantSchema,
  /** Name of the user. */
  by: z.string().nullable(),
  from: correctedValuesSchema,
  to: correctedValuesSchema,
  /** Set when the correction was undone. */
  undoneAt: instantSchema.nullable(),
  /** Name of the user who undid the correction. */
  undoneBy: z.string().nullable(),
});
export type ScanCorrection = z.infer<typeof scanCorrectionSchema>;

/** Message of the server with its code and values, as in an error response. */
const correctionUndoErrorSchema = z.object({
  code: z.string(),
  values: messageValuesSchema,
  message: z.string(),
});
export type CorrectionUndoError = z.infer<typeof correctionUndoErrorSchema>;

/** A correction in the list of a scan. */
export const listedCorrectionSchema = scanCorrectionSchema.extend({
  /**
   * Set for the last correction that was not undone; `error` is why it can't be undone now, null
   * if it can.
   */
  undo: z.object({ error: correctionUndoErrorSchema.nullable() }).nullable(),
});
export type ListedCorrection = z.infer<typeof listedCorrectionSchema>;

/** A corrected scan with the correction, whose id undoes it. */
export const correctedScanSchema = z.object({
  scan: scanSchema,
  correction: scanCorrectionSchema,
});
export type CorrectedScan = z.infer<typeof correctedScanSchema>;

/** A deleted scan, which can be restored. */
export const deletedScanSchema = scanSchema.extend({
  deletion: z.object({
    /** Null for a scan that was deleted before reasons were stored. */
    reason: z.string().nullable(),
    /** Name of the user. */
    by: z.string().nullable(),
  }),
  /** Number of findings that a restore brings back. */
  findings: z.number().int().nonnegative(),
});
export type DeletedScan = z.infer<typeof deletedScanSchema>;

/** Request to read a study again, because the side of a completed scan was corrected. */
export const rereadingSchema = z.object({
  scanId: idSchema,
  laterality: scanSide.schema,
  reason: z.string(),
  /** Name of the user who corrected the scan. */
  by: z.string().nullable(),
  at: instantSchema,
});
export type Rereading = z.infer<typeof rereadingSchema>;
