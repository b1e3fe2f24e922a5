import * as z from 'zod';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import {
  fileExistenceSchema,
  fileNameSchema,
  maskFileFieldsSchema,
  nippleAiFieldsSchema,
  scanFileFieldsSchema,
  scanFileSchema,
  scanFileUpdateSchema,
  scanVolumeSchema,
} from '../../entities/files/scan-file.ts';
import {
  addressQuerySchema,
  uploadSchema,
  uploadUrlFieldsSchema,
} from '../../entities/files/upload.ts';
import { fileCategory, fileRole } from '../../enumerations.ts';
import { defineRoute } from '../../route.ts';
import { fieldText } from '../../texts/field-texts.ts';

const byId = z.object({ id: idSchema });
const byScanId = z.object({ scanId: idSchema });
const readers = { access: ['STUDY_VIEW'], principals: ['device'] } as const;
const writers = { access: ['STUDY_CREATE'], principals: ['device'] } as const;

/** Routes of scan files: rows, bytes and the latest volume of a scan. */
export const scanFileRoutes = {
  getVolume: defineRoute({
    method: 'GET',
    path: '/scans/{id}/volume',
    summary: 'The latest 3D volume with its pyramid and download addresses',
    access: ['STUDY_VIEW'],
    principals: [],
    params: byId,
    response: scanVolumeSchema,
  }),
  createScanFile: defineRoute({
    ...writers,
    method: 'POST',
    path: '/scanfiles',
    summary: 'Register a file of a scan before its upload',
    body: scanFileFieldsSchema,
    response: scanFileSchema,
  }),
  putScanFileContent: defineRoute({
    ...writers,
    method: 'PUT',
    path: '/scanfiles/{id}/content',
    summary: 'Send the content, as form-data field `data`; header x-checksum-sha256 is compared',
    params: byId,
    bodyKind: 'form',
    response: scanFileSchema,
  }),
  searchScanFiles: defineRoute({
    ...readers,
    method: 'GET',
    path: '/scanfiles',
    summary:
      'Files of all scans or of one, newest first, including registered files without content',
    query: pageQuerySchema.extend({
      scanId: idSchema.optional(),
      fileCategory: fileCategory.schema.optional(),
    }),
    response: pageSchema(scanFileSchema),
  }),
  getScanFile: defineRoute({
    ...readers,
    method: 'GET',
    path: '/scanfiles/{id}',
    summary: 'One file of a scan',
    params: byId,
    response: scanFileSchema,
  }),
  updateScanFile: defineRoute({
    ...writers,
    method: 'PUT',
    path: '/scanfiles/{id}',
    summary: 'Change the metadata of a file; its content never changes',
    params: byId,
    body: scanFileUpdateSchema,
    response: scanFileSchema,
    ifMatch: 'optional',
  }),
  deleteScanFile: defineRoute({
    ...writers,
    method: 'DELETE',
    path: '/scanfiles/{id}',
    summary: 'Delete a file and its dependent files; the content stays in the store',
    params: byId,
    response: scanFileSchema,
    ifMatch: 'optional',
  }),
  deleteScanFiles: defineRoute({
    ...writers,
    method: 'DELETE',
    path: '/scans/{scanId}/scanfiles',
    summary: 'Delete all files of a scan together',
    params: byScanId,
    response: z.object({ deleted: z.number().int().nonnegative() }),
  }),
  listScanFiles: defineRoute({
    ...readers,
    method: 'GET',
    path: '/scans/{scanId}/scanfiles',
    summary: 'Stored files of a scan, newest first; raw frames of superseded attempts are left out',
    params: byScanId,
    query: pageQuerySchema.extend({
      limit: z.coerce.number().int().min(1).max(1000).default(1000),
      fileCategory: fileCategory.schema.optional(),
      role: fileRole.schema.optional(),
    }),
    response: pageSchema(scanFileSchema),
  }),
  downloadScanFile: defineRoute({
    access: ['STUDY_VIEW'],
    // Workers download volumes only.
    principals: ['device', 'worker'],
    method: 'GET',
    path: '/scanfiles/{id}/download',
    summary:
      'The content, compared with its checksum; supports Range. A token in the address replaces the bearer token',
    params: byId,
    query: addressQuerySchema,
  }),
  setNippleAi: defineRoute({
    method: 'PUT',
    path: '/scanfiles/{id}/nippleAi',
    summary: 'Nipple location that a model finds in the volume of the file',
    access: ['STUDY_CREATE'],
    principals: [],
    params: byId,
    body: nippleAiFieldsSchema,
    response: scanFileSchema,
  }),
  checkFileExistence: defineRoute({
    ...readers,
    method: 'GET',
    path: '/scanfiles/actions/checkFileExistence',
    summary:
      'Whether row, bytes and checksum of a file agree, by `id` or by `scanId` and `fileName`',
    query: z
      .strictObject({
        id: idSchema.optional(),
        scanId: idSchema.optional(),
        fileName: fileNameSchema.optional(),
      })
      .refine(
        ({ id, scanId, fileName }) =>
          id === undefined
            ? scanId !== undefined && fileName !== undefined
            : scanId === undefined && fileName === undefined,
        { path: ['id'], ...fieldText('FILE_OR_NAME') },
      ),
    response: fileExistenceSchema,
  }),
  createMaskFileMeta: defineRoute({
    ...writers,
    method: 'POST',
    path: '/scanfiles/actions/createMaskFileMeta',
    summary: 'Register a segmentation mask before its upload',
    body: maskFileFieldsSchema,
    response: scanFileSchema,
  }),
  generateUploadUrl: defineRoute({
    ...writers,
    method: 'POST',
    path: '/scanfiles/actions/generateUploadUrl',
    summary: 'Register a file and start its resumable upload',
    body: uploadUrlFieldsSchema,
    response: uploadSchema,
  }),
};
