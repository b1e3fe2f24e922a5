import { createStore } from 'zustand/vanilla';
import {
  type Clock,
  type Disposable,
  type Logger,
  ok,
  type Problem,
  type Result,
  Scope,
} from '#foundation';
import { createFindingProviders } from '../providers/create-finding-providers.ts';
import { findingProvidersToken } from '../providers/finding-providers.ts';
import type { Registered } from '../registries/contribution-registry.ts';
import type { RouteDefinition } from '../registries/definitions.ts';
import {
  createRegistries,
  type Registries,
  type RouteContribution,
} from '../registries/registries.ts';
import type { ReadonlyStore } from '../services/store.ts';
import { type ExtensionStatus, hostStatusToken, type Tools, toolsToken } from './host-status.ts';
import { createLifecycle } from './lifecycle.ts';
import { type ModeAvailability, modeStatus } from './modes.ts';
import type { Placement } from './placements.ts';
import type { Plan } from './plan.ts';
import { type HostData, prepare, prepareModes } from './prepare-host.ts';
import { previewSwitch } from './preview-switch.ts';
import { ServiceRegistry } from './service-registry.ts';
import type { SwitchChange } from './switch-effect.ts';

const DEFAULT_LIMIT_MS = 10_000;
/** Maximum loading time in ms before an extension counts as missing (specification 9). */
const LOAD_LIMIT_MS = 120_000;

export interface ExtensionHostOptions extends HostData {
  readonly clock: Clock;
  readonly log: Logger;
  /** Maximum duration of an activation in ms; 10 s by default. */
  readonly activationLimitMs?: number;
}

/** Extensions of a page, with their declarations, registrations and problems. */
export interface ExtensionHost extends Registries, Disposable {
  /** Application scope; parent of the scopes of extensions, modes and studies. */
  readonly scope: Scope;
  readonly services: ServiceRegistry;
  readonly plan: Plan;
  readonly modes: readonly ModeAvailability[];
  /** What extensions place in modes, with what the site refuses. */
  readonly placements: readonly Placement[];
  readonly extensions: ReadonlyStore<readonly ExtensionStatus[]>;
  readonly problems: ReadonlyStore<readonly Problem[]>;
  /** Activates an extension after its requirements; repeated calls share the same activation. */
  activate(id: string): Promise<Result<void>>;
  /**
   * Undoes all registrations of the extension, after stopping its dependents. Can be activated
   * again.
   */
  deactivate(id: string): void;
  /**
   * Activates the owner of the page at `path` and returns the page; null when no extension declares
   * the path.
   */
  ensureRoute(path: string): Promise<Result<Registered<RouteDefinition, RouteContribution> | null>>;
  /** Activates the owner of a command and runs the command. */
  runCommand(id: string, args?: unknown): Promise<Result<void>>;
  report(problem: Problem): void;
}

/**
 * Plans and prepares extensions; loads their code on first use. Never throws for an invalid
 * manifest, an invalid setting or a failing extension, but adds a Problem that names the extension
 * to `problems`.
 */
export function createExtensionHost(options: ExtensionHostOptions): ExtensionHost {
  const { problems, report } = createProblemList(options.log);
  const prepared = prepare(options, report);
  const { planned, startables, table } = prepared;
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
    createScope: (id) => scope.child(id),
    run: runCommand,
    report,
  });
  const { modes, placements } = prepareModes(options, prepared, registries, report);
  const status = {
    extensions: table.store,
    modes: modes.map(modeStatus),
    placements,
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
  provideFindingProviders(options, registries, services, scope);
  return {
    ...registries,
    scope,
    services,
    plan: planned,
    modes,
    placements,
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

function provideFindingProviders(
  { sources, clock }: ExtensionHostOptions,
  { findingProviders }: Registries,
  services: ServiceRegistry,
  scope: Scope,
): void {
  const moduleUrl = (id: string, path: string): string | null =>
    sources.find(({ manifest }) => manifest.id === id)?.moduleUrl?.(path) ?? null;
  const versionOf = (id: string): string =>
    sources.find(({ manifest }) => manifest.id === id)?.manifest.version ?? '';
  const service = createFindingProviders({
    providers: findingProviders,
    services,
    clock,
    moduleUrl,
    versionOf,
  });
  scope.own(services.provide(findingProvidersToken, service));
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

/** Detects repeated problems, so that re-entering a mode does not list the same gaps twice. */
function sameProblem(a: Problem, b: Problem): boolean {
  return a.code === b.code && a.source === b.source && a.title === b.title && a.detail === b.detail;
}
