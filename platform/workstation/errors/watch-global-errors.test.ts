// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { type Disposable, type Problem, ProblemError, problem } from '#foundation';
import { watchGlobalErrors } from './watch-global-errors.ts';

const caught: { readonly problem: Problem; readonly stack: string | null | undefined }[] = [];
const watchWindow = () =>
  watchGlobalErrors(window, {
    reportFault: (problem, stack) => void caught.push({ problem, stack }),
  });
let watch: Disposable | null = null;
afterEach(() => {
  watch?.dispose();
  caught.length = 0;
});

/** Dispatches an unhandled rejection like a browser. */
function reject(reason: unknown): void {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

it('watchGlobalErrors reports an uncaught error with its stack', () => {
  watch = watchWindow();
  const error = new TypeError('x is undefined');
  window.dispatchEvent(new ErrorEvent('error', { error, message: 'x is undefined' }));
  expect(caught[0]?.problem).toMatchObject({ code: 'TypeError', detail: 'x is undefined' });
  expect(caught[0]?.stack).toContain('TypeError');
});

it('watchGlobalErrors reports unhandled rejections and keeps the code of a Problem', () => {
  watch = watchWindow();
  reject(new Error('lost'));
  reject(new ProblemError(problem('VOLUME_TRUNCATED', 'The file is short', 'd', 'n')));
  reject('just words');
  expect(caught.map(({ problem: { code } }) => code)).toEqual([
    'Error',
    'VOLUME_TRUNCATED',
    'UNEXPECTED_ERROR',
  ]);
});

it('watchGlobalErrors ignores cancelled calls and harmless browser errors', () => {
  watch = watchWindow();
  reject(new DOMException('The call was cancelled', 'AbortError'));
  window.dispatchEvent(
    new ErrorEvent('error', {
      message: 'ResizeObserver loop completed with undelivered notifications.',
    }),
  );
  expect(caught).toEqual([]);
});

it('watchGlobalErrors reports nothing after dispose', () => {
  watchWindow().dispose();
  reject(new Error('late'));
  expect(caught).toEqual([]);
});
