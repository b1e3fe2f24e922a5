import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { messageOf } from '#foundation';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';

/** Form-data field for file bytes on all upload routes. */
export const FILE_FIELD = 'data';

export interface FormFile {
  readonly bytes: Readable;
  /** Name given by the sender; untrusted, never use as a path. */
  readonly fileName: string;
}

/**
 * Returns the single file of a form. Its bytes are still arriving and must be read or destroyed.
 */
export async function formFile(request: FastifyRequest): Promise<FormFile | ErrorResponse> {
  if (!request.isMultipart()) {
    return errorResponse('BadRequest', `Send the file as form-data in the field '${FILE_FIELD}'`);
  }
  try {
    // No size limit at this point, because the consumer of the bytes enforces a limit with a clear
    // error.
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
    return errorResponse('BadRequest', `The form has no file in the field '${FILE_FIELD}'`);
  } catch (thrown) {
    return errorResponse('BadRequest', 'The form cannot be read', { reason: messageOf(thrown) });
  }
}

const unexpectedField = (field: string): ErrorResponse =>
  errorResponse(
    'BadRequest',
    `The file came in the field '${field.slice(0, 40)}'; it belongs in '${FILE_FIELD}'`,
  );
