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

export interface ActivationParts {
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
  parts: ActivationParts,
): Promise<Result<Scope>> {
  const { manifest } = source;
  const { id } = manifest;
  const loaded = await withinLimit(loadExtension(source), parts.loadLimitMs, parts);
  if (loaded === 'late' || !loaded.ok) {
    const late = hostProblems.loadTimeout(id, parts.loadLimitMs);
    const problem = loaded === 'late' ? late : loaded.problem;
    parts.report(problem);
    return fail(problem);
  }
  const scope = parts.scope(id);
  const reported = new Set<Problem>();
  const report = (problem: Problem): void => {
    reported.add(problem);
    parts.report(problem);
  };
  const context = createExtensionContext({ ...parts, id, settings, scope, refused: report });
  for (const protocol of manifest.contributes.hangingProtocols) {
    scope.own(parts.registries.hangingProtocols.register(protocol, id, context));
  }
  const outcome = await withinLimit(attempt(loaded.value, context), parts.limitMs, parts);
  const problem = outcome === 'late' ? hostProblems.activationTimeout(id, parts.limitMs) : outcome;
  if (problem !== null) {
    endScope(scope, id, parts);
    // A refused registration that the extension let through is already reported.
    if (!reported.has(problem)) parts.report(problem);
    return fail(problem);
  }
  reportMissing(manifest, parts);
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
  { clock }: ActivationParts,
): Promise<T | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = clock.after(limitMs, () => resolve('late'));
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.dispose();
  }
}

/** Ends an extension's scope; what it fails to undo is its Problem, not the caller's. */
export function endScope(scope: Scope, id: string, parts: Pick<ActivationParts, 'report'>): void {
  try {
    scope.dispose();
  } catch (thrown) {
    parts.report(hostProblems.disposeFailed(id, messageOf(thrown)));
  }
}

function reportMissing(manifest: ExtensionManifest, parts: ActivationParts): void {
  for (const point of CONTRIBUTION_POINTS) {
    for (const { id } of manifest.contributes[point]) {
      if (!parts.registries[point].get(id).ok) {
        parts.report(hostProblems.missing(manifest.id, point, id));
      }
    }
  }
}
