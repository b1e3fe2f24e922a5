import * as z from 'zod';
import { attachmentType, laterality, uploadStatus } from '../../enumerations.ts';
import { dateSchema, idSchema, instantSchema, storedSchema } from '../common.ts';

/** File name chosen by a user: no path, no control characters, no leading dot. */
export const attachmentFileNameSchema = z
  .string()
  .normalize('NFC')
  .regex(
    /^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N} ._()+,&=@#'’-]{0,99}$/u,
    'A file name begins with a letter or digit and holds no path',
  );

export const fileInfoSchema = z.object({
  name: attachmentFileNameSchema,
  /** Lower-case hex SHA-256 of the bytes to be uploaded. */
  checksum: z
    .string()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, 'A checksum is a SHA-256 of 64 hexadecimal digits'),
});

const NEEDS_FILES = 'Attachment creation requires file info.';
const NEEDS_ID = 'Attachment update requires an id.';

const attachmentBodySchema = z.object({
  documentDate: dateSchema.nullable().default(null),
  lateralityCode: laterality.schema.nullable().default(null),
  patientAttachmentTypeCode: attachmentType.schema,
});

export const newAttachmentSchema = z.strictObject({
  ...attachmentBodySchema.shape,
  /** Client-generated id, so that a repeated POST returns the same attachment. */
  id: idSchema.optional(),
  patientId: idSchema,
  filesInfo: z
    .array(fileInfoSchema.strict(), NEEDS_FILES)
    .min(1, NEEDS_FILES)
    .max(100)
    .refine((files) => new Set(files.map(({ name }) => name)).size === files.length, {
      message: 'Every file has a name of its own',
    }),
});
export type NewAttachment = z.input<typeof newAttachmentSchema>;

export const attachmentUpdateSchema = z.strictObject({
  ...attachmentBodySchema.shape,
  id: z.uuid(NEEDS_ID).toLowerCase(),
  /** D once every file is stored; never returns to P. */
  uploadStatus: uploadStatus.schema.optional(),
});

export const attachmentSchema = storedSchema.extend(attachmentBodySchema.shape).extend({
  patientId: idSchema,
  uploadStatus: uploadStatus.schema,
  filesInfo: z.array(
    fileInfoSchema.extend({
      byteLength: z.number().int().nonnegative().nullable(),
      /** Opaque storage key; null until the bytes are stored. */
      storagePath: z.string().nullable(),
      storedAt: instantSchema.nullable(),
      /** Set while the stored bytes are missing or damaged and the file must be sent again. */
      quarantinedAt: instantSchema.nullable(),
    }),
  ),
  /** Upload URLs of the missing files. */
  uploadUrls: z.array(
    z.object({ fileName: z.string(), storagePath: z.string().nullable(), url: z.string() }),
  ),
});
export type Attachment = z.infer<typeof attachmentSchema>;
