import { expect, it } from 'vitest';
import { aScan } from '#core/testing';
import { fail, newId, ok, problem, type Result } from '#foundation';
import { backToStudy } from './back-to-study.ts';
import { progressOf, type ScanPhase } from './scan-progress.ts';
import type { ScanRun } from './scan-run.ts';

const LOST = fail(problem('LINK_LOST', 'The live link is broken', '', ''));

function room(phase: ScanPhase, answer: Result<void> = ok(undefined)) {
  const scan = aScan({ studyId: newId(), patientId: newId(), scanState: 'I' });
  const progress = { ...progressOf(scan), phase, errorCode: 'HardwareError' as const };
  const done: string[] = [];
  const run = {
    store: { getState: () => ({ progress }) },
    async giveUp(errorCode: string) {
      done.push(`failed as ${errorCode}`);
      return answer;
    },
    dismissError: () => void done.push('dismissed'),
  } as unknown as ScanRun;
  const go = (path: string) => void done.push(path.replace(scan.studyId, 'STUDY'));
  return { back: (maySteer: boolean) => backToStudy(run, { go }, maySteer), done };
}

const LEFT = ['dismissed', '/scan?study=STUDY'];

it('takes the error away and opens the study of a scan that has ended', async () => {
  const { back, done } = room('failed');
  expect((await back(true)).ok).toBe(true);
  expect(done).toEqual(LEFT);
});

it('tells a device that still works on the scan that it has failed', async () => {
  const { back, done } = room('paused');
  await back(true);
  expect(done).toEqual(['failed as HardwareError', ...LEFT]);
});

it('tells the device nothing for someone who only watches', async () => {
  const { back, done } = room('recording');
  await back(false);
  expect(done).toEqual(LEFT);
});

it('leaves also when the device could not be told, and says why', async () => {
  const { back, done } = room('paused', LOST);
  expect(await back(true)).toEqual(LOST);
  expect(done.slice(1)).toEqual(LEFT);
});
