import { createStore } from 'zustand/vanilla';
import type { AiRun } from '#contracts';
import type { FindingProviders, ListedProvider, ProviderRun } from '#core';
import { newId, type Result } from '#foundation';

/** A model of another extension; `finish` ends its run. */
export function fakeModels() {
  const runs = createStore<readonly ProviderRun[]>(() => []);
  const cancelled: string[] = [];
  let finish: (result: Result<AiRun>) => void = () => undefined;
  const model: ListedProvider = {
    id: 'org.example.spots.finder',
    title: 'Spot finder',
    extensionId: 'org.example.spots',
    task: 'DETECTION',
    model: { name: 'Spots', version: '2.0', weightsSha256: null, use: 'research' },
    runsIn: 'address',
    rejection: null,
  };
  const providers: FindingProviders = {
    list: () => [
      model,
      {
        ...model,
        id: 'org.example.spots.outliner',
        title: 'Spot outliner',
        task: 'SEGMENTATION',
        runsIn: 'server',
      },
    ],
    runs,
    cancel: (runId) => void cancelled.push(runId),
    run(providerId, scanId, { seed = null } = {}) {
      const run: ProviderRun = {
        id: newId(),
        providerId,
        scanId,
        seed,
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
