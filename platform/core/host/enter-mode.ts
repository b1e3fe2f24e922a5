import { createStore } from 'zustand/vanilla';
import type { HangingProtocol, ModeDefinition } from '#contracts';
import {
  type Disposable,
  fail,
  ok,
  type Problem,
  type Result,
  Scope,
  toDisposable,
} from '#foundation';
import type { Contribution, Registered } from '../registries/contribution-registry.ts';
import type { PanelDefinition } from '../registries/definitions.ts';
import { type HangingContext, type HangResult, hang } from '../registries/hanging.ts';
import { hostProblems } from '../registries/host-problems.ts';
import { type KeyAction, NO_KEY_CHOICES, overlayKeys } from '../registries/key-overlay.ts';
import { attachKeys, type KeyBinding, resolveKeys } from '../registries/keys.ts';
import { noticesToken, userKeysToken, viewStateToken } from '../services/platform/tokens.ts';
import type { ReadonlyStore } from '../services/store.ts';
import { hangingTexts } from '../texts/hanging-texts.ts';
import { hostTexts } from '../texts/host-texts.ts';
import type { ExtensionHost } from './extension-host.ts';
import { ownUntilDisposed } from './own-until-disposed.ts';

/** An entry of the toolbar. */
export interface ToolbarItem {
  readonly kind: 'tool' | 'command';
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
}

export type ModeMain =
  | { readonly kind: 'panel'; readonly panel: Registered<PanelDefinition> }
  | { readonly kind: 'viewports'; readonly protocols: readonly HangingProtocol[] };

/**
 * An entered mode with all its references resolved. Disposing leaves the mode and ends its study
 * scope.
 */
export interface ModeRuntime extends Disposable {
  readonly mode: ModeDefinition;
  readonly scope: Scope;
  readonly main: ModeMain;
  readonly right: readonly Registered<PanelDefinition>[];
  readonly bar: readonly Registered<PanelDefinition>[];
  readonly toolbar: readonly (readonly ToolbarItem[])[];
  /** The mode's keys, overlaid with the user's choices; updates when these change. */
  readonly keys: ReadonlyStore<readonly KeyBinding[]>;
  /** References of the mode that are missing, each with its reason. */
  readonly hidden: readonly Problem[];
  /** Fills the viewports; returns no cells when the main area is a panel. */
  hang(context: HangingContext): HangResult;
  /** Creates the scope of a study and ends that of the previous study. */
  enterStudy(studyId: string): Scope;
  /** Binds the mode's keys on `target` until disposed or the mode is left. */
  attachKeys(target: Window | HTMLElement): Disposable;
}

/**
 * Activates the mode's extensions and resolves its references. Fails when a required extension or
 * view is missing; other missing references are hidden and listed.
 */
export async function enterMode(
  mode: ModeDefinition,
  host: ExtensionHost,
): Promise<Result<ModeRuntime>> {
  const extensionIds = host.plan.start.filter((id) =>
    [...mode.requires, ...mode.optional].includes(id),
  );
  // Starts all in parallel; each activation waits for its own requirements and code.
  const starting = extensionIds.map((id) => [id, host.activate(id)] as const);
  for (const [id, started] of starting) {
    const active = await started;
    if (active.ok || !mode.requires.includes(id)) continue;
    // Returns the loading problem unchanged, because a page reload may fix the load; neither mode
    // nor site is at fault.
    if (active.problem.code === 'EXTENSION_NOT_LOADED') return active;
    const { title, detail } = active.problem;
    return modeUnavailable(mode, id, hostTexts.reasons.ofOther(title, detail));
  }
  const absent = mode.requires.find((id) => !extensionIds.includes(id));
  if (absent !== undefined) return modeUnavailable(mode, absent, hostTexts.reasons.notActive);
  const finder = createFinder(mode, host);
  const main = findMain(finder);
  if (!main.ok) return main;
  const keys = resolveKeys(findKeys(finder));
  for (const problem of keys.problems) finder.hide(problem);
  const panels = (ids: readonly string[], area: string) =>
    ids.flatMap((id) => finder.find(id, host.panels.get(id), area));
  const content = {
    mode,
    main: main.value,
    right: panels(mode.layout.right, hostTexts.areas.right),
    bar: panels(mode.layout.bar, hostTexts.areas.bar),
    toolbar: findToolbar(finder),
    hidden: finder.hidden,
  };
  return ok(createRuntime(content, keys.bindings, host));
}

function modeUnavailable(mode: ModeDefinition, id: string, reason: string): Result<never> {
  return fail(hostProblems.modeNeeds(mode.title, { id, title: `'${id}'` }, reason));
}

/** Resolves references of a mode; missing ones are hidden instead of leaving gaps in the layout. */
interface Finder {
  readonly mode: ModeDefinition;
  readonly host: ExtensionHost;
  readonly hidden: readonly Problem[];
  find<T>(id: string, result: Result<T>, area: string): readonly T[];
  hide(problem: Problem): void;
}

function createFinder(mode: ModeDefinition, host: ExtensionHost): Finder {
  const hidden: Problem[] = [];
  const isOff = (id: string): boolean =>
    host.extensions
      .getState()
      .some((extension) => extension.state === 'off' && id.startsWith(`${extension.id}.`));
  const hide = (problem: Problem): void => {
    hidden.push(problem);
    host.report(problem);
  };
  return {
    mode,
    host,
    hidden,
    hide,
    find(id, result, area) {
      if (result.ok) return [result.value];
      const detail = `${result.problem.title}. ${result.problem.detail}`;
      const problem = hostProblems.modeReference(mode.title, area, detail);
      // Extensions that the site switched off are expected to be missing: listed as hidden, not
      // reported.
      if (isOff(id)) hidden.push(problem);
      else hide(problem);
      return [];
    },
  };
}

function findMain({ mode, host, find }: Finder): Result<ModeMain> {
  const { main } = mode.layout;
  if (main.kind === 'panel') {
    const panel = host.panels.get(main.panel);
    if (panel.ok) return ok({ kind: 'panel', panel: panel.value });
    return modeUnavailable(mode, main.panel, panel.problem.detail);
  }
  const protocols = main.protocols.flatMap((id) =>
    find(id, host.hangingProtocols.get(id), hostTexts.areas.views).map(
      (registered) => registered.definition,
    ),
  );
  if (protocols.length > 0) return ok({ kind: 'viewports', protocols });
  return modeUnavailable(
    mode,
    hostTexts.reasons.oneOf(main.protocols),
    hostTexts.reasons.notProvided(hostTexts.areas.views),
  );
}

function findKeys({ mode, host, find }: Finder): readonly KeyBinding[] {
  return mode.keys.flatMap((item): readonly KeyBinding[] => {
    const { key } = item;
    if ('tool' in item) {
      const tool = find(item.tool, host.tools.get(item.tool), hostTexts.areas.keys);
      return tool.map((registered) => ({
        key,
        kind: 'tool',
        id: registered.definition.id,
        args: null,
      }));
    }
    const command = find(item.command, host.commands.get(item.command), hostTexts.areas.keys);
    return command.map((registered) => ({
      key,
      kind: 'command',
      id: registered.definition.id,
      args: item.args,
    }));
  });
}

function findToolbar({ mode, host, find }: Finder): ModeRuntime['toolbar'] {
  const entry = (kind: ToolbarItem['kind'], { id, title, icon }: Contribution): ToolbarItem => ({
    kind,
    id,
    title,
    icon: icon ?? null,
  });
  return mode.toolbar
    .map((section) =>
      section.flatMap((item) =>
        'tool' in item
          ? find(item.tool, host.tools.get(item.tool), hostTexts.areas.rail).map((registered) =>
              entry('tool', registered.declaration),
            )
          : find(item.command, host.commands.get(item.command), hostTexts.areas.rail).map(
              (registered) => entry('command', registered.declaration),
            ),
      ),
    )
    .filter((section) => section.length > 0);
}

/** Returns all tools and commands of the mode's extensions, with or without a key. */
function actionsOf({ requires, optional }: ModeDefinition, host: ExtensionHost): KeyAction[] {
  const belongs = (registered: { readonly owner: string }): boolean =>
    requires.includes(registered.owner) || optional.includes(registered.owner);
  const action = (kind: KeyAction['kind'], id: string): KeyAction => ({ kind, id, args: null });
  return [
    ...host.tools
      .list()
      .filter(belongs)
      .map(({ definition }) => action('tool', definition.id)),
    ...host.commands
      .list()
      .filter(belongs)
      .map(({ definition }) => action('command', definition.id)),
  ];
}

/** Keeps the active key bindings up to date until the scope ends. */
function watchKeys(
  mode: ModeDefinition,
  defaults: readonly KeyBinding[],
  host: ExtensionHost,
  scope: Scope,
): ModeRuntime['keys'] {
  const choices = host.services.tryUse(userKeysToken)?.store;
  const activeBindings = (): readonly KeyBinding[] =>
    overlayKeys(defaults, choices?.getState() ?? NO_KEY_CHOICES, actionsOf(mode, host)).bindings;
  const keys = createStore(activeBindings);
  if (choices !== undefined) {
    scope.own(toDisposable(choices.subscribe(() => keys.setState(activeBindings(), true))));
  }
  return keys;
}

type RuntimeMembers = 'scope' | 'keys' | 'hang' | 'enterStudy' | 'attachKeys' | 'dispose';

function createRuntime(
  content: Omit<ModeRuntime, RuntimeMembers>,
  defaults: readonly KeyBinding[],
  host: ExtensionHost,
): ModeRuntime {
  const scope = host.scope.child(`mode ${content.mode.id}`);
  const keys = watchKeys(content.mode, defaults, host, scope);
  let studyScope = new Scope('no study');
  const run = async (id: string, args: unknown): Promise<void> => {
    const result = await host.runCommand(id, args);
    // Shows why a command that was started by key failed.
    if (!result.ok) host.services.tryUse(noticesToken)?.showProblem(result.problem);
  };
  const press = ({ kind, id, args }: KeyBinding): void => {
    if (kind === 'command') void run(id, args);
    else host.services.tryUse(viewStateToken)?.set({ activeToolId: id });
  };
  return {
    ...content,
    scope,
    keys,
    hang: (context) =>
      content.main.kind === 'viewports'
        ? hang(content.main.protocols, context)
        : { protocol: null, cells: [], reasons: [hangingTexts.mainIsPanel] },
    enterStudy(studyId) {
      studyScope.dispose();
      studyScope = scope.child(`study ${studyId}`);
      return studyScope;
    },
    attachKeys: (target) => ownUntilDisposed(scope, attachCurrentKeys(target, keys, press)),
    dispose: () => scope.dispose(),
  };
}

/** Binds the active keys and rebinds them when they change. */
function attachCurrentKeys(
  target: Window | HTMLElement,
  keys: ModeRuntime['keys'],
  press: (binding: KeyBinding) => void,
): Disposable {
  let attached = attachKeys(target, keys.getState(), press);
  const unsubscribe = keys.subscribe((bindings) => {
    attached.dispose();
    attached = attachKeys(target, bindings, press);
  });
  return toDisposable(() => {
    unsubscribe();
    attached.dispose();
  });
}
