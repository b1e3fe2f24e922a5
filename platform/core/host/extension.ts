import type { Disposable, Logger, Result, Scope, Token } from '#foundation';
import type {
  CommandDefinition,
  FindingProvider,
  PanelDefinition,
  RouteDefinition,
  ToolDefinition,
  ViewportDefinition,
} from '../registries/definitions.ts';

/** Registry view of an extension; accepts only ids that its manifest declares. */
export interface Registrar<Definition> {
  /** Throws ProblemError `UNDECLARED_CONTRIBUTION` or `DUPLICATE_CONTRIBUTION`. */
  register(definition: Definition): Disposable;
}

/** Keeps the argument type, so that `validate` and `run` agree. */
export interface CommandRegistrar {
  register<Args>(definition: CommandDefinition<Args>): Disposable;
}

/** Keeps the gesture type, so that a tool's methods agree. */
export interface ToolRegistrar {
  register<Gesture>(definition: ToolDefinition<Gesture>): Disposable;
}

/** API of a starting extension. Registrations end with the extension's scope. */
export interface ExtensionContext<Settings = Readonly<Record<string, unknown>>> {
  readonly id: string;
  /** Validated against the manifest's schema, with defaults, frozen. */
  readonly settings: Settings;
  readonly scope: Scope;
  readonly log: Logger;
  readonly commands: CommandRegistrar;
  readonly panels: Registrar<PanelDefinition>;
  readonly tools: ToolRegistrar;
  readonly viewports: Registrar<ViewportDefinition>;
  readonly findingProviders: Registrar<FindingProvider>;
  readonly routes: Registrar<RouteDefinition>;
  /** Returns the service of a token; throws ProblemError `SERVICE_MISSING` without a provider. */
  use<T>(token: Token<T>): T;
  tryUse<T>(token: Token<T>): T | null;
  provide<T>(token: Token<T>, value: T): Disposable;
  /**
   * Returns true if the command can run now, else the reason; null if no extension has registered
   * the command.
   */
  mayRun(commandId: string): true | string | null;
  /** Runs a command of any extension; failures return a Problem. */
  run(commandId: string, args?: unknown): Promise<Result<void>>;
}

/** Entry point of an extension in the browser: `index.ts` exports an instance as `extension`. */
export interface Extension {
  readonly id: string;
  activate(context: ExtensionContext): void | Promise<void>;
}

/**
 * Returns the definition unchanged; exists for type inference and to make definitions searchable.
 */
export function defineExtension(extension: Extension): Extension {
  return extension;
}
