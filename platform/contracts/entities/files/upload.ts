import * as z from 'zod';
import { fileCategory } from '../../enumerations.ts';
import { idSchema, instantSchema } from '../common.ts';
import { attachmentFileNameSchema } from './attachment.ts';
import { fileNameSchema } from './scan-file.ts';

/** Lower-case hex, 64 digits. */
export const sha256Schema = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'A SHA-256 has 64 hexadecimal digits');

/** The most that one PATCH of an upload may bring. */
export const MAX_CHUNK_BYTES = 16 * 1024 * 1024;
/** The largest file of a scan: a raw sweep of 720 frames of RF is about half of it. */
export const MAX_FILE_BYTES = 2 * 1024 ** 3;

const sizeSchema = z.number().int().nonnegative().max(MAX_FILE_BYTES, 'A file has at most 2 GiB');

const contentFields = { size: sizeSchema, sha256: sha256Schema };
const newFile = {
  scanId: idSchema,
  fileName: fileNameSchema,
  fileCategoryId: fileCategory.schema,
};

/** An upload of an announced file, or of one that is announced with it. */
export const uploadFieldsSchema = z
  .object({
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
      message: 'Name either scanFileId, or scanId with fileName and fileCategoryId',
    },
  );
export type UploadFields = z.input<typeof uploadFieldsSchema>;

/** As the calls of older clients have it: size and checksum may follow with the commit. */
export const uploadUrlFieldsSchema = z.object({
  ...newFile,
  size: sizeSchema.optional(),
  sha256: sha256Schema.optional(),
});

/** What the whole must be, where that was not said before. */
export const uploadCommitSchema = z
  .object({ size: sizeSchema.optional(), sha256: sha256Schema.optional() })
  .default({});

export const uploadStateSchema = z.enum(['OPEN', 'COMMITTED', 'GIVEN_UP']);
export type UploadState = z.infer<typeof uploadStateSchema>;

export const uploadSchema = z.object({
  id: idSchema,
  scanFileId: idSchema,
  /** Below `/api`: PATCH it with bytes, then POST to its `/commit`. */
  url: z.string(),
  state: uploadStateSchema,
  /** Bytes that are there: where the next PATCH begins. */
  offset: z.number().int().nonnegative(),
  size: z.number().int().nonnegative().nullable(),
  sha256: z.string().nullable(),
  maxChunkBytes: z.number().int().positive(),
  /** Bytes that are not committed by then are thrown away. */
  expiresAt: instantSchema,
});
export type Upload = z.infer<typeof uploadSchema>;

/**
 * A stored file of a scan, or a file of an attachment by its name. `navigation` opens once; `range`
 * as often as a viewer asks for parts, until it expires.
 */
export const downloadFieldsSchema = z
  .object({
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
    { path: ['scanFileId'], message: 'Name either scanFileId, or attachmentId with fileName' },
  );

/** What an address may carry in place of headers. */
export const addressQuerySchema = z.object({
  token: z.string().max(2000).optional(),
  apikey: z.string().max(500).optional(),
});

export const downloadSchema = z.object({
  /** Below `/api`, with key and token: for the address line and nothing else. Never log it. */
  url: z.string(),
  expiresAt: instantSchema,
});
export type Download = z.infer<typeof downloadSchema>;
