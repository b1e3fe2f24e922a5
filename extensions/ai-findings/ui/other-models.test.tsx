// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AiRun } from '#contracts';
import type { ProviderRun } from '#core';
import { markCentreMm, representativeMark } from '#findings';
import { fail, newId, ok, problem, type Result } from '#foundation';
import { click, until } from '#ui/testing';
import { runProvider } from '../commands/analysis.ts';
import { aRun, buttonNamed, closePanel, openPanel, text } from './test-support/open-panel.tsx';

afterEach(closePanel);

const entryOf = (label: string) =>
  [...document.querySelectorAll('[role=menuitem]')].find(
    ({ textContent }) => textContent === label,
  );

describe('a model of another extension', () => {
  it('that can’t start is reported in a notice, unless its run in the list gives the problem', async () => {
    const { provider, services, scanId, notices } = await openPanel({ scores: [] });
    const problemOf = async (result: Result<AiRun>): Promise<number> => {
      const run = runProvider(services, 'org.example.spots.finder', scanId);
      const [listed] = provider.runs.getState();
      if (listed === undefined) throw new Error('Nothing runs');
      const isStarted = !result.ok && result.problem.code === 'PROVIDER_TOO_SLOW';
      const failed = { ...listed, state: 'failed', problem: isStarted ? result.problem : null };
      provider.runs.setState([failed as ProviderRun], true);
      provider.finish(result);
      await run;
      return notices.store.getState().length;
    };
    await act(async () => {
      expect(await problemOf(fail(problem('PROVIDER_TOO_SLOW', 'Slow', '', '')))).toBe(0);
      expect(await problemOf(fail(problem('PROVIDER_BUSY', 'Busy', '', '')))).toBe(1);
    });
  });

  it('can’t be started again while another model runs', async () => {
    const { provider, scanId } = await openPanel({ scores: [] });
    await act(() => void provider.providers.run('org.example.spots.finder', scanId));
    const [run] = provider.runs.getState();
    if (run === undefined) throw new Error('Nothing runs');
    const other = { ...run, id: newId(), providerId: 'org.example.other' };
    await act(() => provider.runs.setState([other, { ...run, state: 'failed' }], true));
    await until(() => text().includes('Failed'));
    expect(buttonNamed('Run Spot finder again')).toBeUndefined();
    await act(() => provider.runs.setState([{ ...run, state: 'failed' }], true));
    await until(() => buttonNamed('Run Spot finder again') !== undefined);
  });

  it('runs from the menu with its progress, can be cancelled, and shows its proposals', async () => {
    const { provider, backend, scanId } = await openPanel({ scores: [] });
    await click(buttonNamed('Other models, right breast'));
    await click(entryOf('Spot finder (sends images to an address of the site)'));
    await until(() => text().includes('Analysing'));
    expect(text()).toContain('Spot finder');
    const [run] = provider.runs.getState();
    await click(buttonNamed('Cancel Spot finder'));
    expect(provider.cancelled).toEqual([run?.id]);
    const stored = aRun(scanId, { providerId: 'org.example.spots.finder', findingCount: 0 });
    backend.aiRuns.unshift(stored);
    await act(() => {
      provider.runs.setState([], true);
      provider.finish(ok(stored));
    });
    await until(() => text().includes('This does not exclude a lesion'));
  });

  it('outlines the lesion of the selected mark, and needs a selected mark', async () => {
    const { provider, study } = await openPanel({ scores: [] });
    await act(() => study.selectFinding(null));
    await click(buttonNamed('Other models, right breast'));
    const needed = entryOf(
      'Spot outliner (runs on the server): select a finding of this scan first',
    );
    expect(needed?.getAttribute('aria-disabled') ?? needed?.hasAttribute('disabled')).toBeTruthy();
    await click(buttonNamed('Other models, right breast'));
    const [finding] = study.store.getState().findings ?? [];
    await act(() => study.selectFinding(finding?.id ?? null));
    await click(buttonNamed('Other models, right breast'));
    await click(entryOf('Spot outliner (runs on the server), from the selected mark'));
    const mark = representativeMark(Object.values(finding?.marks ?? {}));
    if (mark === null) throw new Error('The finding has no mark');
    expect(provider.runs.getState()).toMatchObject([
      { providerId: 'org.example.spots.outliner', seed: { pointMm: markCentreMm(mark) } },
    ]);
  });

  it('of single images needs a shown image of the scan, and runs again on the same image', async () => {
    const { provider, scanId, viewState } = await openPanel({ scores: [] });
    const image = (fileId: string) =>
      ({
        scanId,
        fileId,
        plane: 'IMG',
        frameIdx: 2,
        frame: {
          originMm: [0, 0, 2],
          right: [1, 0, 0],
          down: [0, 1, 0],
          widthMm: 40,
          heightMm: 30,
        },
        clockDeg: null,
      }) as const;
    await act(() => void viewState.showFrame('raw', { ...image('other'), scanId: newId() }));
    await click(buttonNamed('Other models, right breast'));
    const needed = entryOf('Image finder: show a raw frame with a scale in mm first');
    expect(needed?.getAttribute('aria-disabled') ?? needed?.hasAttribute('disabled')).toBeTruthy();
    await click(buttonNamed('Other models, right breast'));
    await act(() => void viewState.showFrame('raw', image('third')));
    await click(buttonNamed('Other models, right breast'));
    await click(entryOf('Image finder, on the shown image'));
    const [run] = provider.runs.getState();
    const frame = { fileId: 'third', plane: 'IMG', position: { sag: 0, tra: 0, depth: 0, rad: 0 } };
    expect(run).toMatchObject({ providerId: 'org.example.spots.image-finder', frame });
    if (run === undefined) throw new Error('Nothing runs');
    await act(() => void viewState.showFrame('raw', image('fourth')));
    await act(() => provider.runs.setState([{ ...run, state: 'failed' }], true));
    await until(() => buttonNamed('Run Image finder again') !== undefined);
    await click(buttonNamed('Run Image finder again'));
    expect(provider.runs.getState()).toMatchObject([{ state: 'running', frame }]);
  });

  it('names the reason of a failure and can be started again', async () => {
    const { provider, scanId } = await openPanel({ scores: [] });
    const failure = problem('PROVIDER_TOO_SLOW', 'The model took too long', '', 'Try again.');
    await act(() => void provider.providers.run('org.example.spots.finder', scanId));
    const [run] = provider.runs.getState();
    if (run === undefined) throw new Error('Nothing runs');
    await act(() => provider.runs.setState([{ ...run, state: 'failed', problem: failure }], true));
    await until(() => text().includes('The model took too long'));
    await click(buttonNamed('Run Spot finder again'));
    await until(() => text().includes('Analysing'));
  });
});
