import * as z from 'zod';
import { attachmentType, laterality, uploadStatus } from '../../enumerations.ts';
import { formDateSchema } from '../../patterns.ts';
import { fieldText } from '../../texts/field-texts.ts';
import { dateSchema, idSchema, instantSchema, storedSchema } from '../common.ts';

/** Maximum size of an attached file. */
export const MAX_ATTACHMENT_BYTES = 512 * 1024 ** 2;

/** Maximum length of the name of an attached file, in characters. */
export const MAX_FILE_NAME_LENGTH = 100;

/** File name chosen by a user: no path, no control characters, no leading dot. */
export const attachmentFileNameSchema = z
  .string()
  .normalize('NFC')
  .regex(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N} ._()+,&=@#'’-]{0,99}$/u, fieldText('FILE_NAME_PATH'));

export const fileInfoSchema = z.object({
  name: attachmentFileNameSchema,
  /** Lower-case hex SHA-256 of the bytes to be uploaded. */
  checksum: z
    .string()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, fieldText('SHA256_FORMAT')),
});

const NEEDS_FILES = fieldText('ATTACHMENT_WITHOUT_FILES');
const NEEDS_ID = fieldText('ATTACHMENT_WITHOUT_ID');

const attachmentBodySchema = z.object({
  documentDate: formDateSchema.nullable().default(null),
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
    .refine(
      (files) => new Set(files.map(({ name }) => name)).size === files.length,
      fieldText('FILE_NAME_TWICE'),
    ),
});
export type NewAttachment = z.input<typeof newAttachmentSchema>;

export const attachmentUpdateSchema = z.strictObject({
  ...attachmentBodySchema.shape,
  id: z.uuid(NEEDS_ID).toLowerCase(),
  /** D once every file is stored; never returns to P. */
  uploadStatus: uploadStatus.schema.optional(),
});

export const attachmentSchema = storedSchema.extend(attachmentBodySchema.shape).extend({
  /** May be older than a new date, because the limit did not always exist. */
  documentDate: dateSchema.nullable().default(null),
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
