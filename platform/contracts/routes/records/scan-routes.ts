import * as z from 'zod';
import { epochSchema, idSchema } from '../../entities/common.ts';
import {
  deviceAngleSchema,
  nippleFieldsSchema,
  scanFieldsSchema,
  scanSchema,
} from '../../entities/records/scan.ts';
import { scanPresenceSchema, scanReaderSchema } from '../../entities/records/scan-reader.ts';
import { scanSide, scanState } from '../../enumerations.ts';
import { defineRoute } from '../../route.ts';
import { scanChangeRoutes } from './scan-change-routes.ts';
import { scanListRoutes } from './scan-list-routes.ts';

const byId = z.object({ id: idSchema });

/** File voxel axis with sign, which the import maps to a patient direction. */
export const fileAxisSchema = z.enum(['+i', '-i', '+j', '-j', '+k', '-k']);
export type FileAxis = z.infer<typeof fileAxisSchema>;

/**
 * Fields of the import form: destination and side of the scan, and for a volume the file axes of
 * depth and head. `patientId` creates a new study with the scan.
 */
export const importFieldsSchema = z
  .object({
    studyId: idSchema.optional(),
    patientId: idSchema.optional(),
    laterality: scanSide.schema,
    depthAxis: fileAxisSchema.default('+j'),
    headAxis: fileAxisSchema.default('+k'),
  })
  .refine(({ studyId, patientId }) => (studyId === undefined) !== (patientId === undefined), {
    path: ['studyId'],
    message: 'Name either the study that takes the scan or the patient who gets a new study',
  });
export type ImportFields = z.input<typeof importFieldsSchema>;

export const scanRoutes = {
  ...scanListRoutes,
  ...scanChangeRoutes,
  createScan: defineRoute({
    method: 'POST',
    path: '/scans',
    summary: 'A scan to be made',
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
    principals: ['device', 'worker'],
    params: byId,
    response: scanSchema,
  }),
  updateScanState: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/updateScanState/{scanState}',
    summary: 'N → I → C; others are refused by name. Completing queues the reconstruction',
    access: ['STUDY_CREATE'],
    principals: ['device'],
    params: byId.extend({ scanState: scanState.schema }),
    body: z
      .strictObject({
        epoch: epochSchema.min(1).optional(),
        /** Sent by the device when a scan starts; stored with the scan. */
        deviceAngle: deviceAngleSchema.optional(),
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
    response: scanSchema,
    ifMatch: 'optional',
  }),
  clearNipple: defineRoute({
    method: 'DELETE',
    path: '/scans/{id}/nipple',
    summary: 'Take the nipple location away: undo of setting it for the first time',
    access: ['STUDY_CREATE', 'ANTN_CREATE'],
    principals: [],
    params: byId,
    response: scanSchema,
    ifMatch: 'optional',
  }),
  attendScan: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/attend',
    summary:
      'The scan is open on a page; answers who else has it open. Blind annotators see nobody',
    access: ['ANTN_VIEW'],
    principals: [],
    params: byId,
    body: scanPresenceSchema,
    response: z.object({ items: z.array(scanReaderSchema) }),
  }),
  confirmOrientation: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/confirmOrientation',
    summary: 'The assumed orientation of an imported volume is right',
    access: ['STUDY_CREATE', 'ANTN_CREATE'],
    principals: [],
    params: byId,
    response: scanSchema,
  }),
  importFromFiles: defineRoute({
    method: 'POST',
    path: '/scans/actions/importFromFiles',
    summary:
      'A volume (MetaImage, NRRD) or a DICOM ultrasound multi-frame becomes a scan; all or nothing',
    access: ['STUDY_CREATE'],
    principals: [],
    query: importFieldsSchema,
    bodyKind: 'form',
    response: scanSchema,
  }),
};
