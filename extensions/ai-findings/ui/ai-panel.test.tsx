// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DROP_REASONS, type Job } from '#contracts';
import { errorResponse, okResponse, settle } from '#core/testing';
import { newId } from '#foundation';
import { click, type, until } from '#ui/testing';
import { aiTexts } from '../texts/ai-texts.ts';
import {
  aRun,
  buttonNamed,
  closePanel,
  createServices,
  openPanel,
  rows,
  text,
} from './test-support/open-panel.tsx';

afterEach(closePanel);

const AT = '2026-11-21T10:00:00Z';

const openRow = async (idx: number): Promise<void> => {
  await click(rows()[idx]?.querySelector('button'));
  await until(() => buttonNamed('Accept') !== undefined);
};

describe('the AI panel', () => {
  it('lists the proposals by score and counts those below the lowest score', async () => {
    await openPanel();
    await until(() => rows().length === 2);
    expect(rows()[0]?.textContent).toContain('0.92');
    expect(text()).toContain('1 hidden');
    await click(buttonNamed('Show all'));
    await until(() => rows().length === 3);
    expect(text()).toContain('None hidden');
  });

  it('explains what an analysis does before the first one, and names an analysis without results', async () => {
    const { backend, scanId, services } = await openPanel({ scores: [] });
    await until(() => text().includes('measured on computer phantoms only'));
    backend.aiRuns.unshift(
      aRun(scanId, { messages: ['Outside the model’s domain'], findingCount: 0 }),
    );
    await act(() => services.reading.refresh());
    await until(() => text().includes('This does not exclude a lesion'));
    expect(text()).toContain('Outside the model’s domain');
  });

  it('offers the detection of the volume while only images were analysed', async () => {
    const { backend, scanId, services } = await openPanel({ scores: [] });
    backend.aiRuns.unshift(aRun(scanId, { imageFileId: newId() }));
    await act(() => services.reading.refresh());
    await until(() => text().includes(', one image'));
    expect(buttonNamed('Detect lesions, Right breast')).toBeDefined();
    backend.aiRuns.unshift(aRun(scanId));
    await act(() => services.reading.refresh());
    await until(() => buttonNamed('Detect lesions, Right breast') === undefined);
  });

  it('accepts the selected proposal, shows the decision and takes it back', async () => {
    const { proposals, backend, state } = await openPanel();
    await openRow(0);
    await click(buttonNamed('Accept'));
    await until(() => text().includes('Decided (1)'));
    const [accepted] = proposals.filter(({ ai }) => ai?.score === 0.92);
    expect(backend.findings.get(accepted?.id ?? '')?.ai?.decision?.kind).toBe('ACCEPTED');
    expect(state().findings.filter(({ generator }) => generator.id === 'USER')).toHaveLength(2);
    await click(buttonNamed('Undo the decision'));
    await until(() => rows().length === 2 && !text().includes('Decided'));
    expect(state().findings.filter(({ generator }) => generator.id === 'USER')).toHaveLength(1);
  });

  it('rejects with a listed reason or with the reader’s own, and keeps the form when the server rejects the call', async () => {
    const { backend } = await openPanel();
    await openRow(0);
    await click(buttonNamed('Reject…'));
    backend.server.once('decideAiFinding', errorResponse(409, 'Conflict', 'Signed'));
    await click(buttonNamed('Artefact'));
    await until(() => buttonNamed('Artefact')?.getAttribute('aria-busy') !== 'true');
    expect(text()).not.toContain('Decided');
    await click(buttonNamed('Artefact'));
    await until(() => text().includes('Rejected: Artefact'));
    await openRow(0);
    await click(buttonNamed('Reject…'));
    await click(buttonNamed('Reject'));
    expect(text()).toContain('Enter a reason');
    await type(document.querySelector('fieldset input'), 'a'.repeat(501));
    await click(buttonNamed('Reject'));
    expect(document.querySelector<HTMLInputElement>('fieldset input')?.value).toHaveLength(501);
    expect(text()).toContain('1 character too many; the text can have up to 500 characters');
    expect(text()).not.toContain('Rejected: a');
    await type(document.querySelector('fieldset input'), 'Cooper’s ligament');
    expect(text()).not.toContain('too many');
    await click(buttonNamed('Reject'));
    await until(() => text().includes('Rejected: Cooper’s ligament'));
  });

  it('opens the edit page with the copy, and discarding the copy reopens the proposal', async () => {
    const { services, layer, backend, state, viewState } = await openPanel();
    viewState.set({ openPanelId: 'breast-planes.findings' });
    await openRow(0);
    await click(buttonNamed('Edit a copy'));
    await until(() => text().includes('Edit a copy of AI finding 3'));
    const { edit } = services.reading.store.getState();
    expect(layer().keptFindingId).toBe(edit?.originalId);
    expect(state().selectedFindingId).toBe(edit?.copyId);
    expect(viewState.store.getState().openPanelId).toBe('ai-findings.panel');
    await click(buttonNamed('Discard the copy'));
    await until(() => rows().length === 2);
    expect(backend.findings.get(edit?.copyId ?? '')?.deletedAt).not.toBeNull();
    expect(backend.findings.get(edit?.originalId ?? '')?.ai?.decision).toBeNull();
    expect(viewState.store.getState().openPanelId).toBe('breast-planes.findings');
  });

  it('does not offer to discard a copy that existed before the edit', async () => {
    const { services, study, proposals } = await openPanel();
    const id = proposals[1]?.id ?? '';
    await openRow(0);
    await click(buttonNamed('Accept'));
    await until(() => text().includes('Decided (1)'));
    await act(() => study.selectFinding(id));
    await click(buttonNamed('Edit a copy'));
    await until(() => text().includes('Edit a copy of AI finding 3'));
    expect(services.reading.store.getState().edit).toMatchObject({ originalId: id });
    expect(buttonNamed('Done')).toBeDefined();
    expect(buttonNamed('Discard the copy')).toBeUndefined();
  });

  it('leaves the edit page when the copy is deleted', async () => {
    const { services, study } = await openPanel();
    await openRow(0);
    await click(buttonNamed('Edit a copy'));
    await until(() => text().includes('Edit a copy of AI finding 3'));
    const { edit } = services.reading.store.getState();
    await act(() => void study.deleteFinding(edit?.copyId ?? ''));
    await until(() => services.reading.store.getState().edit === null);
    expect(text()).not.toContain('Edit a copy of AI finding 3');
  });

  it('shows an older run when chosen', async () => {
    const { backend, scanId, services, layer, run } = await openPanel();
    const newer = aRun(scanId, { createdAt: '2026-11-21T10:00:00Z', findingCount: 0 });
    backend.aiRuns.unshift(newer);
    await act(() => services.reading.refresh());
    await until(() => rows().length === 0);
    expect([...layer().excludedRunIds]).toEqual([run.id]);
    await act(() => services.reading.chooseRun(run));
    await until(() => rows().length === 2);
  });

  it('reads the results when an analysis ends', async () => {
    const { backend, scanId, services } = await openPanel({ scores: [] });
    const job: Job = {
      id: newId(),
      jobType: 'AUTO_DETECTION',
      entityId: scanId,
      status: 'IN_PROGRESS',
      phase: 'Searching',
      done: 1,
      total: 4,
      attempt: 1,
      problem: null,
      createdAt: '2026-11-21T10:00:00Z',
      startedAt: '2026-11-21T10:00:00Z',
      endedAt: null,
    };
    backend.server.handle('queueJob', () => okResponse(job));
    await click(buttonNamed('Detect lesions, Right breast'));
    await until(() => text().includes('Searching'));
    backend.aiRuns.unshift(aRun(scanId, { findingCount: 0 }));
    backend.server.handle('stopJob', () => okResponse({ ...job, status: 'COMPLETED' }));
    await act(async () => void (await services.jobs.stop(job.id)));
    await until(() => text().includes('This does not exclude a lesion'));
  });
});

describe('the runs of the panel', () => {
  it('are read when a job of any type on the scan ends', async () => {
    const { backend, scanId, services } = await openPanel({ scores: [] });
    const times = { createdAt: AT, startedAt: AT, endedAt: null } as const;
    const ids = { id: newId(), jobType: 'R3D', entityId: scanId } as const;
    const progress = { phase: null, done: 1, total: 4, attempt: 1, problem: null } as const;
    const job: Job = { ...ids, ...progress, ...times, status: 'IN_PROGRESS' };
    backend.server.handle('queueJob', () => okResponse(job));
    backend.server.handle('stopJob', () => okResponse({ ...job, status: 'CANCELLED' }));
    await act(async () => void (await services.jobs.queue('R3D', scanId)));
    backend.aiRuns.unshift(aRun(scanId, { findingCount: 0 }));
    await act(async () => void (await services.jobs.stop(job.id)));
    await until(() => text().includes('This does not exclude a lesion'));
  });

  it('give the reasons of omitted proposals as text, and repeated messages as often as reported', async () => {
    const { backend, scanId, services } = await openPanel({ scores: [] });
    const dropped = [
      { reason: 'OUTSIDE_VOLUME', count: 2 },
      { reason: 'overlaps the nipple', count: 1 },
    ];
    backend.aiRuns.unshift(aRun(scanId, { dropped, messages: ['Low contrast', 'Low contrast'] }));
    await act(() => services.reading.refresh());
    await until(() => text().includes('2 left out: outside the volume'));
    expect(text()).toContain('1 left out: overlaps the nipple');
    expect(text().split('Low contrast')).toHaveLength(3);
    expect(Object.keys(aiTexts.droppedReasons)).toEqual(expect.arrayContaining([...DROP_REASONS]));
  });
});

describe('commands on a proposal', () => {
  it('need a selected proposal and give the reason', async () => {
    const { command, study, proposals, state } = await openPanel();
    const userFinding = state().findings.find(({ generator }) => generator.id === 'USER');
    study.selectFinding(userFinding?.id ?? null);
    expect(command('accept').enabled?.()).toBe('Select an AI proposal first');
    study.selectFinding(proposals[0]?.id ?? null);
    expect(command('accept').enabled?.()).toBe(true);
    expect(command('reject').validate(7)).toMatchObject({ problem: { code: 'WRONG_ARGUMENTS' } });
  });

  it('decide on no undecided proposal that the lowest score or the chosen run hides', async () => {
    const { command, study, proposals, services } = await openPanel();
    study.selectFinding(proposals[2]?.id ?? null);
    expect(command('accept').enabled?.()).toContain('hidden by the lowest score');
    await act(() => services.reading.setLowestScore(0));
    expect(command('accept').enabled?.()).toBe(true);
  });

  it('to reject open the form of reasons in the panel', async () => {
    const { command, study, proposals, viewState } = await openPanel();
    study.selectFinding(proposals[1]?.id ?? null);
    await act(() => void command('reject').run({ findingId: null }, new AbortController().signal));
    await until(() => text().includes('Why do you reject this proposal?'));
    expect(viewState.store.getState().openPanelId).toBe('ai-findings.panel');
  });
});

describe('AI as second reader', () => {
  it('hides everything until the reader finishes the first read, and remembers that for the study', async () => {
    const opened = await openPanel({ secondReader: true });
    const { layer, services, backend, command, study, proposals } = opened;
    expect(layer().hidden).toBe(true);
    expect(services.reading.openCount.getState()).toBeNull();
    expect(rows()).toHaveLength(0);
    expect(backend.server.calls.some(({ route }) => route === 'listAiRuns')).toBe(false);
    study.selectFinding(proposals[0]?.id ?? null);
    expect(command('accept').enabled?.()).toContain('hidden until you finish');
    await click(buttonNamed('Finish first read and show AI'));
    await until(() => text().includes('Your first read ends here'));
    await click(buttonNamed('Show AI findings'));
    await until(() => rows().length === 2);
    expect(backend.server.calls.some(({ route }) => route === 'listAiRuns')).toBe(true);
    expect([...backend.firstReads]).toEqual([study.store.getState().study?.id]);
    const again = createServices(opened, true);
    await settle();
    expect(layer().hidden).toBe(false);
    again.reading.dispose();
    // Without the extension nothing could hide the next study.
    expect(layer().hidden).toBe(true);
  });

  it('reads the runs when the first read was finished on another page, after a reconnect', async () => {
    const { backend, broker, clock, state, layer } = await openPanel({ secondReader: true });
    const listRuns = () => document.querySelectorAll('[data-testid=ai-run]');
    expect(layer().hidden).toBe(true);
    backend.firstReads.add(state().study?.id ?? '');
    broker.disconnectAll();
    await act(() => clock.advance(2_000));
    await until(() => listRuns().length === 1);
  });
});
