/** Errors of stored files, uploads and downloads. */
export const fileMessages = {
  DOWNLOAD_INVALID: 'This download link is not valid or no longer valid. Request a new one.',
  TRANSFERS_OF_ACCOUNT: ({ count }: { readonly count: number }) =>
    `This account already runs ${count} transfers. Wait until one of them ends.`,
  TRANSFERS_OF_SERVER: 'The server is at its limit of concurrent transfers. Try again in a moment.',
  IMPORTS_BUSY:
    'The server is reading other imported files. Import the file again in a few minutes.',
  RANGE_INVALID: 'The range starts after the end of the file.',
  CHECKSUM_HEADER_INVALID: 'x-checksum-sha256 must have 64 hexadecimal digits.',
  FILE_ID_TAKEN: 'Another file has this ID.',
  FILE_HAS_CONTENT: 'The file already has content. Register a new file.',
  FILE_HAS_OTHER_CONTENT: 'The file already has other content. Register a new file.',
  FILE_HEADER_FIXED: 'The header belongs to the stored content. Register a new file.',
  FILE_QUARANTINED:
    'The stored file is missing or damaged and can’t be opened. Restore it from a backup or create it again.',
  FORM_REQUIRED: ({ field }: { readonly field: string }) =>
    `Send the file as form-data in the field "${field}".`,
  FORM_FILE_MISSING: ({ field }: { readonly field: string }) =>
    `The form has no file in the field "${field}".`,
  FORM_FIELD_WRONG: ({ field, expected }: { readonly field: string; readonly expected: string }) =>
    `The file is in the field "${field}". Send it in the field "${expected}".`,
  FORM_UNREADABLE: 'The form can’t be read.',
  UPLOAD_COMMITTED: 'This upload is already committed.',
  UPLOAD_OVER: 'This upload was cancelled or has expired. Start a new one.',
  UPLOAD_INCOMPLETE: ({ offset, size }: { readonly offset: number; readonly size: number }) =>
    `The upload has ${offset} of ${size} bytes.`,
  UPLOAD_SIZE_REQUIRED:
    'Send size and sha256 of the whole file, because the upload started without them.',
  UPLOAD_DECLARED_OTHERWISE: 'The upload was started for another file.',
  UPLOADS_OPEN: ({ count }: { readonly count: number }) =>
    `This account has ${count} open uploads. Commit or cancel some of them.`,
  CHUNK_DAMAGED: 'The chunk arrived damaged and was discarded. Send it again.',
  CHUNK_OFFSET: ({ offset }: { readonly offset: number }) => `The next byte is number ${offset}.`,
  CHUNK_TOO_LARGE: ({ maxMiB }: { readonly maxMiB: number }) =>
    `A chunk can have up to ${maxMiB} MiB. Send the file in smaller chunks.`,
  CHUNK_PAST_END: 'The chunk exceeds the size with which the upload was started.',
  CHUNK_ENCODED: 'Send the bytes without a Content-Encoding.',
  CHUNK_OFFSET_REQUIRED: 'Send the position of the chunk in the header upload-offset.',
  CHUNK_CHECKSUM_REQUIRED:
    'Send x-checksum-sha256 (64 hexadecimal digits) or x-checksum-crc32 (8 digits) of the chunk.',
  CHUNK_CONTENT_TYPE: 'Send the bytes as application/octet-stream.',
};
