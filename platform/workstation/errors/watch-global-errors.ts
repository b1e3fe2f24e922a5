import type { Notices } from '#core';
import {
  type Disposable,
  messageOf,
  type Problem,
  ProblemError,
  problem,
  toDisposable,
} from '#foundation';
import { errorTexts } from '../texts/error-texts.ts';

type Page = Pick<Window, 'addEventListener' | 'removeEventListener'>;

/** Browsers raise this error when a notification is delayed by a frame; nothing has failed. */
const IGNORED_ERRORS = /ResizeObserver loop/;

/** Reports uncaught errors and unhandled rejections of the page. */
export function watchGlobalErrors(page: Page, notices: Pick<Notices, 'reportFault'>): Disposable {
  const report = (thrown: unknown): void => {
    if (isAbort(thrown) || IGNORED_ERRORS.test(messageOf(thrown))) return;
    const stack = thrown instanceof Error ? (thrown.stack ?? null) : null;
    notices.reportFault(asProblem(thrown), stack);
  };
  const onError = (event: ErrorEvent): void => report(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent): void => report(event.reason);
  page.addEventListener('error', onError);
  page.addEventListener('unhandledrejection', onRejection);
  return toDisposable(() => {
    page.removeEventListener('error', onError);
    page.removeEventListener('unhandledrejection', onRejection);
  });
}

/** Returns true for a call or wait that its caller cancelled. */
function isAbort(thrown: unknown): boolean {
  return (thrown as { readonly name?: unknown } | null)?.name === 'AbortError';
}

function asProblem(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  const code = thrown instanceof Error ? thrown.name : 'UNEXPECTED_ERROR';
  const { title, next } = errorTexts.unexpected;
  return problem(code, title, messageOf(thrown), next);
}
