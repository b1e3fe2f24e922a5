import { ERROR_STATUS, type ErrorType, type FieldError } from '#contracts';

/** Error returned by a handler, never thrown; `sendResponse` converts it to HTTP. */
export class ErrorResponse {
  readonly errorType: ErrorType;
  readonly message: string;
  readonly data: unknown;

  constructor(errorType: ErrorType, message: string, data?: unknown) {
    this.errorType = errorType;
    this.message = message;
    this.data = data;
  }

  get status(): number {
    return ERROR_STATUS[this.errorType];
  }

  /** 401, 403 and 404 contain `{message, data}`; other errors also contain their errorType. */
  get body(): object {
    const anonymous = this.status === 401 || this.status === 403 || this.status === 404;
    return {
      ...(anonymous ? {} : { errorType: this.errorType }),
      message: this.message,
      data: this.data ?? null,
    };
  }
}

/** Body or query that violates its schema: 400 with one entry per field. */
export class ValidationErrorResponse extends ErrorResponse {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super('BadRequest', errors.map((error) => error.message).join(' '));
    this.errors = errors;
  }

  override get body(): object {
    return { errorType: 'ValidationFailed', errors: this.errors };
  }
}

export function errorResponse(
  errorType: ErrorType,
  message: string,
  data?: unknown,
): ErrorResponse {
  return new ErrorResponse(errorType, message, data);
}

/** Same error for missing records and records of another organization. */
export function notFound(what: string): ErrorResponse {
  return new ErrorResponse('NotFound', `${what} was not found`);
}

/** Edit based on an outdated version; the body contains the current entity. */
export function versionConflict(current: unknown): ErrorResponse {
  return new ErrorResponse('VersionConflict', 'Someone else has changed this meanwhile', current);
}
