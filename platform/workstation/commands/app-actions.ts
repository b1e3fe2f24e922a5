import { routes } from '#contracts';
import { actionName, type KeyBinding, type KeyChoices, overlayKeys, sameKey } from '#core';
import type { Application } from '../application/application.ts';
import { clinicalAvailability, isUnfolded, setUnfolded } from '../clinical/clinical-visibility.ts';
import { clinicalTexts } from '../texts/clinical-texts.ts';
import { commandTexts } from '../texts/command-texts.ts';
import { isDim, setDim } from './dim.ts';
import { focusNextView, hasViews } from './focus-active-view.ts';

/** Action available on every page. */
export interface AppAction {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  /** Shortcut in tinykeys notation; null for none. */
  readonly defaultKey: string | null;
  /** True when the shortcut works only in a mode; elsewhere the browser handles the key. */
  readonly onlyInMode?: boolean;
  /** Returns true, or the reason why the action is unavailable. */
  enabled(): true | string;
  run(): void;
}

const { actions, reasons } = commandTexts;

const always = (): true => true;

const createAction = (
  id: string,
  title: string,
  icon: string,
  run: () => void,
  options: { readonly key?: string; readonly enabled?: AppAction['enabled'] } = {},
): AppAction => ({
  id: `app.${id}`,
  title,
  icon,
  run,
  defaultKey: options.key ?? null,
  enabled: options.enabled ?? always,
});

/** Returns the actions available on every page, limited to the user's permissions. */
export function appActions(application: Application): readonly AppAction[] {
  const { services, navigation, commands } = application;
  const { session, notices } = services;
  const searchPatients = (): void => {
    navigation.go('/patient-list');
    commands.requestAction('patients.search');
  };
  const createPatient = (): void => {
    navigation.go('/patient-list');
    commands.requestAction('patients.new');
  };
  const canDismiss = (): true | string =>
    notices.store.getState().length > 0 ? true : reasons.noNotices;
  return [
    createAction('palette', actions.palette, 'search', () => commands.show('palette'), {
      key: '$mod+KeyK',
    }),
    createAction('help', actions.help, 'help', () => commands.show('help'), { key: 'Shift+?' }),
    ...(session.mayCall(routes.searchPatients)
      ? [createAction('search-patients', actions.searchPatients, 'search', searchPatients)]
      : []),
    ...(session.mayCall(routes.createPatient) && session.mayCall(routes.listStudies)
      ? [createAction('new-patient', actions.newPatient, 'user-plus', createPatient)]
      : []),
    createAction(
      'dim',
      isDim(services) ? actions.undim : actions.dim,
      'adjust',
      () => setDim(services, !isDim(services)),
      {
        key: 'KeyB',
      },
    ),
    clinicalAction(application),
    ...viewActions(application),
    createAction('dismiss-notices', actions.dismiss, 'close', () => dismissAll(application), {
      key: '$mod+Backspace',
      enabled: canDismiss,
    }),
    createAction('preferences', actions.preferences, 'settings', () =>
      navigation.go('/preferences'),
    ),
    createAction('sign-out', actions.signOut, 'sign-out', () => void application.signOut()),
  ];
}

/** Returns the action that unfolds the clinical information above the views. */
function clinicalAction({ services }: Application): AppAction {
  const enabled = (): true | string =>
    hasViews() ? clinicalAvailability(services) : reasons.noViews;
  const action = createAction(
    'clinical',
    clinicalTexts.title,
    'file',
    () => setUnfolded(services, !isUnfolded(services)),
    { key: 'Shift+KeyI', enabled },
  );
  return { ...action, onlyInMode: true };
}

/**
 * Returns the actions that move the focus from view to view, because Tab stops at every control in
 * between.
 */
function viewActions({ services }: Application): readonly AppAction[] {
  const moveFocus = (step: 1 | -1) => (): void =>
    focusNextView(services.viewState.store.getState().activeCellId, step);
  const enabled = (): true | string => (hasViews() ? true : reasons.noViews);
  return [
    createAction('next-view', actions.nextView, 'chevron-right', moveFocus(1), {
      key: 'F6',
      enabled,
    }),
    createAction('previous-view', actions.previousView, 'chevron-left', moveFocus(-1), {
      key: 'Shift+F6',
      enabled,
    }),
  ].map((action) => ({ ...action, onlyInMode: true }));
}

function dismissAll({ services: { notices } }: Application): void {
  for (const { id } of notices.store.getState()) notices.dismiss(id);
}

/** Conditions on which the shortcuts of actions depend. */
export interface KeyConditions {
  /** The user's changes of shortcuts. */
  readonly choices: KeyChoices;
  /** Shortcuts of the running mode; null without a mode. */
  readonly modeKeys: readonly KeyBinding[] | null;
}

/** Returns the current key conditions. */
export function keyConditions({ services, commands }: Application): KeyConditions {
  const choices = services.userKeys.store.getState();
  return { choices, modeKeys: commands.mode.getState()?.keys.getState() ?? null };
}

/**
 * Returns the shortcuts of these actions with the user's changes; leaves out keys that the running
 * mode uses.
 */
export function appKeys(
  allActions: readonly AppAction[],
  { choices, modeKeys }: KeyConditions,
): readonly KeyBinding[] {
  const toBinding = ({ id, defaultKey }: AppAction): KeyBinding => ({
    key: defaultKey ?? '',
    kind: 'command',
    id,
    args: null,
  });
  const defaults = allActions.filter(({ defaultKey }) => defaultKey !== null).map(toBinding);
  const { bindings } = overlayKeys(defaults, choices, allActions.map(toBinding));
  const works = ({ id }: KeyBinding): boolean =>
    modeKeys !== null || allActions.find((action) => action.id === id)?.onlyInMode !== true;
  return bindings.filter(
    (binding) =>
      works(binding) &&
      modeKeys?.some((modeBinding) => sameKey(modeBinding.key, binding.key)) !== true,
  );
}

/** Returns the shortcut that the bindings give an action; null for none. */
export function keyOf(
  bindings: readonly KeyBinding[],
  action: Pick<KeyBinding, 'id' | 'args'>,
): string | null {
  return bindings.find((binding) => actionName(binding) === actionName(action))?.key ?? null;
}
