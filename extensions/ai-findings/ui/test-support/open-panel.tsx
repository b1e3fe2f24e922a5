import { createStore } from 'zustand/vanilla';
import type { AiRun, Finding, FindingAi } from '#contracts';
import { type CommandDefinition, type ExtensionContext, keyHintsToken } from '#core';
import { type ReadingStudy, readingStudy, settle } from '#core/testing';
import { newId, ok, Scope, type Token } from '#foundation';
import { render, unmountAll } from '#ui/testing';
import { decisionCommands } from '../../commands/decisions.ts';
import { type AiServices, aiServicesToken } from '../../commands/services.ts';
import { createAiReading } from '../../state/ai-reading.ts';
import { createFrameSession } from '../../state/frame-session.ts';
import { createSegmentationSession } from '../../state/segmentation-session.ts';
import { AiPanel } from '../ai-panel.tsx';
import { fakeModels } from './fake-models.ts';

let reading: ReadingStudy | null = null;
let scope: Scope | null = null;

/** Removes the panel and ends its services; call it after each test. */
export async function closePanel(): Promise<void> {
  await unmountAll();
  scope?.dispose();
  reading?.dispose();
}

const model = {
  name: 'Blobs',
  version: '1.0',
  weightsSha256: 'ab'.repeat(32),
  use: 'research',
} as const;
/** Returns a detection of the volume of a scan. */
export const aRun = (scanId: string, change: Partial<AiRun> = {}): AiRun => ({
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
export async function openPanel({
  secondReader = false,
  scores = [0.55, 0.92, 0.1],
}: Options = {}) {
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

/** Creates the services of the panel; `closePanel` ends the last ones. */
export function createServices(
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

/** Text of the whole page. */
export const text = (): string => document.body.textContent ?? '';
/** Rows of the shown proposals. */
export const rows = () => [...document.querySelectorAll('[data-testid^="proposal-"]')];
/** Returns a button by its accessible name. */
export const buttonNamed = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );
