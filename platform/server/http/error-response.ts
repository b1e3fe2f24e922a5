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

/** Body or query that violates its schema: 400 with one entry per field. */
export class ValidationErrorResponse extends ErrorResponse {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    const text = errors.map((error) => error.message).join(' ');
    super('BadRequest', { ...serverMessage('VALIDATION_FAILED'), text });
    this.errors = errors;
  }

  override get body(): object {
    return { errorType: 'ValidationFailed', errors: this.errors };
  }
}

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
