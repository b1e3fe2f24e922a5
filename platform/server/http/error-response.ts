import {
  ERROR_STATUS,
  type ErrorType,
  type FieldError,
  type NotFoundCode,
  type ServerMessage,
  serverMessage,
} from '#contracts';
import type { Problem } from '#foundation';

/** Error returned by a handler, never thrown; `sendResponse` converts it to HTTP. */
export class ErrorResponse {
  readonly errorType: ErrorType;
  readonly code: string;
  readonly values: ServerMessage['values'];
  /** English text of the code. */
  readonly message: string;
  readonly data: unknown;

  constructor(errorType: ErrorType, { code, values, text }: ServerMessage, data?: unknown) {
    this.errorType = errorType;
    this.code = code;
    this.values = values;
    this.message = text;
    this.data = data;
  }

  get status(): number {
    return ERROR_STATUS[this.errorType];
  }

  /** Body of the contract: without `errorType` on 401, 403 and 404, whose status says the same. */
  get body(): object {
    const { code, values, message, data } = this;
    const omitsType = this.status === 401 || this.status === 403 || this.status === 404;
    return {
      ...(omitsType ? {} : { errorType: this.errorType }),
      code,
      values,
      message,
      data: data ?? null,
    };
  }
}

/** Maximum number of errors in a response. */
const MAX_ERRORS = 20;
/** Maximum size of the errors in a response, so that the response has at most 16 kB. */
const MAX_ERROR_BYTES = 15_000;
/** Maximum length of the name of a field, because a caller may send names of any length. */
const MAX_FIELD_LENGTH = 200;

/**
 * Body or query that violates its schema: 400 with one entry per field. Contains the first 20
 * errors in at most 16 kB and the number of the others.
 */
export class ValidationErrorResponse extends ErrorResponse {
  readonly errors: readonly FieldError[];
  /** Number of errors that the response omits. */
  readonly omittedErrors: number;

  constructor(errors: readonly FieldError[]) {
    const first = firstErrors(errors);
    const text = first.map((error) => error.message).join(' ');
    super('BadRequest', { ...serverMessage('VALIDATION_FAILED'), text });
    this.errors = first;
    this.omittedErrors = errors.length - first.length;
  }

  override get body(): object {
    const { errors, omittedErrors } = this;
    return {
      errorType: 'ValidationFailed',
      errors,
      ...(omittedErrors === 0 ? {} : { omittedErrors }),
    };
  }
}

/** Returns the errors that a response contains, with shortened names of fields. */
function firstErrors(errors: readonly FieldError[]): readonly FieldError[] {
  const first: FieldError[] = [];
  let bytes = 0;
  for (const error of errors.slice(0, MAX_ERRORS)) {
    const shortened = { ...error, field: shortenField(error.field) };
    bytes += Buffer.byteLength(JSON.stringify(shortened));
    if (first.length > 0 && bytes > MAX_ERROR_BYTES) break;
    first.push(shortened);
  }
  return first;
}

const shortenField = (field: string): string =>
  field.length <= MAX_FIELD_LENGTH ? field : `${field.slice(0, MAX_FIELD_LENGTH)}…`;

export function errorResponse(
  errorType: ErrorType,
  message: ServerMessage,
  data?: unknown,
): ErrorResponse {
  return new ErrorResponse(errorType, message, data);
}

/** Converts a Problem to a message; its code is that of the Problem, without values. */
export function problemMessage({ code, title, next }: Problem): ServerMessage {
  return { code, values: {}, text: `${title}. ${next}` };
}

/** Same error for missing records and records of another organization. */
export function notFound(code: NotFoundCode): ErrorResponse {
  return new ErrorResponse('NotFound', serverMessage(code));
}

/** Edit based on an outdated version; the body contains the current entity. */
export function versionConflict(current: unknown): ErrorResponse {
  return new ErrorResponse('VersionConflict', serverMessage('VERSION_CONFLICT'), current);
}
