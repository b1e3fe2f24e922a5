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

/** Browsers report under this name that something was drawn a frame later; nothing has failed. */
const IGNORED_ERRORS = /ResizeObserver loop/;

/** What nobody caught: errors of the page and promises that nobody waited for. */
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

/** A call or a wait that its own caller has given up. */
function isAbort(thrown: unknown): boolean {
  return (thrown as { readonly name?: unknown } | null)?.name === 'AbortError';
}

function asProblem(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  const code = thrown instanceof Error ? thrown.name : 'UNEXPECTED_ERROR';
  const { title, next } = errorTexts.unexpected;
  return problem(code, title, messageOf(thrown), next);
}
