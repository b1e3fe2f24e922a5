// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type AiRun, DROP_REASONS, type Finding, type FindingAi, type Job } from '#contracts';
import {
  type CommandDefinition,
  type ExtensionContext,
  keyHintsToken,
  type ProviderRun,
} from '#core';
import { errorResponse, okResponse, type ReadingStudy, readingStudy, settle } from '#core/testing';
import { markCentreMm, representativeMark } from '#findings';
import { fail, newId, ok, problem, type Result, Scope, type Token } from '#foundation';
import { click, render, type, unmountAll, until } from '#ui/testing';
import { runProvider } from '../commands/analysis.ts';
import { decisionCommands } from '../commands/decisions.ts';
import { type AiServices, aiServicesToken } from '../commands/services.ts';
import { createAiReading } from '../state/ai-reading.ts';
import { createFrameSession } from '../state/frame-session.ts';
import { createSegmentationSession } from '../state/segmentation-session.ts';
import { aiTexts } from '../texts/ai-texts.ts';
import { AiPanel } from './ai-panel.tsx';
import { fakeModels } from './test-support/fake-models.ts';

let reading: ReadingStudy | null = null;
let scope: Scope | null = null;
afterEach(async () => {
  await unmountAll();
  scope?.dispose();
  reading?.dispose();
});

const AT = '2026-11-21T10:00:00Z';
const model = {
  name: 'Blobs',
  version: '1.0',
  weightsSha256: 'ab'.repeat(32),
  use: 'research',
} as const;
const aRun = (scanId: string, change: Partial<AiRun> = {}): AiRun => ({
  id: newId(),
  scanId,
  task: 'DETECTION',
  providerId: 'ai-findings.detector',
  generator: 'AIAD',
  model,
  volumeFileId: null,
  imageFileId: null,
  jobId: null,
  messages: [],
  dropped: [],
  findingCount: 2,
  createdAt: '2026-11-20T10:12:00Z',
  createdBy: null,
  ...change,
});

interface Options {
  readonly secondReader?: boolean;
  readonly scores?: readonly number[];
}

/** The panel of an open study whose scan has a run with a proposal for each score. */
async function open({ secondReader = false, scores = [0.55, 0.92, 0.1] }: Options = {}) {
  reading = await readingStudy();
  const { study, backend, scanId, viewState } = reading;
  const run = aRun(scanId);
  const template = reading.add();
  await reading.autosave();
  const stored = backend.findings.get(template.id) as Finding;
  const proposals = scores.map((score, idx): Finding => {
    const ai: FindingAi = {
      runId: run.id,
      providerId: run.providerId,
      model,
      score,
      decision: null,
    };
    const generator = { id: 'AIAD', labelColour: '#FF5733' } as const;
    return { ...stored, id: newId(), generator, ai, label: idx + 2 };
  });
  for (const finding of proposals) backend.findings.set(finding.id, finding);
  if (scores.length > 0) backend.aiRuns.unshift(run);
  await study.refresh();
  const provider = fakeModels();
  const services: AiServices = createServices(reading, secondReader, provider);
  await settle();
  const tokens = new Map<unknown, unknown>([
    [aiServicesToken, services],
    [keyHintsToken, createStore(() => new Map([['breast-planes.toggle-detections', 'Q']]))],
  ]);
  const { provisions } = reading;
  const use = <T,>(token: Token<T>): T =>
    (tokens.get(token) ??
      provisions.find(([candidate]) => candidate === (token as unknown))?.[1]) as T;
  await render(<AiPanel context={{ use } as unknown as ExtensionContext} />);
  const command = (name: string): CommandDefinition<{ findingId: string | null }> => {
    const found = decisionCommands(services).find(({ id }) => id === `ai-findings.${name}`);
    if (found === undefined) throw new Error(`No command ${name}`);
    return found;
  };
  return {
    ...reading,
    services,
    provider,
    run,
    proposals,
    command,
    layer: () => viewState.store.getState().aiLayer,
  };
}

const notUsed = () => Promise.reject(new Error('not used'));

function createServices(
  platform: ReadingStudy,
  secondReader: boolean,
  { providers } = fakeModels(),
): AiServices {
  const { study, viewState, jobs, preferences, session, notices } = platform;
  scope = new Scope('test');
  const common = { study, view: viewState, jobs, preferences, session };
  const settings = { secondReader, lowestScore: 0.2 };
  const { api, live } = platform;
  return {
    ...common,
    notices,
    editsAi: true,
    segment: {
      session: createSegmentationSession(notUsed),
      frames: createFrameSession(notUsed, () => {
        throw new Error('not used');
      }),
      acceptFramed: () => Promise.resolve(),
      mayUse: () => true,
      accept: () => Promise.resolve(),
      fromMark: () => Promise.resolve(),
    },
    providers,
    reading: scope.own(createAiReading({ ...common, api, live, settings })),
    async run(_, args) {
      study.selectFinding((args as { findingId: string }).findingId);
      return ok(undefined);
    },
  };
}

const text = (): string => document.body.textContent ?? '';
const rows = () => [...document.querySelectorAll('[data-testid^="proposal-"]')];
const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );
const openRow = async (idx: number): Promise<void> => {
  await click(rows()[idx]?.querySelector('button'));
  await until(() => buttonNamed('Accept') !== undefined);
};

describe('the AI panel', () => {
  it('lists the proposals by score and counts those below the lowest score', async () => {
    await open();
    await until(() => rows().length === 2);
    expect(rows()[0]?.textContent).toContain('0.92');
    expect(text()).toContain('1 hidden');
    await click(buttonNamed('Show all'));
    await until(() => rows().length === 3);
    expect(text()).toContain('None hidden');
  });

  it('explains what an analysis does before the first one, and names an analysis without results', async () => {
    const { backend, scanId, services } = await open({ scores: [] });
    await until(() => text().includes('measured on computer phantoms only'));
    backend.aiRuns.unshift(
      aRun(scanId, { messages: ['Outside the model’s domain'], findingCount: 0 }),
    );
    await act(() => services.reading.refresh());
    await until(() => text().includes('This does not exclude a lesion'));
    expect(text()).toContain('Outside the model’s domain');
  });

  it('accepts the selected proposal, shows the decision and takes it back', async () => {
    const { proposals, backend, state } = await open();
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
    const { backend } = await open();
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
    const { services, layer, backend, state, viewState } = await open();
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
    const { services, study, proposals } = await open();
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
    const { services, study } = await open();
    await openRow(0);
    await click(buttonNamed('Edit a copy'));
    await until(() => text().includes('Edit a copy of AI finding 3'));
    const { edit } = services.reading.store.getState();
    await act(() => void study.deleteFinding(edit?.copyId ?? ''));
    await until(() => services.reading.store.getState().edit === null);
    expect(text()).not.toContain('Edit a copy of AI finding 3');
  });

  it('shows an older run when chosen', async () => {
    const { backend, scanId, services, layer, run } = await open();
    const newer = aRun(scanId, { createdAt: '2026-11-21T10:00:00Z', findingCount: 0 });
    backend.aiRuns.unshift(newer);
    await act(() => services.reading.refresh());
    await until(() => rows().length === 0);
    expect([...layer().excludedRunIds]).toEqual([run.id]);
    await act(() => services.reading.chooseRun(run));
    await until(() => rows().length === 2);
  });

  it('reads the results when an analysis ends', async () => {
    const { backend, scanId, services } = await open({ scores: [] });
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
    const { backend, scanId, services } = await open({ scores: [] });
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
    const { backend, scanId, services } = await open({ scores: [] });
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

describe('a model of another extension', () => {
  it('that can’t start is reported in a notice, unless its run in the list gives the problem', async () => {
    const { provider, services, scanId, notices } = await open({ scores: [] });
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
    const { provider } = await open({ scores: [] });
    await act(() => void provider.providers.run('org.example.spots.finder', reading?.scanId ?? ''));
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
    const { provider, backend, scanId } = await open({ scores: [] });
    await click(buttonNamed('Other models, right breast'));
    const entry = [...document.querySelectorAll('[role=menuitem]')].find(
      ({ textContent }) => textContent === 'Spot finder (sends images to an address of the site)',
    );
    await click(entry);
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
    const { provider } = await open({ scores: [] });
    const entryOf = (label: string) =>
      [...document.querySelectorAll('[role=menuitem]')].find(
        ({ textContent }) => textContent === label,
      );
    await act(() => reading?.study.selectFinding(null));
    await click(buttonNamed('Other models, right breast'));
    const needed = entryOf(
      'Spot outliner (runs on the server): select a finding of this scan first',
    );
    expect(needed?.getAttribute('aria-disabled') ?? needed?.hasAttribute('disabled')).toBeTruthy();
    await click(buttonNamed('Other models, right breast'));
    const [finding] = reading?.study.store.getState().findings ?? [];
    await act(() => reading?.study.selectFinding(finding?.id ?? null));
    await click(buttonNamed('Other models, right breast'));
    await click(entryOf('Spot outliner (runs on the server), from the selected mark'));
    const mark = representativeMark(Object.values(finding?.marks ?? {}));
    if (mark === null) throw new Error('The finding has no mark');
    expect(provider.runs.getState()).toMatchObject([
      { providerId: 'org.example.spots.outliner', seed: { pointMm: markCentreMm(mark) } },
    ]);
  });

  it('of single images needs a shown image of the scan, and runs again on the same image', async () => {
    const { provider, scanId, viewState } = await open({ scores: [] });
    const entryOf = (label: string) =>
      [...document.querySelectorAll('[role=menuitem]')].find(
        ({ textContent }) => textContent === label,
      );
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
    const { provider } = await open({ scores: [] });
    const failure = problem('PROVIDER_TOO_SLOW', 'The model took too long', '', 'Try again.');
    await act(() => void provider.providers.run('org.example.spots.finder', reading?.scanId ?? ''));
    const [run] = provider.runs.getState();
    if (run === undefined) throw new Error('Nothing runs');
    await act(() => provider.runs.setState([{ ...run, state: 'failed', problem: failure }], true));
    await until(() => text().includes('The model took too long'));
    await click(buttonNamed('Run Spot finder again'));
    await until(() => text().includes('Analysing'));
  });
});

describe('commands on a proposal', () => {
  it('need a selected proposal and give the reason', async () => {
    const { command, study, proposals, state } = await open();
    const userFinding = state().findings.find(({ generator }) => generator.id === 'USER');
    study.selectFinding(userFinding?.id ?? null);
    expect(command('accept').enabled?.()).toBe('Select an AI proposal first');
    study.selectFinding(proposals[0]?.id ?? null);
    expect(command('accept').enabled?.()).toBe(true);
    expect(command('reject').validate(7)).toMatchObject({ problem: { code: 'WRONG_ARGUMENTS' } });
  });

  it('decide on no undecided proposal that the lowest score or the chosen run hides', async () => {
    const { command, study, proposals, services } = await open();
    study.selectFinding(proposals[2]?.id ?? null);
    expect(command('accept').enabled?.()).toContain('hidden by the lowest score');
    await act(() => services.reading.setLowestScore(0));
    expect(command('accept').enabled?.()).toBe(true);
  });

  it('to reject open the form of reasons in the panel', async () => {
    const { command, study, proposals, viewState } = await open();
    study.selectFinding(proposals[1]?.id ?? null);
    await act(() => void command('reject').run({ findingId: null }, new AbortController().signal));
    await until(() => text().includes('Why do you reject this proposal?'));
    expect(viewState.store.getState().openPanelId).toBe('ai-findings.panel');
  });
});

describe('AI as second reader', () => {
  it('hides everything until the reader finishes the first read, and remembers that for the study', async () => {
    const { layer, services, backend, command, study, proposals } = await open({
      secondReader: true,
    });
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
    expect([...backend.firstReads]).toEqual([reading?.study.store.getState().study?.id]);
    const again = createServices(reading as ReadingStudy, true);
    await settle();
    expect(layer().hidden).toBe(false);
    again.reading.dispose();
    // Without the extension nothing could hide the next study.
    expect(layer().hidden).toBe(true);
  });

  it('reads the runs when the first read was finished on another page, after a reconnect', async () => {
    const { backend, broker, clock, state, layer } = await open({ secondReader: true });
    const listRuns = () => document.querySelectorAll('[data-testid=ai-run]');
    expect(layer().hidden).toBe(true);
    backend.firstReads.add(state().study?.id ?? '');
    broker.disconnectAll();
    await act(() => clock.advance(2_000));
    await until(() => listRuns().length === 1);
  });
});
