import * as z from 'zod';
import { scanSide } from '../../enumerations.ts';
import { fieldText } from '../../texts/field-texts.ts';

/** Maximum number of palpable places of a study. */
export const MAX_PALPABLE_PLACES = 8;
/** Maximum distance from the nipple in mm. */
export const MAX_PALPABLE_DISTANCE_MM = 200;

/** Place on the clock face of a breast where a lump can be felt. */
export const palpablePlaceSchema = z.strictObject({
  side: scanSide.schema,
  /** Minutes of a 12-hour clock facing the patient: 0 is 12:00, 600 is 10:00. */
  clockMinutes: z
    .number()
    .int(fieldText('PALPABLE_CLOCK'))
    .min(0, fieldText('PALPABLE_CLOCK'))
    .max(719, fieldText('PALPABLE_CLOCK')),
  /** Distance from the nipple in mm; null if unknown. */
  distanceMm: z
    .number()
    .int(fieldText('PALPABLE_DISTANCE'))
    .min(0, fieldText('PALPABLE_DISTANCE'))
    .max(MAX_PALPABLE_DISTANCE_MM, fieldText('PALPABLE_DISTANCE'))
    .nullable(),
});
export type PalpablePlace = z.infer<typeof palpablePlaceSchema>;

export const palpablePlacesSchema = z
  .array(palpablePlaceSchema)
  .max(MAX_PALPABLE_PLACES, fieldText('PALPABLE_COUNT'))
  .readonly();
