import * as z from 'zod';
import { idSchema } from '../../entities/common.ts';
import { scanFileSchema } from '../../entities/files/scan-file.ts';
import {
  downloadFieldsSchema,
  downloadSchema,
  uploadCommitSchema,
  uploadFieldsSchema,
  uploadSchema,
} from '../../entities/files/upload.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });
const senders = { access: ['STUDY_CREATE'], principals: ['device'] } as const;

/** Routes of resumable uploads, and of tokens for a single download. */
export const uploadRoutes = {
  createUpload: defineRoute({
    ...senders,
    method: 'POST',
    path: '/uploads',
    summary: 'Start a resumable upload; a repeated Idempotency-Key returns the same upload',
    body: uploadFieldsSchema,
    response: uploadSchema,
  }),
  getUpload: defineRoute({
    ...senders,
    method: 'GET',
    path: '/uploads/{id}',
    summary: 'Progress of an upload; resume at `offset`',
    params: byId,
    response: uploadSchema,
  }),
  patchUpload: defineRoute({
    ...senders,
    method: 'PATCH',
    path: '/uploads/{id}',
    summary:
      'Send the bytes from header upload-offset on, as application/octet-stream, with x-checksum-sha256 or x-checksum-crc32 of the chunk. 409 returns the current offset',
    params: byId,
    bodyKind: 'bytes',
    response: uploadSchema,
  }),
  commitUpload: defineRoute({
    ...senders,
    method: 'POST',
    path: '/uploads/{id}/commit',
    summary:
      'Complete an upload: compares the SHA-256 of the whole file and makes the file visible',
    params: byId,
    body: uploadCommitSchema,
    response: scanFileSchema,
  }),
  deleteUpload: defineRoute({
    ...senders,
    method: 'DELETE',
    path: '/uploads/{id}',
    summary: 'Cancel an upload and discard its bytes',
    params: byId,
    response: uploadSchema,
  }),
  createDownload: defineRoute({
    method: 'POST',
    path: '/downloads',
    summary: 'Create an address that opens one file for 60 seconds without a bearer token',
    secret: true,
    access: ['STUDY_VIEW', 'PATIENT_ATTACH_V'],
    principals: [],
    body: downloadFieldsSchema,
    response: downloadSchema,
  }),
};
