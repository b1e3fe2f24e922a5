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
const senders = { access: ['STUDY_CREATE'], principals: ['device', 'worker'] } as const;

/** Routes of resumable uploads, and of tokens for a single download. */
export const uploadRoutes = {
  createUpload: defineRoute({
    ...senders,
    method: 'POST',
    path: '/uploads',
    summary: 'Begin an upload that can be resumed; Idempotency-Key finds it again',
    body: uploadFieldsSchema,
    response: uploadSchema,
  }),
  getUpload: defineRoute({
    ...senders,
    method: 'GET',
    path: '/uploads/{id}',
    summary: 'How far an upload is: resume at `offset`',
    params: byId,
    response: uploadSchema,
  }),
  patchUpload: defineRoute({
    ...senders,
    method: 'PATCH',
    path: '/uploads/{id}',
    summary:
      'The bytes from header upload-offset on, as application/octet-stream; x-checksum-sha256 or x-checksum-crc32 of the chunk is compared. 409 tells the present offset',
    params: byId,
    bodyKind: 'bytes',
    response: uploadSchema,
  }),
  commitUpload: defineRoute({
    ...senders,
    method: 'POST',
    path: '/uploads/{id}/commit',
    summary: 'All bytes are there: the SHA-256 of the whole is compared, and the file is visible',
    params: byId,
    body: uploadCommitSchema,
    response: scanFileSchema,
  }),
  deleteUpload: defineRoute({
    ...senders,
    method: 'DELETE',
    path: '/uploads/{id}',
    summary: 'Give up: the bytes that came are thrown away',
    params: byId,
    response: uploadSchema,
  }),
  createDownload: defineRoute({
    method: 'POST',
    path: '/downloads',
    summary: 'An address that opens one file for 60 seconds without a bearer',
    secret: true,
    access: ['STUDY_VIEW', 'PATIENT_ATTACH_V'],
    principals: [],
    body: downloadFieldsSchema,
    response: downloadSchema,
  }),
};
