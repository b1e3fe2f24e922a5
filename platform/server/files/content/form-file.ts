import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { serverMessage } from '#contracts';
import { messageOf } from '#foundation';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';

/** Form-data field for file bytes on all upload routes. */
export const FILE_FIELD = 'data';

/** File of a form whose bytes are still arriving. */
export interface FormFile {
  readonly bytes: Readable;
  /** Name given by the sender; untrusted, never use as a path. */
  readonly fileName: string;
}

/**
 * Returns the file of a form while its bytes still arrive; the caller must read or destroy the
 * stream.
 */
export async function formFile(request: FastifyRequest): Promise<FormFile | ErrorResponse> {
  if (!request.isMultipart()) {
    return errorResponse('BadRequest', serverMessage('FORM_REQUIRED', { field: FILE_FIELD }));
  }
  try {
    // Sets no size limit, because the reader of the bytes has a limit with a clear error.
    const parts = request.parts({
      limits: { fileSize: Number.POSITIVE_INFINITY, fields: 20, parts: 21, fieldSize: 10_000 },
    });
    for await (const part of parts) {
      if (part.fieldname === FILE_FIELD && part.type === 'file') {
        return { bytes: part.file, fileName: part.filename };
      }
      if (part.type !== 'file') continue;
      part.file.resume();
      return unexpectedField(part.fieldname);
    }
    return errorResponse('BadRequest', serverMessage('FORM_FILE_MISSING', { field: FILE_FIELD }));
  } catch (thrown) {
    return errorResponse('BadRequest', serverMessage('FORM_UNREADABLE'), {
      reason: messageOf(thrown),
    });
  }
}

const unexpectedField = (field: string): ErrorResponse =>
  errorResponse(
    'BadRequest',
    serverMessage('FORM_FIELD_WRONG', { field: field.slice(0, 40), expected: FILE_FIELD }),
  );
