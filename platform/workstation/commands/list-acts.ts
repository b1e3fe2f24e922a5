import { actionName, type KeyBinding, type ModeRuntime } from '#core';
import { messageOf } from '#foundation';
import { appRoutes } from '../routing/app-routes.tsx';
import { guard } from '../routing/guard.ts';
import type { Application } from '../start/application.ts';
import { commandTexts } from '../texts/command-texts.ts';
import { appActs, appKeys, keyOf } from './app-acts.ts';
import { argumentWords } from './argument-words.ts';

/** Something that can be done now, wherever it comes from. */
export interface Act {
  /** Unique over all: `page:/home`, `app.help`, `breast-planes.step {"by":-1}`. */
  readonly id: string;
  readonly title: string;
  readonly icon: string | undefined;
  readonly group: string;
  /** The key in force, in tinykeys notation. */
  readonly key: string | null;
  /** Why it is not possible now. */
  readonly reason: string | null;
  /** Null: only its key does it. */
  readonly run: (() => void) | null;
}

const { groups } = commandTexts;

/** Everything that is possible on the screen now, what is nearest first. */
export function listActs(application: Application): readonly Act[] {
  const runtime = application.commands.mode.getState();
  const everywhere = everywhereActs(application);
  // What leads to this page and does the same is said once, by the page, under one name.
  const here = pageActs(application).map((act) => {
    const same = everywhere.find(({ title }) => title === act.title);
    return same === undefined ? act : { ...act, id: same.id, key: same.key };
  });
  return [
    ...here,
    ...(runtime === null ? [] : modeActs(application, runtime)),
    ...everywhere.filter(({ id }) => !here.some((act) => act.id === id)),
    ...pagesToOpen(application),
    ...otherActs(application, runtime),
  ];
}

function pageActs({ commands }: Application): readonly Act[] {
  return commands.page.getState().map(({ id, title, icon, key, enabled, run }) => ({
    id: `here:${id}`,
    title,
    icon,
    group: groups.page,
    key: key ?? null,
    reason: reasonOf(enabled),
    run: run ?? null,
  }));
}

/** Keys of the running mode, and what its extensions can do without a key. */
function modeActs(application: Application, runtime: ModeRuntime): readonly Act[] {
  const { host, services } = application;
  const bindings = runtime.keys.getState();
  const { title: group, requires, optional } = runtime.mode;
  const belongs = (one: { readonly owner: string }): boolean =>
    requires.includes(one.owner) || optional.includes(one.owner);
  const mayDraw = services.session.can(['ANTN_CREATE']);
  const tools = host.tools
    .list()
    .filter((tool) => belongs(tool) && (mayDraw || tool.definition.markType === null))
    .map(({ declaration: { id, title, icon } }): Act => {
      const run = (): void => services.viewState.set({ activeToolId: id });
      const key = keyOf(bindings, { id, args: null });
      return { id, title, icon, group, key, reason: null, run };
    });
  // Two keys may do the same: it is said once, under the first of them.
  const bound = bindings.filter(
    (one, at) =>
      one.kind === 'command' &&
      actionArgs(one.args) &&
      bindings.findIndex((other) => actionName(other) === actionName(one)) === at,
  );
  const withArguments = bound.flatMap((binding) => boundAct(application, binding, group));
  const plain = host.commands
    .list()
    .filter((one) => belongs(one) && takesNothing(one.definition.validate))
    .map(({ declaration }) => commandAct(application, declaration, group, bindings));
  return [...tools, ...plain, ...withArguments];
}

const actionArgs = (args: unknown): boolean => args !== null && args !== undefined;

function boundAct(application: Application, binding: KeyBinding, group: string): readonly Act[] {
  const found = application.host.commands.get(binding.id);
  if (!found.ok) return [];
  const { declaration } = found.value;
  const enabled = application.host.commands.enabled(binding.id);
  return [
    {
      id: actionName(binding),
      icon: declaration.icon,
      group,
      key: binding.key,
      title: `${declaration.title}${argumentWords(binding.args)}`,
      reason: enabled === true ? null : enabled,
      run: () => runCommand(application, binding.id, binding.args),
    },
  ];
}

function commandAct(
  application: Application,
  declaration: { readonly id: string; readonly title: string; readonly icon?: string | undefined },
  group: string,
  bindings: readonly KeyBinding[],
): Act {
  const { id, title, icon } = declaration;
  const enabled = application.host.commands.enabled(id);
  return {
    id,
    title,
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

function everywhereActs(application: Application): readonly Act[] {
  const acts = appActs(application);
  const keys = appKeys(application, acts);
  return acts.map(({ id, title, icon, enabled, run }) => ({
    id,
    title,
    icon,
    group: groups.everywhere,
    run,
    key: keyOf(keys, { id, args: null }),
    reason: reasonOf(enabled),
  }));
}

/** Pages that only make sense with something opened, or at one moment. */
const NOT_BY_NAME: readonly string[] = [
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

function pagesToOpen({ host, services, navigation }: Application): readonly Act[] {
  const { user } = services.session.store.getState();
  const session = { signedIn: user !== null, features: user?.permissions ?? [] };
  return appRoutes(host)
    .filter(({ path, access }) => access !== 'anonymous' && !NOT_BY_NAME.includes(path))
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

/** What other extensions that have started can do at this moment, under their names. */
function otherActs(application: Application, runtime: ModeRuntime | null): readonly Act[] {
  const { host } = application;
  const inMode = [...(runtime?.mode.requires ?? []), ...(runtime?.mode.optional ?? [])];
  return host.commands
    .list()
    .filter(({ owner }) => !inMode.includes(owner))
    .filter(({ definition }) => takesNothing(definition.validate))
    .filter(({ definition }) => host.commands.enabled(definition.id) === true)
    .map(({ declaration, owner }) => {
      const title = host.extensions.getState().find((one) => one.id === owner)?.title ?? owner;
      return commandAct(application, declaration, title, []);
    });
}

/** True for a command that can be run without arguments. */
function takesNothing(validate: (args: unknown) => { readonly ok: boolean }): boolean {
  try {
    return validate(undefined).ok;
  } catch {
    // A validator that throws has no use for nothing.
    return false;
  }
}

function reasonOf(enabled: (() => true | string) | undefined): string | null {
  if (enabled === undefined) return null;
  try {
    const answer = enabled();
    return answer === true ? null : answer;
  } catch (thrown) {
    return messageOf(thrown);
  }
}
