import { fail, ok, type Problem, type Result, type Scope } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import { type ActivationDeps, activateExtension, endScope } from './activate-extension.ts';
import type { ExtensionSource } from './extension-source.ts';
import type { ExtensionTable } from './extension-table.ts';
import type { Settings } from './settings.ts';

/** An extension that the plan allows to start. */
export interface Startable {
  readonly source: ExtensionSource;
  readonly settings: Settings;
}

/** Starts and stops extensions with their dependencies. */
export interface Lifecycle {
  activate(id: string): Promise<Result<void>>;
  deactivate(id: string): void;
  deactivateAll(): void;
}

/** Creates the lifecycle; `startables` are in plan order, each after its requirements. */
export function createLifecycle(
  startables: readonly Startable[],
  table: ExtensionTable,
  deps: ActivationDeps,
): Lifecycle {
  const byId = new Map(startables.map((startable) => [startable.source.manifest.id, startable]));
  /** Activations by id, also failed ones, which are not repeated. */
  const started = new Map<string, Promise<Result<Scope>>>();
  const scopes = new Map<string, Scope>();

  const markFailed = (id: string, problem: Problem): Result<never> => {
    table.set(id, 'failed', problem);
    return fail(problem);
  };

  const start = async ({ source, settings }: Startable): Promise<Result<Scope>> => {
    const { id, requires } = source.manifest;
    table.set(id, 'starting');
    for (const needed of Object.keys(requires)) {
      if ((await activate(needed)).ok) continue;
      const problem = hostProblems.requiredRejected(id, needed);
      deps.report(problem);
      return markFailed(id, problem);
    }
    const activated = await activateExtension(source, settings, deps);
    if (!activated.ok) return markFailed(id, activated.problem);
    scopes.set(id, activated.value);
    table.set(id, 'active');
    return activated;
  };

  const activate = async (id: string): Promise<Result<void>> => {
    const startable = byId.get(id);
    if (startable === undefined) return fail(hostProblems.notStartable(id));
    const activation = started.get(id) ?? start(startable);
    started.set(id, activation);
    const activated = await activation;
    return activated.ok ? ok(undefined) : activated;
  };

  const deactivate = (id: string): void => {
    for (const [dependentId, { source }] of byId) {
      if (Object.hasOwn(source.manifest.requires, id)) deactivate(dependentId);
    }
    const scope = scopes.get(id);
    if (scope === undefined) return;
    scopes.delete(id);
    started.delete(id);
    endScope(scope, id, deps);
    table.set(id, 'ready');
  };

  return {
    activate,
    deactivate,
    deactivateAll: () => [...byId.keys()].reverse().forEach(deactivate),
  };
}
