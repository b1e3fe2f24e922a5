// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { okResponse, settle } from '#core/testing';
import { type Problem, ProblemError, problem } from '#foundation';
import { render, unmountAll } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { watchGlobalErrors } from './watch-global-errors.ts';

const NAME = 'Ismay Verhoeven';
const PROBLEM_WITH_NAME: Problem = problem(
  'STUDY_LOST',
  `The study of ${NAME}`,
  `${NAME}, 1970-02-28`,
  NAME,
);

let opened: FakeApplication;
beforeEach(async () => {
  opened = await fakeApplication('PHYSICIAN');
  opened.platform.backend.server.handle('writeExternalLogs', () => okResponse({}));
  opened.host.scope.own(watchGlobalErrors(window, opened.services.notices));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await unmountAll();
  opened.dispose();
});

/** Returns the log request sent to the server as text. */
async function readLogRequest(): Promise<string> {
  const { backend, clock } = opened.platform;
  await clock.advance(2_000);
  await settle();
  const logged = backend.server.calls.filter(({ route }) => route === 'writeExternalLogs');
  expect(logged, 'number of logged errors').toHaveLength(1);
  return JSON.stringify(logged[0]);
}

function Failing({ thrown }: { readonly thrown: unknown }): never {
  throw thrown;
}

/** Returns an error whose name and properties contain the patient's name. */
const createNamedError = (): Error => Object.assign(new Error(NAME), { name: NAME, patient: NAME });
const errorsWithName: readonly (readonly [string, () => unknown])[] = [
  ['a Problem', () => new ProblemError(PROBLEM_WITH_NAME)],
  [
    'a Problem with data',
    () => new ProblemError({ ...PROBLEM_WITH_NAME, data: { name: NAME } } as Problem),
  ],
  ['an error without quotes', () => new TypeError(`${NAME} is not a function`)],
  ['an error with the patient name as its name', createNamedError],
  ['an error with a cause', () => new Error('x', { cause: new Error(NAME) })],
  ['a string', () => NAME],
  ['an object', () => ({ name: NAME, message: NAME })],
];

it.each(errorsWithName)(
  'sends no patient name for a promise rejected with %s',
  async (_what, createError) => {
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: createError() }));
    expect(await readLogRequest()).not.toMatch(/ismay|verhoeven|1970/i);
  },
);

it.each(errorsWithName)(
  'sends no patient name for uncaught errors: %s',
  async (_what, createError) => {
    window.dispatchEvent(new ErrorEvent('error', { error: createError(), message: NAME }));
    expect(await readLogRequest()).not.toMatch(/ismay|verhoeven|1970/i);
  },
);

it.each(errorsWithName)(
  'sends no patient name for errors during rendering: %s',
  async (_what, createError) => {
    // React also logs caught errors to the console.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await render(
      opened.wrap(
        <ErrorBoundary label={`The findings of ${NAME}`} source={NAME}>
          <Failing thrown={createError()} />
        </ErrorBoundary>,
      ),
    );
    expect(await readLogRequest()).not.toMatch(/ismay|verhoeven|1970/i);
  },
);
