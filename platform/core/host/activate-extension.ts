import { CONTRIBUTION_POINTS, type ExtensionManifest } from '#contracts';
import {
  type Clock,
  fail,
  type Logger,
  messageOf,
  ok,
  type Problem,
  ProblemError,
  type Result,
  type Scope,
} from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import type { Registries } from '../registries/registries.ts';
import type { Extension } from './extension.ts';
import { createExtensionContext } from './extension-context.ts';
import { type ExtensionSource, loadExtension } from './extension-source.ts';
import type { ServiceRegistry } from './service-registry.ts';
import type { Settings } from './settings.ts';

export interface ActivationDeps {
  readonly registries: Registries;
  readonly services: ServiceRegistry;
  readonly clock: Clock;
  readonly log: Logger;
  /** Maximum time of `activate`, in ms. */
  readonly limitMs: number;
  /** Maximum time to load the extension's code, in ms. */
  readonly loadLimitMs: number;
  /** Creates the extension's scope below the application scope. */
  createScope(id: string): Scope;
  run(commandId: string, args?: unknown): Promise<Result<void>>;
  report(problem: Problem): void;
}

/**
 * Loads an extension and runs its `activate`, each within its time limit. A failure becomes a
 * Problem and undoes all registrations; declared contributions that were not registered are only
 * reported.
 */
export async function activateExtension(
  source: ExtensionSource,
  settings: Settings,
  deps: ActivationDeps,
): Promise<Result<Scope>> {
  const { manifest } = source;
  const { id } = manifest;
  const loaded = await withinLimit(loadExtension(source), deps.loadLimitMs, deps);
  if (loaded === 'late' || !loaded.ok) {
    const timeoutProblem = hostProblems.loadTimeout(id, deps.loadLimitMs);
    const problem = loaded === 'late' ? timeoutProblem : loaded.problem;
    deps.report(problem);
    return fail(problem);
  }
  const scope = deps.createScope(id);
  const reported = new Set<Problem>();
  const report = (problem: Problem): void => {
    reported.add(problem);
    deps.report(problem);
  };
  const context = createExtensionContext({ ...deps, id, settings, scope, onRejected: report });
  for (const protocol of manifest.contributes.hangingProtocols) {
    scope.own(deps.registries.hangingProtocols.register(protocol, id, context));
  }
  for (const provider of manifest.contributes.findingProviders) {
    scope.own(deps.registries.findingProviders.register(provider, id, context));
  }
  const outcome = await withinLimit(tryActivate(loaded.value, context), deps.limitMs, deps);
  const problem = outcome === 'late' ? hostProblems.activationTimeout(id, deps.limitMs) : outcome;
  if (problem !== null) {
    endScope(scope, id, deps);
    // Skips Problems that `onRejected` has already reported, e.g. when the extension lets a
    // rejected registration throw.
    if (!reported.has(problem)) deps.report(problem);
    return fail(problem);
  }
  reportMissing(manifest, deps);
  return ok(scope);
}

/** Runs `activate` and returns the Problem of a failure; null after success. */
async function tryActivate(
  extension: Extension,
  context: Parameters<Extension['activate']>[0],
): Promise<Problem | null> {
  try {
    await extension.activate(context);
    return null;
  } catch (thrown) {
    if (thrown instanceof ProblemError) return thrown.problem;
    return hostProblems.activationFailed(context.id, messageOf(thrown));
  }
}

/** Returns the result of `work`, or 'late' when `limitMs` has passed before. */
async function withinLimit<T>(
  work: Promise<T>,
  limitMs: number,
  { clock }: ActivationDeps,
): Promise<T | 'late'> {
  const { promise: timedOut, resolve } = Promise.withResolvers<'late'>();
  const timer = clock.after(limitMs, () => resolve('late'));
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    timer.dispose();
  }
}

/**
 * Disposes an extension's scope; reports a failing dispose as the extension's Problem instead of
 * throwing.
 */
export function endScope(scope: Scope, id: string, deps: Pick<ActivationDeps, 'report'>): void {
  try {
    scope.dispose();
  } catch (thrown) {
    deps.report(hostProblems.disposeFailed(id, messageOf(thrown)));
  }
}

/** Reports declared contributions that `activate` did not register. */
function reportMissing(manifest: ExtensionManifest, deps: ActivationDeps): void {
  for (const point of CONTRIBUTION_POINTS) {
    for (const { id } of manifest.contributes[point]) {
      if (!deps.registries[point].get(id).ok) {
        deps.report(hostProblems.missing(manifest.id, point, id));
      }
    }
  }
}
