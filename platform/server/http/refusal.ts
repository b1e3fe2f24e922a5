import { ERROR_STATUS, type ErrorType, type FieldError } from '#contracts';

/** A named "no" of a handler. Returned, never thrown; one place makes HTTP of it. */
export class Refusal {
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
export class ValidationRefusal extends Refusal {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super('BadRequest', errors.map((one) => one.message).join(' '));
    this.errors = errors;
  }

  override get body(): object {
    return { errorType: 'ValidationFailed', errors: this.errors };
  }
}

export function refuse(errorType: ErrorType, message: string, data?: unknown): Refusal {
  return new Refusal(errorType, message, data);
}

/** For what does not exist and for what belongs to another organization alike. */
export function notFound(what: string): Refusal {
  return new Refusal('NotFound', `${what} was not found`);
}

/** An edit that started from an older version; the body carries the current entity. */
export function versionConflict(current: unknown): Refusal {
  return new Refusal('VersionConflict', 'Someone else has changed this meanwhile', current);
}
