import * as z from 'zod';
import { fileCategory } from '../../enumerations.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema } from '../common.ts';
import { attachmentFileNameSchema } from './attachment.ts';
import { fileNameSchema } from './scan-file.ts';

/** Lower-case hex, 64 digits. */
export const sha256Schema = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, fieldText('SHA256_FORMAT'));

/** Maximum size of one PATCH of an upload. */
export const MAX_CHUNK_BYTES = 16 * 1024 * 1024;
/** Maximum size of a scan file; a raw sweep of 720 RF frames is about half of this. */
export const MAX_SCAN_FILE_BYTES = 2 * 1024 ** 3;

const sizeSchema = z.number().int().nonnegative().max(MAX_SCAN_FILE_BYTES);

const contentFields = { size: sizeSchema, sha256: sha256Schema };
const newFile = {
  scanId: idSchema,
  fileName: fileNameSchema,
  fileCategoryId: fileCategory.schema,
};

/** Upload to a registered file, or to a file that is registered with the upload. */
export const uploadFieldsSchema = z
  .strictObject({
    scanFileId: idSchema.optional(),
    ...z.object(newFile).partial().shape,
    ...contentFields,
  })
  .refine(
    ({ scanFileId, scanId, fileName, fileCategoryId }) =>
      scanFileId === undefined
        ? scanId !== undefined && fileName !== undefined && fileCategoryId !== undefined
        : scanId === undefined && fileName === undefined && fileCategoryId === undefined,
    {
      path: ['scanFileId'],
      ...fieldText('UPLOAD_TARGET'),
    },
  );
export type UploadFields = z.input<typeof uploadFieldsSchema>;

/** Upload fields for older clients, which may send size and checksum with the commit. */
export const uploadUrlFieldsSchema = z.strictObject({
  ...newFile,
  size: sizeSchema.optional(),
  sha256: sha256Schema.optional(),
});

/** Expected size and checksum of the whole file, if not sent before. */
export const uploadCommitSchema = z
  .strictObject({ size: sizeSchema.optional(), sha256: sha256Schema.optional() })
  .default({});

/** GIVEN_UP: cancelled or expired. */
export const uploadStateSchema = z.enum(['OPEN', 'COMMITTED', 'GIVEN_UP']);
export type UploadState = z.infer<typeof uploadStateSchema>;

export const uploadSchema = z.object({
  id: idSchema,
  scanFileId: idSchema,
  /** Path below `/api` for PATCH with bytes, then POST to its `/commit`. */
  url: z.string(),
  state: uploadStateSchema,
  /** Number of bytes received, at which the next PATCH starts. */
  offset: z.number().int().nonnegative(),
  size: z.number().int().nonnegative().nullable(),
  sha256: z.string().nullable(),
  maxChunkBytes: z.number().int().positive(),
  /** Uncommitted bytes are deleted at this time. */
  expiresAt: instantSchema,
});
export type Upload = z.infer<typeof uploadSchema>;

/**
 * A scan file, or a file of an attachment by name. A `navigation` link opens once; a `range` link
 * serves any number of range requests until expiry.
 */
export const downloadFieldsSchema = z
  .strictObject({
    scanFileId: idSchema.optional(),
    attachmentId: idSchema.optional(),
    fileName: attachmentFileNameSchema.optional(),
    use: z.enum(['navigation', 'range']).default('navigation'),
  })
  .refine(
    ({ scanFileId, attachmentId, fileName }) =>
      scanFileId === undefined
        ? attachmentId !== undefined && fileName !== undefined
        : attachmentId === undefined && fileName === undefined,
    { path: ['scanFileId'], ...fieldText('DOWNLOAD_TARGET') },
  );

/** Query parameters that replace headers in a link. */
export const addressQuerySchema = z.strictObject({
  token: z.string().max(2000).optional(),
  apikey: z.string().max(500).optional(),
});

/** Name of the meta element with the error of a download by URL: JSON `{status, body}`. */
export const DOWNLOAD_ERROR_META = 'clockface-error';

export const downloadErrorSchema = z.object({ status: z.number().int(), body: z.unknown() });

export const downloadSchema = z.object({
  /**
   * Path below `/api` with API key and token. Only for browser navigation; must never be logged.
   */
  url: z.string(),
  expiresAt: instantSchema,
});
export type Download = z.infer<typeof downloadSchema>;
