import * as z from 'zod';
import { epochSchema, idSchema, pageQuerySchema, pageSchema } from '../entities/common.ts';
import {
  deviceAngleSchema,
  nippleFieldsSchema,
  scanFieldsSchema,
  scanSchema,
} from '../entities/scan.ts';
import { scanFileFieldsSchema, scanFileSchema, scanVolumeSchema } from '../entities/scan-file.ts';
import { fileCategory, fileRole, scanSide, scanState } from '../enumerations.ts';
import { defineRoute } from './route.ts';

const byId = z.object({ id: idSchema });
const byScanId = z.object({ scanId: idSchema });

/** Patient direction that a file's voxel axis points to. */
export const fileAxisSchema = z.enum(['+i', '-i', '+j', '-j', '+k', '-k']);
export type FileAxis = z.infer<typeof fileAxisSchema>;

/**
 * What the import form asks: where the scan goes, the side, and for a volume which file axis is
 * depth and which is head. With `patientId` a new study is made together with the scan.
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
  createScan: defineRoute({
    method: 'POST',
    path: '/scans',
    summary: 'A scan to be made',
    access: ['STUDY_CREATE'],
    principals: [],
    body: scanFieldsSchema,
    answer: scanSchema,
  }),
  getScan: defineRoute({
    method: 'GET',
    path: '/scans/{id}',
    summary: 'One scan',
    access: ['STUDY_VIEW'],
    principals: ['device', 'worker'],
    params: byId,
    answer: scanSchema,
  }),
  listScansOfStudy: defineRoute({
    method: 'GET',
    path: '/studies/{studyId}/scans',
    summary: 'Scans of a study, newest acquisition first',
    access: ['STUDY_VIEW'],
    principals: [],
    params: z.object({ studyId: idSchema }),
    answer: pageSchema(scanSchema),
  }),
  updateScanState: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/updateScanState/{scanState}',
    summary: 'N → I → C; others are refused by name. Completing queues the reconstruction',
    access: ['STUDY_CREATE'],
    principals: ['device'],
    params: byId.extend({ scanState: scanState.schema }),
    body: z
      .object({
        epoch: epochSchema.min(1).optional(),
        /** Told by the device when a scan starts; stored with the scan. */
        deviceAngle: deviceAngleSchema.optional(),
      })
      .default({}),
    answer: scanSchema,
  }),
  setNipple: defineRoute({
    method: 'PUT',
    path: '/scans/{id}/nipple',
    summary: 'Set the nipple location',
    access: ['STUDY_CREATE', 'ANTN_CREATE'],
    principals: [],
    params: byId,
    body: nippleFieldsSchema,
    answer: scanSchema,
  }),
  confirmOrientation: defineRoute({
    method: 'POST',
    path: '/scans/{id}/actions/confirmOrientation',
    summary: 'The assumed orientation of an imported volume is right',
    access: ['STUDY_CREATE', 'ANTN_CREATE'],
    principals: [],
    params: byId,
    answer: scanSchema,
  }),
  getVolume: defineRoute({
    method: 'GET',
    path: '/scans/{id}/volume',
    summary: 'The latest 3D volume with its pyramid and download addresses',
    access: ['STUDY_VIEW'],
    principals: ['worker'],
    params: byId,
    answer: scanVolumeSchema,
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
    answer: scanSchema,
  }),
  createScanFile: defineRoute({
    method: 'POST',
    path: '/scanfiles',
    summary: 'Announce a file of a scan; its bytes follow',
    access: ['STUDY_CREATE'],
    principals: ['device', 'worker'],
    body: scanFileFieldsSchema,
    answer: scanFileSchema,
  }),
  putScanFileContent: defineRoute({
    method: 'PUT',
    path: '/scanfiles/{id}/content',
    summary: 'The bytes, as form-data field `data`; header x-checksum-sha256 is compared',
    access: ['STUDY_CREATE'],
    principals: ['device', 'worker'],
    params: byId,
    bodyKind: 'form',
    answer: scanFileSchema,
  }),
  listScanFiles: defineRoute({
    method: 'GET',
    path: '/scans/{scanId}/scanfiles',
    summary: 'Stored files of a scan, oldest first; raw frames of superseded attempts are left out',
    access: ['STUDY_VIEW'],
    principals: ['device', 'worker'],
    params: byScanId,
    query: pageQuerySchema.extend({
      limit: z.coerce.number().int().min(1).max(1000).default(1000),
      fileCategory: fileCategory.schema.optional(),
      role: fileRole.schema.optional(),
    }),
    answer: pageSchema(scanFileSchema),
  }),
  downloadScanFile: defineRoute({
    method: 'GET',
    path: '/scanfiles/{id}/download',
    summary: 'The bytes, checked against their checksum; Range is honoured',
    access: ['STUDY_VIEW'],
    principals: ['device', 'worker'],
    params: byId,
  }),
};
