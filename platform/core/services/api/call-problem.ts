import { errorResponseSchema, validationBodySchema } from '#contracts';
import { messageOf, type Problem } from '#foundation';
import { callTexts } from '../../texts/call-texts.ts';

/** A refusal of the server: a Problem with the HTTP status and the body's parts. */
export interface CallProblem extends Problem {
  /** 0: the server was not reached. */
  readonly status: number;
  readonly errorType: string | null;
  readonly fields: readonly {
    readonly field: string;
    readonly code: string;
    readonly message: string;
  }[];
  readonly data: unknown;
}

export const OFFLINE_CODE = 'OFFLINE';
export const ABORTED_CODE = 'ABORTED';

/** True when the server was not reached or is not ready: the work is kept and tried again. */
export function isOffline(problem: Problem): boolean {
  return problem.code === OFFLINE_CODE;
}

export function isAborted(problem: Problem): boolean {
  return problem.code === ABORTED_CODE;
}

const NEXT_BY_STATUS: Readonly<Record<number, string>> = callTexts.nextByStatus;

/** `VersionConflict` → `VERSION_CONFLICT`. */
function codeOf(errorType: string | null, status: number): string {
  if (status === 503) return OFFLINE_CODE;
  if (errorType !== null) return errorType.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
  if (status === 401) return 'UNAUTHORIZED';
  if (status === 403) return 'FORBIDDEN';
  return status === 404 ? 'NOT_FOUND' : `HTTP_${status}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, e.g. the page of a proxy: the status alone speaks then.
    return null;
  }
}

/** 400 answers may carry a template with `{name}` places instead of a message. */
function filledTemplate(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('template' in body)) return body;
  const { template, data } = body as { template: unknown; data?: unknown };
  const values = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const message = String(template).replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
  return { message, ...body };
}

/** The Problem of an answer other than 200; understands the bodies that the contract fixes. */
export function errorResponseProblem(
  method: string,
  status: number,
  bodyText: string,
): CallProblem {
  const body = filledTemplate(parseJson(bodyText));
  const validation = validationBodySchema.safeParse(body);
  if (validation.success) {
    const { errors, errorType } = validation.data;
    return {
      code: 'VALIDATION_FAILED',
      title: errors.map((error) => error.message).join(' '),
      detail: callTexts.invalid.detail(errors.map((error) => error.field).join(', ')),
      next: callTexts.invalid.next,
      status,
      errorType,
      fields: errors,
      data: null,
    };
  }
  const errorResponse = errorResponseSchema.safeParse(body);
  const errorType = errorResponse.success ? (errorResponse.data.errorType ?? null) : null;
  return {
    code: codeOf(errorType, status),
    title: errorResponse.success ? errorResponse.data.message : callTexts.rejected.title(method),
    detail: callTexts.rejected.detail(status),
    next:
      status === 503
        ? callTexts.rejected.notReady
        : (NEXT_BY_STATUS[status] ?? callTexts.rejected.next),
    status,
    errorType,
    fields: [],
    data: errorResponse.success ? (errorResponse.data.data ?? null) : null,
  };
}

/** The Problem of a call that got no answer: cancelled by the caller, or the server unreachable. */
export function unreachedProblem(method: string, thrown: unknown, aborted: boolean): CallProblem {
  const base = { status: 0, errorType: null, fields: [], data: null };
  if (aborted) {
    return {
      ...base,
      code: ABORTED_CODE,
      title: callTexts.cancelled.title,
      detail: method,
      next: callTexts.cancelled.next,
    };
  }
  return {
    ...base,
    code: OFFLINE_CODE,
    title: callTexts.unreached.title,
    detail: `${method}: ${messageOf(thrown)}`,
    next: callTexts.unreached.next,
  };
}

export const RANGE_MISMATCH_CODE = 'RANGE_NOT_KEPT';

/** The Problem of an answer that holds other bytes than those asked for. */
export function rangeProblem(status: number, requested: string, actual: string): CallProblem {
  return {
    code: RANGE_MISMATCH_CODE,
    title: callTexts.range.title,
    detail: callTexts.range.detail(requested, actual),
    next: callTexts.range.next,
    status,
    errorType: null,
    fields: [],
    data: null,
  };
}

/** The Problem of an answer that does not fit its schema: client and server disagree. */
export function mismatchProblem(method: string, path: string, detail: string): CallProblem {
  return {
    code: 'ANSWER_MISMATCH',
    title: callTexts.mismatch.title,
    detail: `${method} ${path}: ${detail}`,
    next: callTexts.mismatch.next,
    status: 200,
    errorType: null,
    fields: [],
    data: null,
  };
}
