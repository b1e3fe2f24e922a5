import * as z from 'zod';
import { epochSchema, idSchema } from '../../entities/common.ts';
import { fileAxisSchema } from '../../entities/records/orientation-correction.ts';
import {
  deviceAngleFieldsSchema,
  nippleFieldsSchema,
  scanFieldsSchema,
  scanSchema,
} from '../../entities/records/scan.ts';
import { scanPresenceSchema, scanReaderSchema } from '../../entities/records/scan-reader.ts';
import { scanSide, scanState } from '../../enumerations.ts';
import { formDateSchema, timeOfDayPattern } from '../../patterns.ts';
import { BODY_BYTES, defineRoute } from '../../route.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { scanChangeRoutes } from './scan-change-routes.ts';
import { scanCorrectionRoutes } from './scan-correction-routes.ts';
import { scanListRoutes } from './scan-list-routes.ts';

const byId = z.object({ id: idSchema });

/**
 * Fields of the import form: destination, side and day of the scan, and for a volume the file axes
 * of depth and head, which are needed where the header of the file states none. `patientId` creates a
 * new study with the scan.
 */
export const importFieldsSchema = z
  .strictObject({
    studyId: idSchema.optional(),
    patientId: idSchema.optional(),
    laterality: scanSide.schema,
    depthAxis: fileAxisSchema.optional(),
    headAxis: fileAxisSchema.optional(),
    /** `true`: the axes count even if the header of the file states others. */
    overridesHeader: z.enum(['true', 'false']).default('false'),
    /** Day of the examination at the site; unknown if omitted. */
    examinedOn: formDateSchema.optional(),
    /** Time of day at the site, where the file states it. */
    examinedTime: timeOfDayPattern.optional(),
  })
  .refine(({ studyId, patientId }) => (studyId === undefined) !== (patientId === undefined), {
    path: ['studyId'],
    ...fieldText('STUDY_OR_PATIENT'),
  })
  .refine(({ depthAxis, headAxis }) => (depthAxis === undefined) === (headAxis === undefined), {
    path: ['headAxis'],
    ...fieldText('BOTH_AXES'),
  })
  .refine(
    ({ examinedOn, examinedTime }) => examinedTime === undefined || examinedOn !== undefined,
    {
      path: ['examinedOn'],
      ...fieldText('TIME_WITHOUT_DAY'),
    },
  );
export type ImportFields = z.input<typeof importFieldsSchema>;

export const scanRoutes = {
  ...scanListRoutes,
  ...scanChangeRoutes,
  ...scanCorrectionRoutes,
  createScan: defineRoute({
    method: 'POST',
    path: '/scans',
    summary: 'Create a scan',
    access: ['STUDY_CREATE'],
    principals: [],
    body: scanFieldsSchema,
    response: scanSchema,
  }),
  getScan: defineRoute({
    method: 'GET',
    path: '/scans/{id}',
    summary: 'One scan',
    access: ['STUDY_VIEW'],
    principals: ['device'],
    params: byId,
    response: scanSchema,
  }),
  getScanCoronal: defineRoute({
    method: 'GET',
    path: '/scans/{id}/coronal',
    summary: 'Small coronal image of the latest volume at mid depth',
    access: ['STUDY_VIEW'],
    principals: [],
    longRead: true,
    params: byId,
    response: z.object({
      imageBase64: z
        .string()
        .nullable()
        .describe('PNG of at most 160 pixels a side as base64; null without a readable volume.'),
    }),
  }),
  updateScanState: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/updateScanState/{scanState}',
    summary:
      'Change the state: N → I → C; other changes are rejected. Completion queues the reconstruction',
    access: ['STUDY_CREATE'],
    principals: ['device'],
    params: byId.extend({ scanState: scanState.schema }),
    body: z
      .strictObject({
        epoch: epochSchema.min(1).optional(),
        /** Sent by the device when a scan starts; stored with the scan. */
        deviceAngle: deviceAngleFieldsSchema.optional(),
      })
      .default({}),
    response: scanSchema,
  }),
  setNipple: defineRoute({
    method: 'PUT',
    path: '/scans/{id}/nipple',
    summary: 'Set the nipple location',
    access: ['STUDY_CREATE', 'ANTN_CREATE'],
    principals: [],
    params: byId,
    body: nippleFieldsSchema,
    maxBodyBytes: BODY_BYTES.thumbnail,
    response: scanSchema,
    ifMatch: 'optional',
  }),
  clearNipple: defineRoute({
    method: 'DELETE',
    path: '/scans/{id}/nipple',
    summary: 'Delete the nipple location (undo of the first one)',
    access: ['STUDY_CREATE', 'ANTN_CREATE'],
    principals: [],
    params: byId,
    response: scanSchema,
    ifMatch: 'optional',
  }),
  reportPresence: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/presence',
    summary:
      'Report that a page has the scan open; returns the other users with the scan open, none for blind annotators',
    access: ['ANTN_VIEW'],
    principals: [],
    params: byId,
    body: scanPresenceSchema,
    response: z.object({ items: z.array(scanReaderSchema) }),
  }),
  confirmOrientation: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/confirmOrientation',
    summary: 'Confirm the assumed orientation of an imported volume',
    access: ['STUDY_CREATE', 'ANTN_CREATE'],
    principals: [],
    params: byId,
    response: scanSchema,
  }),
  importFromFiles: defineRoute({
    method: 'POST',
    path: '/scans/actions/importFromFiles',
    summary:
      'Import a volume (MetaImage, NRRD) or a DICOM ultrasound multi-frame as a scan; all or nothing',
    access: ['STUDY_CREATE'],
    principals: [],
    query: importFieldsSchema,
    bodyKind: 'form',
    response: scanSchema,
  }),
};
