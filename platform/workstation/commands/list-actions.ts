import { routes } from '#contracts';
import { actionName, type Contribution, type KeyBinding, type ModeRuntime } from '#core';
import { messageOf } from '#foundation';
import type { Application } from '../application/application.ts';
import { keySection } from '../keyboard/key-section.ts';
import { type GuardedRoute, guard } from '../navigation/guard.ts';
import { commandTexts } from '../texts/command-texts.ts';
import { actionTitle } from './action-title.ts';
import { appActions, appKeys, keyConditions, keyOf } from './app-actions.ts';

/** Action that is available now, from any source. */
export interface Action {
  /** Unique over all sources: `page:/home`, `app.help`, `breast-planes.step {"by":-1}`. */
  readonly id: string;
  readonly title: string;
  /** Words other than those of the title by which the palette finds the action. */
  readonly searchWords?: string | undefined;
  readonly icon: string | undefined;
  readonly group: string;
  /** Section of a mode's shortcuts; absent elsewhere. */
  readonly section?: string;
  /** Effective shortcut in tinykeys notation; null for none. */
  readonly key: string | null;
  /** Why the action is disabled; null when enabled. */
  readonly reason: string | null;
  /** Null when only the shortcut triggers the action. */
  readonly run: (() => void) | null;
}

/** Page of the application, with the access that opening it requires. */
export interface ListedPage extends GuardedRoute {
  readonly path: string;
  /** Null for unknown paths. */
  readonly title: string | null;
}

const { groups } = commandTexts;

/** Lists every available action, the current page first. */
export function listActions(
  application: Application,
  pages: readonly ListedPage[],
): readonly Action[] {
  const runtime = application.commands.mode.getState();
  const globals = globalActions(application);
  // Merges a page action with the global action of the same title, under the id of the global one.
  const pageEntries = pageActions(application).map((action) => {
    const same = globals.find(({ title }) => title === action.title);
    return same === undefined ? action : { ...action, id: same.id, key: same.key };
  });
  return [
    ...pageEntries,
    ...(runtime === null ? [] : modeActions(application, runtime)),
    ...globals.filter(({ id }) => !pageEntries.some((action) => action.id === id)),
    ...pageLinks(application, pages),
    ...extensionActions(application, runtime),
  ];
}

function pageActions({ commands }: Application): readonly Action[] {
  return commands.pageActions.getState().map(({ id, title, icon, key, enabled, run }) => ({
    id: `here:${id}`,
    title,
    icon,
    group: groups.page,
    key: key ?? null,
    reason: reasonOf(enabled),
    run: run ?? null,
  }));
}

/** Lists the tools and commands of the running mode, with and without shortcuts. */
function modeActions(application: Application, runtime: ModeRuntime): readonly Action[] {
  const { host, services } = application;
  const bindings = runtime.keys.getState();
  const { title: group, requires, optional } = runtime.mode;
  const belongs = (contribution: { readonly owner: string }): boolean =>
    requires.includes(contribution.owner) || optional.includes(contribution.owner);
  const mayDraw = services.session.mayCall(routes.createFinding);
  const tools = host.tools
    .list()
    .filter((tool) => belongs(tool) && (mayDraw || tool.definition.markType === null))
    .map(({ declaration: { id, title, searchWords, icon } }): Action => {
      const run = (): void => services.viewState.set({ activeToolId: id });
      const key = keyOf(bindings, { id, args: null });
      const section = keySection(runtime.mode, { kind: 'tool', id });
      return { id, title, searchWords, icon, group, section, key, reason: null, run };
    });
  // Lists a command with two shortcuts once, under the first.
  const bound = bindings.filter(
    (binding, idx) =>
      binding.kind === 'command' &&
      hasArguments(binding.args) &&
      bindings.findIndex((other) => actionName(other) === actionName(binding)) === idx,
  );
  const withArguments = bound.flatMap((binding) =>
    boundActions(application, binding, runtime.mode),
  );
  const plain = host.commands
    .list()
    .filter((command) => belongs(command) && acceptsNoArguments(command.definition.validate))
    .map(({ declaration }) => ({
      ...commandAction(application, declaration, group, bindings),
      section: keySection(runtime.mode, { kind: 'command', id: declaration.id }),
    }));
  return [...tools, ...plain, ...withArguments];
}

const hasArguments = (args: unknown): boolean => args !== null && args !== undefined;

/** Returns the action of a shortcut with arguments; empty when the command is not registered. */
function boundActions(
  application: Application,
  binding: KeyBinding,
  mode: ModeRuntime['mode'],
): readonly Action[] {
  const command = application.host.commands.get(binding.id);
  if (!command.ok) return [];
  const { declaration } = command.value;
  const enabled = application.host.commands.enabled(binding.id, binding.args);
  return [
    {
      id: actionName(binding),
      icon: declaration.icon,
      searchWords: declaration.searchWords,
      group: mode.title,
      section: keySection(mode, binding),
      key: binding.key,
      title: actionTitle(mode, binding, declaration.title),
      reason: enabled === true ? null : enabled,
      run: () => runCommand(application, binding.id, binding.args),
    },
  ];
}

function commandAction(
  application: Application,
  declaration: Contribution,
  group: string,
  bindings: readonly KeyBinding[],
): Action {
  const { id, title, searchWords, icon } = declaration;
  const enabled = application.host.commands.enabled(id);
  return {
    id,
    title,
    searchWords,
    icon,
    group,
    key: keyOf(bindings, { id, args: null }),
    reason: enabled === true ? null : enabled,
    run: () => runCommand(application, id, undefined),
  };
}

function runCommand({ host, services }: Application, id: string, args: unknown): void {
  void host.runCommand(id, args).then((result) => {
    if (!result.ok) services.notices.showProblem(result.problem);
  });
}

function globalActions(application: Application): readonly Action[] {
  const actions = appActions(application);
  const keys = appKeys(actions, keyConditions(application));
  return actions.map(({ id, title, icon, enabled, run }) => ({
    id,
    title,
    icon,
    group: groups.everywhere,
    run,
    key: keyOf(keys, { id, args: null }),
    reason: reasonOf(enabled),
  }));
}

/** Pages not offered: they need an open object, appear only in a workflow or have an action. */
const UNLISTED_PATHS: readonly string[] = [
  '*',
  '/',
  '/scan',
  '/prescan-info',
  '/welcome',
  '/preferences',
  '/patient-create-success',
  '/no-previous-studies',
  '/patient-not-found',
];

function pageLinks(
  { services, navigation }: Application,
  pages: readonly ListedPage[],
): readonly Action[] {
  const { user } = services.session.store.getState();
  const session = { signedIn: user !== null, features: user?.permissions ?? [] };
  return pages
    .filter(({ path, access }) => access !== 'anonymous' && !UNLISTED_PATHS.includes(path))
    .filter((route) => guard(route, session, route.path).kind === 'open')
    .map(({ path, title }) => ({
      id: `page:${path}`,
      title: title ?? path,
      icon: 'chevron-right',
      group: groups.pages,
      key: null,
      reason: null,
      run: () => navigation.go(path),
    }));
}

/** Lists the enabled commands of extensions outside the mode, grouped by extension. */
function extensionActions(
  application: Application,
  runtime: ModeRuntime | null,
): readonly Action[] {
  const { host } = application;
  const inMode = [...(runtime?.mode.requires ?? []), ...(runtime?.mode.optional ?? [])];
  return host.commands
    .list()
    .filter(({ owner }) => !inMode.includes(owner))
    .filter(({ definition }) => acceptsNoArguments(definition.validate))
    .filter(({ definition }) => host.commands.enabled(definition.id) === true)
    .map(({ declaration, owner }) => {
      const title =
        host.extensions.getState().find((extension) => extension.id === owner)?.title ?? owner;
      return commandAction(application, declaration, title, []);
    });
}

/** Returns whether a command can run without arguments. */
function acceptsNoArguments(validate: (args: unknown) => { readonly ok: boolean }): boolean {
  try {
    return validate(undefined).ok;
  } catch {
    // A validator that throws does not accept missing arguments.
    return false;
  }
}

function reasonOf(enabled: (() => true | string) | undefined): string | null {
  if (enabled === undefined) return null;
  try {
    const result = enabled();
    return result === true ? null : result;
  } catch (thrown) {
    return messageOf(thrown);
  }
}
