import { createStore } from 'zustand/vanilla';
import type { PublicConfig } from '#contracts';
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
import { type ExtensionStatus, hostStatusToken, type Tools, toolsToken } from './host-status.ts';
import { createLifecycle } from './lifecycle.ts';
import { type ModeAvailability, modeStatus } from './modes.ts';
import type { Plan } from './plan.ts';
import { prepare, prepareModes } from './prepare-host.ts';
import { previewSwitch, type SwitchChange } from './preview-switch.ts';
import { ServiceRegistry } from './service-registry.ts';

const DEFAULT_LIMIT_MS = 10_000;
/** Specification 9: a part of the program that has not come after this long is missing. */
const LOAD_LIMIT_MS = 120_000;

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
  /** How long an extension may take to start; 10 s unless given. */
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
    loadLimitMs: LOAD_LIMIT_MS,
    scope: (id) => scope.child(id),
    run: runCommand,
    report,
  });
  const modes = prepareModes(options, registries, table, report);
  const status = {
    extensions: table.store,
    modes: modes.map(modeStatus),
    problems,
    preview: (change: SwitchChange, pending: readonly SwitchChange[] = []) =>
      previewSwitch(options, change, pending),
  };
  scope.own(services.provide(hostStatusToken, status));
  const findTool: Tools['find'] = (id) => {
    const tool = registries.tools.get(id);
    return tool.ok ? tool.value.definition : null;
  };
  scope.own(services.provide(toolsToken, { find: findTool }));
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
      const route = registries.routes
        .declared()
        .find((candidate) => candidate.declaration.path === path);
      if (route === undefined) return ok(null);
      const active = await lifecycle.activate(route.owner);
      return active.ok ? registries.routes.get(route.declaration.id) : active;
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
    if (known.some((other) => sameProblem(other, problem))) return;
    problems.setState([...known, problem], true);
    log.log('warn', problem.title, { code: problem.code, extension: problem.source ?? null });
  };
  return { problems, report };
}

/** A mode that is entered again finds the same gaps; they are listed once. */
function sameProblem(a: Problem, b: Problem): boolean {
  return a.code === b.code && a.source === b.source && a.title === b.title && a.detail === b.detail;
}
