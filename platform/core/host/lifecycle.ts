import { fail, ok, type Result, type Scope } from '#foundation';
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

/** `startables` are in plan order: each follows its requirements. */
export function createLifecycle(
  startables: readonly Startable[],
  table: ExtensionTable,
  deps: ActivationDeps,
): Lifecycle {
  const byId = new Map(startables.map((startable) => [startable.source.manifest.id, startable]));
  const started = new Map<string, Promise<Result<Scope>>>();
  const scopes = new Map<string, Scope>();

  const failed = (id: string, problem = hostProblems.notStartable(id)): Result<never> => {
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
      return failed(id, problem);
    }
    const done = await activateExtension(source, settings, deps);
    if (!done.ok) return failed(id, done.problem);
    scopes.set(id, done.value);
    table.set(id, 'active');
    return done;
  };

  const activate = async (id: string): Promise<Result<void>> => {
    const startable = byId.get(id);
    if (startable === undefined) return fail(hostProblems.notStartable(id));
    const running = started.get(id) ?? start(startable);
    started.set(id, running);
    const done = await running;
    return done.ok ? ok(undefined) : done;
  };

  const deactivate = (id: string): void => {
    for (const [other, { source }] of byId) {
      if (Object.hasOwn(source.manifest.requires, id)) deactivate(other);
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
