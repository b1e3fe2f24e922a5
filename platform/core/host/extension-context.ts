import type { ContributionPoint } from '#contracts';
import {
  type Disposable,
  type Logger,
  type Problem,
  ProblemError,
  type Result,
  type Scope,
} from '#foundation';
import type { ContributionRegistry } from '../registries/contribution-registry.ts';
import type { ExtensionContext, Registrar, ToolDefinition } from '../registries/definitions.ts';
import { hostProblems } from '../registries/host-problems.ts';
import type { Registries } from '../registries/registries.ts';
import { ownUntilDisposed } from './own-until-disposed.ts';
import type { ServiceRegistry } from './service-registry.ts';
import type { Settings } from './settings.ts';

export interface ContextDeps {
  readonly id: string;
  readonly settings: Settings;
  readonly scope: Scope;
  readonly log: Logger;
  readonly registries: Registries;
  readonly services: ServiceRegistry;
  run(commandId: string, args?: unknown): Promise<Result<void>>;
  /** Called for every rejected registration, even if the extension catches the error. */
  onRejected(problem: Problem): void;
}

/** Creates the context of an extension; its scope owns all registrations and provided services. */
export function createExtensionContext(deps: ContextDeps): ExtensionContext {
  const { id, scope, registries, services } = deps;
  const registerOwned = (point: ContributionPoint, register: () => Disposable): Disposable => {
    try {
      if (scope.ended) throw new ProblemError(hostProblems.scopeEnded(id));
      return ownUntilDisposed(scope, register());
    } catch (thrown) {
      if (thrown instanceof ProblemError) deps.onRejected(thrown.problem);
      deps.log.log('warn', 'A registration was rejected', { extension: id, point });
      throw thrown;
    }
  };
  const registrar = <Definition extends { readonly id: string }>(
    registry: ContributionRegistry<Definition>,
  ): Registrar<Definition> => ({
    register: (definition) =>
      registerOwned(registry.point, () => registry.register(definition, id, context)),
  });
  const context: ExtensionContext = {
    id,
    settings: deps.settings,
    scope,
    log: deps.log,
    commands: {
      register: (definition) =>
        registerOwned('commands', () => registries.commands.registerTyped(definition, id, context)),
    },
    panels: registrar(registries.panels),
    tools: {
      register: (definition) =>
        // The cast is safe, because a tool receives only its own gestures.
        registerOwned('tools', () =>
          registries.tools.register(definition as ToolDefinition, id, context),
        ),
    },
    viewports: registrar(registries.viewports),
    routes: {
      register: (definition) =>
        registerOwned('routes', () => registries.routes.register(definition, id, context)),
    },
    use: (token) => services.use(token),
    tryUse: (token) => services.tryUse(token),
    provide: (token, value) => ownUntilDisposed(scope, services.provide(token, value)),
    mayRun: (commandId) =>
      registries.commands.get(commandId).ok ? registries.commands.enabled(commandId) : null,
    run: (commandId, args) => deps.run(commandId, args),
  };
  return context;
}
