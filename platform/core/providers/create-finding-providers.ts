import { createStore } from 'zustand/vanilla';
import type { AiRun, FindingProviderContribution } from '#contracts';
import { type Clock, fail, messageOf, newId, ok, ProblemError, type Result } from '#foundation';
import type { DeclaredContribution } from '../registries/contribution-registry.ts';
import type { ExtensionContext, ProviderImage } from '../registries/definitions.ts';
import type { Registries } from '../registries/registries.ts';
import { frameToken } from '../services/images/frame-reader.ts';
import { volumeToken } from '../services/images/volume-reader.ts';
import { apiToken, configToken } from '../services/platform/tokens.ts';
import { createProviderWorker } from './create-provider-worker.ts';
import type { FindingProviders, ListedProvider, ProviderRun } from './finding-providers.ts';
import { createWeightsCache, type WeightsCache } from './load-weights.ts';
import type { ProviderCall, WorkerCode } from './provider-call.ts';
import { providerProblems } from './provider-problems.ts';
import type { ProviderWorker } from './run-in-worker.ts';

/** Number of runs that the list keeps. */
const MAX_RUNS = 50;
/** Time limit in s without a site configuration. */
const DEFAULT_SECONDS = 60;

export interface FindingProviderDeps {
  readonly providers: Registries['findingProviders'];
  readonly services: Pick<ExtensionContext, 'use' | 'tryUse'>;
  readonly clock: Clock;
  /** Returns the URL of a module of an extension; null if the extension has no folder of its own. */
  moduleUrl(extensionId: string, path: string): string | null;
  /** Returns the version of an extension. */
  versionOf(extensionId: string): string;
  /** Creates the worker that runs providers; replaced in tests. */
  readonly createWorker?: () => ProviderWorker;
}

type Declared = DeclaredContribution<FindingProviderContribution>;

/** Creates the service that lists and runs the declared providers. */
export function createFindingProviders(deps: FindingProviderDeps): FindingProviders {
  const { providers } = deps;
  const store = createStore<readonly ProviderRun[]>(() => []);
  const stops = new Map<string, AbortController>();
  const weightsOf = createWeightsCache();
  return {
    runs: store,
    list: (image) =>
      providers
        .declared()
        .filter(({ declaration }) => declaration.image === (image.kind ?? 'VOLUME'))
        .map((declared) => listed(declared, image)),
    cancel: (runId) => stops.get(runId)?.abort(),
    async run(providerId, scanId, { signal: outer, seed = null, frame = null } = {}) {
      const declared = providers.findDeclared(providerId);
      if (!declared.ok) return fail(providerProblems.unknown(providerId));
      const { owner } = declared.value;
      if (stops.size > 0) return fail(providerProblems.busy(owner));
      const runId = newId();
      const stop = new AbortController();
      stops.set(runId, stop);
      const started = newRun({ id: runId, providerId, scanId, seed, frame });
      store.setState([started, ...store.getState()].slice(0, MAX_RUNS), true);
      const change: Change = (part) =>
        store.setState(
          store.getState().map((run) => (run.id === runId ? { ...run, ...part } : run)),
          true,
        );
      const signals = outer === undefined ? [] : [outer];
      const signal = AbortSignal.any([stop.signal, ...signals]);
      const call = { runId, scanId, signal, seed, frame };
      const result = await execute({ ...deps, weightsOf }, declared.value, call, change);
      stops.delete(runId);
      if (result.ok) {
        change({ state: 'done', progress: 1, findingCount: result.value.findingCount });
        return result;
      }
      // An aborted load of the volume is a cancellation, too.
      const isCancelled = signal.aborted;
      const problem = isCancelled ? providerProblems.cancelled(owner) : result.problem;
      change({ state: isCancelled ? 'cancelled' : 'failed', problem });
      return fail(problem);
    },
  };
}

function listed({ declaration, owner }: Declared, image: ProviderImage): ListedProvider {
  const { id, title, task, image: reads, model, needsDynamicRange, worker, server } = declaration;
  const isRejected = needsDynamicRange && image.dynamicRangeDb === null;
  const rejection = isRejected ? providerProblems.rangeUnknown(owner) : null;
  const elsewhere = server === undefined ? 'address' : 'server';
  const runsIn = worker === undefined ? elsewhere : 'browser';
  return { id, title, extensionId: owner, task, image: reads, model, runsIn, rejection };
}

type Call = Pick<ProviderCall, 'runId' | 'scanId' | 'seed' | 'frame' | 'signal'>;
type Change = (part: Partial<ProviderRun>) => void;

type ExecuteDeps = FindingProviderDeps & { readonly weightsOf: WeightsCache };

/** Returns code and weights of a provider; null if the server runs or calls it. */
function codeOf(
  { moduleUrl, versionOf, weightsOf, services }: ExecuteDeps,
  { declaration: provider, owner }: Declared,
): Result<WorkerCode | null> {
  if (provider.worker === undefined) return ok(null);
  const url = moduleUrl(owner, provider.worker);
  const folderUrl = moduleUrl(owner, '');
  if (url === null || folderUrl === null) return fail(providerProblems.noModule(owner));
  const api = services.use(apiToken);
  const version = versionOf(owner);
  return ok({
    moduleUrl: url,
    folderUrl,
    weights: (signal) => weightsOf({ api, provider, owner, version, signal }),
  });
}

/** Runs a declared provider and reports its steps; never rejects. */
async function execute(
  deps: ExecuteDeps,
  { declaration: provider, owner }: Declared,
  call: Call,
  change: Change,
): Promise<Result<AiRun>> {
  const { services, clock } = deps;
  try {
    const code = codeOf(deps, { declaration: provider, owner });
    if (!code.ok) return code;
    // Loaded on first use, because most pages never run a provider.
    const { runProvider } = await import('./run-provider.ts');
    const seconds = services.tryUse(configToken)?.limits.findingProviderSeconds;
    return await runProvider({
      ...call,
      provider,
      extensionId: owner,
      code: code.value,
      limitMs: (seconds ?? DEFAULT_SECONDS) * 1000,
      api: services.use(apiToken),
      volumes: services.tryUse(volumeToken),
      frames: services.tryUse(frameToken),
      clock,
      createWorker: deps.createWorker ?? createProviderWorker,
      onProgress: (progress) => change({ progress }),
      onStoring: ({ dropped, messages }) => change({ state: 'storing', dropped, messages }),
    });
  } catch (thrown) {
    if (thrown instanceof ProblemError) return fail(thrown.problem);
    return fail(providerProblems.failed(owner, messageOf(thrown)));
  }
}

const newRun = (
  target: Pick<ProviderRun, 'id' | 'providerId' | 'scanId' | 'seed' | 'frame'>,
): ProviderRun => ({
  ...target,
  state: 'running',
  progress: null,
  findingCount: 0,
  dropped: [],
  messages: [],
  problem: null,
});
