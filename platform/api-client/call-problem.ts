import * as z from 'zod';
import {
  errorResponseSchema,
  type FieldError,
  problemSchema,
  receivedValidationSchema,
} from '#contracts';
import type { Problem } from '#foundation';
import { fieldsInLanguage, messageText, problemInLanguage } from './message-text.ts';
import { callTexts } from './texts/call-texts.ts';

/** Failure of a call: an error response of the server, or a call without a response. */
export interface CallProblem extends Problem {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Error type of the response; null if absent. */
  readonly errorType: string | null;
  /** Invalid fields of the request; empty for other failures. */
  readonly fields: readonly FieldError[];
  /** Minimum number of further invalid fields that the server did not name. */
  readonly omittedErrors: number;
  /** Data of the error response; null if absent. */
  readonly data: unknown;
}

export const OFFLINE_CODE = 'OFFLINE';
export const ABORTED_CODE = 'ABORTED';

/** True if the server was not reached or is not ready; callers keep unsaved work and retry. */
export function isOffline(problem: Problem): boolean {
  return problem.code === OFFLINE_CODE;
}

export function isAborted(problem: Problem): boolean {
  return problem.code === ABORTED_CODE;
}

/**
 * True if the same call may succeed later: server unreachable, starting or busy, or an internal
 * error. False for a full disk (507), because a retry does not help.
 */
export function isTransient(problem: CallProblem): boolean {
  const { status } = problem;
  return isOffline(problem) || status === 429 || (status >= 500 && status !== 507);
}

/** Converts a Problem outside the call, such as an unreadable local file, to a CallProblem. */
export function asCallProblem(problem: Problem): CallProblem {
  return { ...problem, status: 0, errorType: null, fields: [], omittedErrors: 0, data: null };
}

/** Data of a response that passes a Problem on. */
const passedOnSchema = z.object({ problem: problemSchema });

const NEXT_BY_STATUS: Readonly<Record<number, string>> = callTexts.nextByStatus;
const NEXT_BY_MESSAGE: Readonly<Record<string, string>> = callTexts.nextByMessage;

/**
 * Returns the code of an error response: from its type (`VersionConflict` → `VERSION_CONFLICT`),
 * else its status.
 */
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
    // Not JSON, e.g. a proxy's error page; only the status is used.
    return null;
  }
}

/**
 * Fills the `{name}` placeholders of a template, which a 400 response may carry instead of a
 * message.
 */
function filledTemplate(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('template' in body)) return body;
  const { template, data } = body as { template: unknown; data?: unknown };
  const values = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const message = String(template).replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  );
  return { message, ...body };
}

/** Converts an error response to a Problem; parses the bodies that the contract defines. */
export function errorResponseProblem(
  method: string,
  status: number,
  bodyText: string,
): CallProblem {
  const body = filledTemplate(parseJson(bodyText));
  const validation = receivedValidationSchema.safeParse(body);
  if (validation.success) {
    const { errorType, omittedErrors = 0 } = validation.data;
    const errors = fieldsInLanguage(validation.data.errors);
    const messages = [...new Set(errors.map((error) => error.message))].join(' ');
    const omitted = callTexts.invalid.omitted(omittedErrors);
    return {
      code: 'VALIDATION_FAILED',
      title: omittedErrors === 0 ? messages : `${messages}${missingFullStop(messages)} ${omitted}`,
      detail: callTexts.invalid.detail(errors.map((error) => error.field).join(', ')),
      next: callTexts.invalid.next,
      status,
      errorType,
      fields: errors,
      omittedErrors,
      data: null,
    };
  }
  const errorResponse = errorResponseSchema.safeParse(body);
  const unreadableText = errorResponse.success ? '' : shorten(textOf(body, bodyText), 500);
  const { errorType = null, data = null } = errorResponse.success ? errorResponse.data : {};
  const title = errorResponse.success
    ? messageText(errorResponse.data)
    : unreadableTitle(method, unreadableText);
  const isExpected = errorResponse.success && status !== 500;
  const statusText = `${callTexts.rejected.detail(status)} ${unreadableText}`.trim();
  const message = errorResponse.success ? (errorResponse.data.code ?? '') : '';
  const nextForStatus =
    NEXT_BY_MESSAGE[message] ?? NEXT_BY_STATUS[status] ?? callTexts.rejected.next;
  const next = status === 503 ? callTexts.rejected.notReady : nextForStatus;
  return {
    code: codeOf(errorType, status),
    // A status explains nothing to a reader; details name it for unexpected errors.
    ...(passedOnTexts(data) ?? { title, detail: isExpected ? '' : statusText, next }),
    status,
    errorType,
    fields: [],
    omittedErrors: 0,
    data,
  };
}

/** Returns the texts of a Problem that the server passes on in the data of a response, else null. */
function passedOnTexts(data: unknown): Pick<Problem, 'title' | 'detail' | 'next'> | null {
  const parsed = passedOnSchema.safeParse(data);
  if (!parsed.success) return null;
  const { title, detail, next } = problemInLanguage(parsed.data.problem);
  return { title, detail, next };
}

/** Returns the content of a body that is a JSON text, else the body as received. */
function textOf(body: unknown, bodyText: string): string {
  return typeof body === 'string' ? body : bodyText;
}

/** Returns the generic title with the body; without the body if it is empty or a proxy's page. */
function unreadableTitle(method: string, bodyText: string): string {
  const title = callTexts.rejected.title(method);
  const text = shorten(bodyText, 200);
  return text === '' || text.startsWith('<') ? title : `${title}: ${text}`;
}

/** Returns '.' for a text without final punctuation, otherwise an empty text. */
function missingFullStop(text: string): string {
  return /[.!?]$/.test(text) ? '' : '.';
}

/** Joins the lines of a text and cuts the text to its maximum length. */
function shorten(text: string, maxLength: number): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length <= maxLength ? line : `${line.slice(0, maxLength)}…`;
}

/**
 * Returns the Problem of a call without a response: cancelled by the caller, or server unreachable.
 */
export function unreachedProblem(method: string, thrown: unknown, aborted: boolean): CallProblem {
  const base = { status: 0, errorType: null, fields: [], omittedErrors: 0, data: null };
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
    // Messages of browsers, such as 'Failed to fetch', are English and name no cause.
    detail: typeof thrown === 'string' ? thrown : '',
    next: callTexts.unreached.next,
  };
}

export const RANGE_MISMATCH_CODE = 'RANGE_NOT_KEPT';

/** Returns the Problem of a response with other bytes than requested. */
export function rangeProblem(status: number, requested: string, actual: string): CallProblem {
  return {
    code: RANGE_MISMATCH_CODE,
    title: callTexts.range.title,
    detail: callTexts.range.detail(requested, actual),
    next: callTexts.range.next,
    status,
    errorType: null,
    fields: [],
    omittedErrors: 0,
    data: null,
  };
}

/**
 * Returns the Problem of a response that violates the schema of its route, for example after an
 * update of only one side.
 */
export function mismatchProblem(method: string, path: string, detail: string): CallProblem {
  return {
    code: 'ANSWER_MISMATCH',
    title: callTexts.mismatch.title,
    detail: `${method} ${path}: ${detail}`,
    next: callTexts.mismatch.next,
    status: 200,
    errorType: null,
    fields: [],
    omittedErrors: 0,
    data: null,
  };
}
