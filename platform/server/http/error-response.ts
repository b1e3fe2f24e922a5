import { ERROR_STATUS, type ErrorType, type FieldError } from '#contracts';

/** A named "no" of a handler. Returned, never thrown; one place makes HTTP of it. */
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

  /** 401, 403 and 404 carry `{message, data}`, the others name their errorType as well. */
  get body(): object {
    const anonymous = this.status === 401 || this.status === 403 || this.status === 404;
    return {
      ...(anonymous ? {} : { errorType: this.errorType }),
      message: this.message,
      data: this.data ?? null,
    };
  }
}

/** A body or query that does not fit its schema: 400 with one entry a field. */
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

/** For what does not exist and for what belongs to another organization alike. */
export function notFound(what: string): ErrorResponse {
  return new ErrorResponse('NotFound', `${what} was not found`);
}

/** An edit that started from an older version; the body carries the current entity. */
export function versionConflict(current: unknown): ErrorResponse {
  return new ErrorResponse('VersionConflict', 'Someone else has changed this meanwhile', current);
}
