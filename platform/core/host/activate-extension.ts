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
import type { Registries } from '../registries/registries.ts';
import type { Extension } from './extension.ts';
import { createExtensionContext } from './extension-context.ts';
import { type ExtensionSource, loadExtension } from './extension-source.ts';
import { hostProblems } from './host-problems.ts';
import type { ServiceRegistry } from './service-registry.ts';
import type { Settings } from './settings.ts';

export interface ActivationDeps {
  readonly registries: Registries;
  readonly services: ServiceRegistry;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limitMs: number;
  /** How long its code may take to come. */
  readonly loadLimitMs: number;
  /** A new scope of the application for this extension. */
  scope(id: string): Scope;
  run(commandId: string, args?: unknown): Promise<Result<void>>;
  report(problem: Problem): void;
}

/**
 * Loads one extension and lets it register, each within its time limit. Whatever it throws becomes a
 * Problem, and what it had registered until then is undone. Declared contributions that it did not
 * register are reported, and it stays.
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
  const scope = deps.scope(id);
  const reported = new Set<Problem>();
  const report = (problem: Problem): void => {
    reported.add(problem);
    deps.report(problem);
  };
  const context = createExtensionContext({ ...deps, id, settings, scope, onRejected: report });
  for (const protocol of manifest.contributes.hangingProtocols) {
    scope.own(deps.registries.hangingProtocols.register(protocol, id, context));
  }
  const outcome = await withinLimit(attempt(loaded.value, context), deps.limitMs, deps);
  const problem = outcome === 'late' ? hostProblems.activationTimeout(id, deps.limitMs) : outcome;
  if (problem !== null) {
    endScope(scope, id, deps);
    // A refused registration that the extension let through is already reported.
    if (!reported.has(problem)) deps.report(problem);
    return fail(problem);
  }
  reportMissing(manifest, deps);
  return ok(scope);
}

/** The Problem that activate ended with, or null. */
async function attempt(
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

/** Ends an extension's scope; what it fails to undo is its Problem, not the caller's. */
export function endScope(scope: Scope, id: string, deps: Pick<ActivationDeps, 'report'>): void {
  try {
    scope.dispose();
  } catch (thrown) {
    deps.report(hostProblems.disposeFailed(id, messageOf(thrown)));
  }
}

function reportMissing(manifest: ExtensionManifest, deps: ActivationDeps): void {
  for (const point of CONTRIBUTION_POINTS) {
    for (const { id } of manifest.contributes[point]) {
      if (!deps.registries[point].get(id).ok) {
        deps.report(hostProblems.missing(manifest.id, point, id));
      }
    }
  }
}
