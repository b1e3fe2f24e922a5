import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { messageOf } from '#foundation';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';

/** The form-data field that carries the bytes of a file, on every route that takes one. */
export const FILE_FIELD = 'data';

export interface FormFile {
  readonly bytes: Readable;
  /** What the sender calls it; words of a stranger, never a path of ours. */
  readonly fileName: string;
}

/** The one file of a form. Its bytes are still on their way: they must be read or destroyed. */
export async function formFile(request: FastifyRequest): Promise<FormFile | ErrorResponse> {
  if (!request.isMultipart()) {
    return errorResponse('BadRequest', `Send the file as form-data in the field '${FILE_FIELD}'`);
  }
  try {
    // The size is limited by what is done with the bytes, which can say it in words.
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
