import { expect, it } from 'vitest';
import { fail, newId, ok, problem, type Result } from '#foundation';
import { aScan } from '#testing';
import { backToStudy } from './back-to-study.ts';
import { progressOf, type ScanPhase } from './scan-progress.ts';
import type { ScanRun } from './scan-run.ts';

const CONNECTION_LOST = fail(problem('CONNECTION_LOST', 'Connection lost', '', ''));

function createHarness(phase: ScanPhase, response: Result<void> = ok(undefined)) {
  const scan = aScan({ studyId: newId(), patientId: newId(), scanState: 'I' });
  const progress = { ...progressOf(scan), phase, errorCode: 'HardwareError' as const };
  const steps: string[] = [];
  const run = {
    store: { getState: () => ({ progress }) },
    async declareFailed(errorCode: string) {
      steps.push(`failed as ${errorCode}`);
      return response;
    },
    dismissError: () => void steps.push('dismissed'),
  } as unknown as ScanRun;
  const go = (path: string) => void steps.push(path.replace(scan.studyId, 'STUDY'));
  return { back: (canControl: boolean) => backToStudy(run, { go }, canControl), steps };
}

const EXIT_STEPS = ['dismissed', '/scan?study=STUDY'];

it('dismisses the error and opens the study of a scan that has ended', async () => {
  const { back, steps } = createHarness('failed');
  expect((await back(true)).ok).toBe(true);
  expect(steps).toEqual(EXIT_STEPS);
});

it('sends ScanFailed to a device that still works on the scan', async () => {
  const { back, steps } = createHarness('paused');
  await back(true);
  expect(steps).toEqual(['failed as HardwareError', ...EXIT_STEPS]);
});

it('sends no command for a user who only watches', async () => {
  const { back, steps } = createHarness('recording');
  await back(false);
  expect(steps).toEqual(EXIT_STEPS);
});

it('leaves the page even if the command fails, and returns the problem', async () => {
  const { back, steps } = createHarness('paused', CONNECTION_LOST);
  expect(await back(true)).toEqual(CONNECTION_LOST);
  expect(steps.slice(1)).toEqual(EXIT_STEPS);
});
