// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type ExtensionContext, leaveGuardToken } from '#core';
import { fakePlatform } from '#core/testing';
import { newId } from '#foundation';
import { aScan } from '#testing';
import { render, unmountAll } from '#ui/testing';
import { progressOf, type ScanProgress } from '../../state/scan/scan-progress.ts';
import type { ScanRun } from '../../state/scan/scan-run.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

afterEach(unmountAll);

function ScanPage(props: { readonly context: ExtensionContext; readonly run: ScanRun }) {
  useLeaveWarning(props.context, props.run, true);
  return null;
}

/** Opens the page of a scan of the right breast with `frames` stored frames. */
async function openScan(frames: number) {
  const { leaveGuard } = await fakePlatform('OPERATOR');
  const scan = aScan({ studyId: newId(), patientId: newId(), laterality: { id: 'R' } });
  const sweeps = { CEN: new Map(Array.from({ length: frames }, (_, i) => [i, i])), PER: new Map() };
  const progress: ScanProgress = { ...progressOf(scan), sweeps };
  const store = createStore(() => ({ progress }));
  const context = {
    use: (token: unknown) => (token === leaveGuardToken ? leaveGuard : undefined),
  } as ExtensionContext;
  await render(<ScanPage context={context} run={{ store } as unknown as ScanRun} />);
  const set = (change: Partial<ScanProgress>) =>
    act(async () => store.setState({ progress: { ...progress, ...change } }));
  const title = (path: string | null = '/home') => leaveGuard.warningFor(path)?.title ?? null;
  return { leaveGuard, progress, set, title };
}

describe('leaving the page of a scan', () => {
  it('warns while the scanner records or waits, and names the side', async () => {
    const { set, title, progress } = await openScan(10);
    for (const [phase, expected] of [
      ['starting', 'The right breast is being scanned'],
      ['recording', 'The right breast is being scanned'],
      ['paused', 'The scan of the right breast is paused'],
      ['completed', null],
      ['not-started', null],
    ] as const) {
      await set({ phase });
      expect(title(), phase).toBe(expected);
    }
    await set({ phase: 'recording' });
    expect(title(`/scan?study=${progress.studyId}&scan=${progress.scanId}`)).toBeNull();
    expect(title(`/scan?study=${progress.studyId}&scan=${newId()}`)).not.toBeNull();
  });

  it.each(['failed', 'interrupted'] as const)(
    'warns after a scan that %s by itself, until the operator has answered the error',
    async (phase) => {
      const { set, title, leaveGuard } = await openScan(10);
      await set({ phase, errorCode: 'ScanServiceNotAvailable' });
      expect(title()).toBe('The scan of the right breast is incomplete');
      expect(title(null)).toBe('The scan of the right breast is incomplete');
      expect(leaveGuard.warningFor('/home')?.text).toContain('before the patient moves');
      expect(leaveGuard.warningFor('/login')?.text).toContain('Sign in again');
      await set({ phase: 'interrupted', errorCode: null });
      expect(title()).toBeNull();
    },
  );

  it('does not warn after a failure without frames', async () => {
    const { set, title } = await openScan(0);
    await set({ phase: 'failed', errorCode: 'HardwareError' });
    expect(title()).toBeNull();
  });

  it('follows the scan while the question is open, and closes it when the scan has ended', async () => {
    const { set, leaveGuard } = await openScan(10);
    const question = () => leaveGuard.store.getState().question?.warning.title ?? null;
    await set({ phase: 'recording' });
    leaveGuard.ask('/home', {});
    await set({ phase: 'paused' });
    expect(question()).toBe('The scan of the right breast is paused');
    await set({ phase: 'completed' });
    expect(question()).toBeNull();
  });
});
