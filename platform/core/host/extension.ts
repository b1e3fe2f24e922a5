import type { Disposable, Logger, Result, Scope, Token } from '#foundation';
import type {
  CommandDefinition,
  FindingProvider,
  PanelDefinition,
  RouteDefinition,
  ToolDefinition,
  ViewportDefinition,
} from '../registries/definitions.ts';

/** A registry as one extension sees it: only ids that its manifest declares are taken. */
export interface Registrar<Definition> {
  /** Throws ProblemError (`UNDECLARED_CONTRIBUTION`, `DUPLICATE_CONTRIBUTION`) by name. */
  register(definition: Definition): Disposable;
}

/** Commands keep their argument type, so that validator and run agree. */
export interface CommandRegistrar {
  register<Args>(definition: CommandDefinition<Args>): Disposable;
}

/** Tools keep their gesture type for the same reason. */
export interface ToolRegistrar {
  register<Gesture>(definition: ToolDefinition<Gesture>): Disposable;
}

/** What an extension is given when it starts. Everything it registers ends with its scope. */
export interface ExtensionContext<Settings = Readonly<Record<string, unknown>>> {
  readonly id: string;
  /** Validated against the manifest's settings schema, with its defaults, frozen. */
  readonly settings: Settings;
  readonly scope: Scope;
  readonly log: Logger;
  readonly commands: CommandRegistrar;
  readonly panels: Registrar<PanelDefinition>;
  readonly tools: ToolRegistrar;
  readonly viewports: Registrar<ViewportDefinition>;
  readonly findingProviders: Registrar<FindingProvider>;
  readonly routes: Registrar<RouteDefinition>;
  /** The service behind a token; throws ProblemError `SERVICE_MISSING` when nobody provides it. */
  use<T>(token: Token<T>): T;
  tryUse<T>(token: Token<T>): T | null;
  provide<T>(token: Token<T>, value: T): Disposable;
  /** Whether a command can run now, else why not; null while no extension has registered it. */
  mayRun(commandId: string): true | string | null;
  /** Runs a command of any extension by id; rejects with a Problem, never silently. */
  run(commandId: string, args?: unknown): Promise<Result<void>>;
}

/** The browser door of an extension: its `index.ts` exports one of these as `extension`. */
export interface Extension {
  readonly id: string;
  activate(context: ExtensionContext): void | Promise<void>;
}

/** Declares an extension; the identity function gives inference and one place to look for. */
export function defineExtension(extension: Extension): Extension {
  return extension;
}
