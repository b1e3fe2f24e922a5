import { createStore } from 'zustand/vanilla';
import { HOST_VERSION, type PublicConfig } from '#contracts';
import {
  type Clock,
  type Disposable,
  type Logger,
  ok,
  type Problem,
  type Result,
  Scope,
} from '#foundation';
import type { Registered } from '../registries/contribution-registry.ts';
import type { RouteDefinition } from '../registries/definitions.ts';
import {
  createRegistries,
  type Registries,
  type RouteContribution,
} from '../registries/registries.ts';
import type { ReadonlyStore } from '../services/store.ts';
import type { ExtensionSource } from './extension-source.ts';
import { createExtensionTable, type ExtensionTable } from './extension-table.ts';
import { hostProblems } from './host-problems.ts';
import { type ExtensionStatus, hostStatusToken } from './host-status.ts';
import { createLifecycle, type Startable } from './lifecycle.ts';
import { type ModeAvailability, modeStatus, parseModes, resolveModes } from './modes.ts';
import { type Plan, plan } from './plan.ts';
import { ServiceRegistry } from './service-registry.ts';
import { resolveSettings } from './settings.ts';

const DEFAULT_LIMIT_MS = 10_000;

export interface ExtensionHostOptions {
  /** Built-in ones first. */
  readonly sources: readonly ExtensionSource[];
  /** `builtInModes`, not yet validated. */
  readonly modes: readonly unknown[];
  /** `problems`: what the server refused to offer. */
  readonly config: Pick<PublicConfig, 'extensions' | 'modes'> &
    Partial<Pick<PublicConfig, 'problems'>>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Built-in extensions only. */
  readonly safe?: boolean;
  /** How long an extension may take to load and start; 10 s unless given. */
  readonly activationLimitMs?: number;
}

/** The extensions of one page: what they declare, what they registered, what went wrong. */
export interface ExtensionHost extends Registries, Disposable {
  /** The application's scope; extensions, modes and studies live below it. */
  readonly scope: Scope;
  readonly services: ServiceRegistry;
  readonly plan: Plan;
  readonly modes: readonly ModeAvailability[];
  readonly extensions: ReadonlyStore<readonly ExtensionStatus[]>;
  readonly problems: ReadonlyStore<readonly Problem[]>;
  /** Starts an extension after those it requires; once, however often it is asked. */
  activate(id: string): Promise<Result<void>>;
  /** Undoes everything the extension registered, after those that require it. It may start again. */
  deactivate(id: string): void;
  /** The page of a path, its owner started. Null when no extension has such a page. */
  ensureRoute(path: string): Promise<Result<Registered<RouteDefinition, RouteContribution> | null>>;
  /** Runs a command by id, its owner started. */
  runCommand(id: string, args?: unknown): Promise<Result<void>>;
  report(problem: Problem): void;
}

/**
 * Plans and prepares; loads no code of any extension until someone asks. Never throws for what a
 * manifest, a setting or an extension does wrong: that is listed in `problems` by name.
 */
export function createExtensionHost(options: ExtensionHostOptions): ExtensionHost {
  const { problems, report } = createProblemList(options.log);
  const { planned, startables, table } = prepare(options, report);
  const manifests = startables.map(({ source }) => source.manifest);
  const registries = createRegistries(manifests, planned.renamed);
  const scope = new Scope('application');
  const services = new ServiceRegistry();
  const runCommand = async (id: string, args?: unknown): Promise<Result<void>> => {
    const declared = registries.commands.findDeclared(id);
    if (!declared.ok) return declared;
    const active = await lifecycle.activate(declared.value.owner);
    return active.ok ? registries.commands.run(id, args) : active;
  };
  const lifecycle = createLifecycle(startables, table, {
    registries,
    services,
    clock: options.clock,
    log: options.log,
    limitMs: options.activationLimitMs ?? DEFAULT_LIMIT_MS,
    scope: (id) => scope.child(id),
    run: runCommand,
    report,
  });
  const modes = prepareModes(options, registries, table, report);
  const status = { extensions: table.store, modes: modes.map(modeStatus), problems };
  scope.own(services.provide(hostStatusToken, status));
  return {
    ...registries,
    scope,
    services,
    plan: planned,
    modes,
    extensions: table.store,
    problems,
    report,
    runCommand,
    activate: lifecycle.activate,
    deactivate: lifecycle.deactivate,
    async ensureRoute(path) {
      const found = registries.routes.declared().find((one) => one.declaration.path === path);
      if (found === undefined) return ok(null);
      const active = await lifecycle.activate(found.owner);
      return active.ok ? registries.routes.get(found.declaration.id) : active;
    },
    dispose() {
      lifecycle.deactivateAll();
      scope.dispose();
    },
  };
}

function createProblemList(log: Logger) {
  const problems = createStore<readonly Problem[]>(() => []);
  const report = (problem: Problem): void => {
    const known = problems.getState();
    if (known.some((one) => sameProblem(one, problem))) return;
    problems.setState([...known, problem], true);
    log.log('warn', problem.title, { code: problem.code, extension: problem.source ?? null });
  };
  return { problems, report };
}

/** Which modes can run on what is declared; those that can't, and why, are reported. */
function prepareModes(
  { modes, config }: ExtensionHostOptions,
  registries: Registries,
  table: ExtensionTable,
  report: (problem: Problem) => void,
): readonly ModeAvailability[] {
  const parsed = parseModes(modes);
  for (const problem of parsed.problems) report(problem);
  for (const id of Object.keys(config.modes)) {
    if (!parsed.modes.some((mode) => mode.id === id)) report(hostProblems.unknownModeSwitch(id));
  }
  const resolved = resolveModes(parsed.modes, registries, table.store.getState(), config.modes);
  for (const { problem } of resolved) {
    if (problem !== null && problem.code !== 'MODE_OFF') report(problem);
  }
  return resolved;
}

/** A mode that is entered again finds the same gaps; they are listed once. */
function sameProblem(a: Problem, b: Problem): boolean {
  return a.code === b.code && a.source === b.source && a.title === b.title && a.detail === b.detail;
}

/** What the data alone decides: which extensions may start, with which settings. */
function prepare(options: ExtensionHostOptions, report: (problem: Problem) => void) {
  const { sources, config, safe = false } = options;
  const settings = sources.map((source) => resolveSettings(source.manifest, source.settings));
  const planned = plan({
    entries: sources.map((source, index) => {
      const resolved = settings[index];
      return { ...source, problem: resolved?.ok === false ? resolved.problem : null };
    }),
    switches: config.extensions,
    hostVersion: HOST_VERSION,
    safe,
  });
  for (const { source, ...problem } of config.problems ?? []) {
    report(source === undefined ? problem : { ...problem, source });
  }
  for (const { problem } of planned.refused) report(problem);
  for (const note of planned.notes) report(note);
  const startables = planned.start.flatMap((id): Startable[] => {
    const index = sources.findIndex((source) => source.manifest.id === id);
    const source = sources[index];
    const resolved = settings[index];
    return source !== undefined && resolved?.ok ? [{ source, settings: resolved.value }] : [];
  });
  const site = { switches: config.extensions, safe };
  return { planned, startables, table: createExtensionTable(sources, settings, planned, site) };
}
