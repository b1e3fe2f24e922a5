import * as z from 'zod';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import {
  attachmentFileNameSchema,
  attachmentSchema,
  attachmentUpdateSchema,
  newAttachmentSchema,
} from '../../entities/files/attachment.ts';
import { addressQuerySchema } from '../../entities/files/upload.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });
const byName = byId.extend({ name: attachmentFileNameSchema });

/** Routes of external documents of a patient. */
export const attachmentRoutes = {
  listAttachments: defineRoute({
    method: 'GET',
    path: '/patientattachments',
    summary: 'Attachments of the organization, newest first',
    access: ['PATIENT_ATTACH_V'],
    principals: [],
    query: pageQuerySchema,
    response: pageSchema(attachmentSchema),
  }),
  listAttachmentsOfPatient: defineRoute({
    method: 'GET',
    path: '/patients/{id}/attachments',
    summary: 'Attachments of a patient, newest first',
    access: ['PATIENT_ATTACH_V'],
    principals: [],
    params: byId,
    query: pageQuerySchema,
    response: pageSchema(attachmentSchema),
  }),
  getAttachment: defineRoute({
    method: 'GET',
    path: '/patientattachments/{id}',
    summary: 'One attachment',
    access: ['PATIENT_ATTACH_V'],
    principals: [],
    params: byId,
    response: attachmentSchema,
  }),
  createAttachment: defineRoute({
    method: 'POST',
    path: '/patientattachments',
    summary: 'Register an attachment and its files before their upload',
    access: ['PATIENT_ATTACH_C'],
    principals: [],
    body: newAttachmentSchema,
    response: attachmentSchema,
  }),
  updateAttachment: defineRoute({
    method: 'PUT',
    path: '/patientattachments/{id}',
    summary: 'Change an attachment; upload status D once every file is there',
    access: ['PATIENT_ATTACH_U'],
    principals: [],
    params: byId,
    body: attachmentUpdateSchema,
    response: attachmentSchema,
    ifMatch: 'required',
  }),
  deleteAttachment: defineRoute({
    method: 'DELETE',
    path: '/patientattachments/{id}',
    summary: 'Soft delete',
    access: ['PATIENT_ATTACH_D'],
    principals: [],
    params: byId,
    response: attachmentSchema,
    ifMatch: 'required',
  }),
  putAttachmentFile: defineRoute({
    method: 'PUT',
    path: '/patientattachments/{id}/files/{name}',
    summary: 'Send the content of a registered file, as form-data field `data`',
    access: ['PATIENT_ATTACH_C', 'PATIENT_ATTACH_U'],
    principals: [],
    params: byName,
    bodyKind: 'form',
    response: attachmentSchema,
  }),
  downloadAttachmentFile: defineRoute({
    method: 'GET',
    path: '/patientattachments/{id}/files/{name}',
    summary:
      'The content, compared with its checksum. A token in the address replaces the bearer token',
    access: ['PATIENT_ATTACH_V'],
    principals: [],
    params: byName,
    query: addressQuerySchema,
  }),
};
