import { createStore } from 'zustand/vanilla';
import type { AiRun } from '#contracts';
import type { FindingProviders, ListedProvider, ProviderRun } from '#core';
import { newId, type Result } from '#foundation';

/** Models of another extension, one of them for single images; `finish` ends a run. */
export function fakeModels() {
  const runs = createStore<readonly ProviderRun[]>(() => []);
  const cancelled: string[] = [];
  let finish: (result: Result<AiRun>) => void = () => undefined;
  const model: ListedProvider = {
    id: 'org.example.spots.finder',
    title: 'Spot finder',
    extensionId: 'org.example.spots',
    task: 'DETECTION',
    image: 'VOLUME',
    model: { name: 'Spots', version: '2.0', weightsSha256: null, use: 'research' },
    runsIn: 'address',
    rejection: null,
  };
  const outliner: ListedProvider = {
    ...model,
    id: 'org.example.spots.outliner',
    title: 'Spot outliner',
    task: 'SEGMENTATION',
    runsIn: 'server',
  };
  const ofImages: ListedProvider = {
    ...model,
    id: 'org.example.spots.image-finder',
    title: 'Image finder',
    image: 'FRAME',
    runsIn: 'browser',
  };
  const providers: FindingProviders = {
    list: ({ kind = 'VOLUME' }) => (kind === 'VOLUME' ? [model, outliner] : [ofImages]),
    runs,
    cancel: (runId) => void cancelled.push(runId),
    run(providerId, scanId, { seed = null, frame = null } = {}) {
      const run: ProviderRun = {
        id: newId(),
        providerId,
        scanId,
        seed,
        frame,
        state: 'running',
        progress: 0.4,
        findingCount: 0,
        dropped: [],
        messages: [],
        problem: null,
      };
      runs.setState([run], true);
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  };
  return { providers, runs, cancelled, finish: (result: Result<AiRun>) => finish(result) };
}
