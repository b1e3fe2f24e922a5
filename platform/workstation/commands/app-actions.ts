import type { KeyBinding } from '#core';
import { actionName, overlayKeys, sameKey } from '#core';
import type { Application } from '../application/application.ts';
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
  readonly ofViews?: boolean;
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
  more: { readonly key?: string; readonly enabled?: () => true | string } = {},
): AppAction => ({
  id: `app.${id}`,
  title,
  icon,
  run,
  defaultKey: more.key ?? null,
  enabled: more.enabled ?? always,
});

/** Returns the actions available on every page, limited to the user's permissions. */
export function appActions(application: Application): readonly AppAction[] {
  const { services, navigation, commands } = application;
  const { session, notices } = services;
  const find = (): void => {
    navigation.go('/patient-list');
    commands.requestAction('patients.search');
  };
  const create = (): void => {
    navigation.go('/patient-list');
    commands.requestAction('patients.new');
  };
  const noNotices = (): true | string =>
    notices.store.getState().length > 0 ? true : reasons.noNotices;
  return [
    createAction('palette', actions.palette, 'search', () => commands.show('palette'), {
      key: '$mod+KeyK',
    }),
    createAction('help', actions.help, 'help', () => commands.show('help'), { key: 'Shift+?' }),
    ...(session.can(['PATIENT_VIEW'])
      ? [createAction('search-patients', actions.searchPatients, 'search', find)]
      : []),
    ...(session.can(['PATIENT_CREATE']) && session.can(['STUDY_VIEW'])
      ? [createAction('new-patient', actions.newPatient, 'user-plus', create)]
      : []),
    createAction(
      'dim',
      isDim(services) ? actions.undim : actions.dim,
      'adjust',
      () => setDim(services),
      {
        key: 'KeyB',
      },
    ),
    ...viewActions(application),
    createAction('dismiss-notices', actions.dismiss, 'close', () => dismissAll(application), {
      key: '$mod+Backspace',
      enabled: noNotices,
    }),
    createAction('preferences', actions.preferences, 'settings', () =>
      navigation.go('/preferences'),
    ),
    createAction('sign-out', actions.signOut, 'sign-out', () => void application.signOut()),
  ];
}

/** Moves the focus from view to view, because Tab stops at every control in between. */
function viewActions({ services }: Application): readonly AppAction[] {
  const go = (by: 1 | -1) => (): void =>
    focusNextView(services.viewState.store.getState().activeCellId, by);
  const enabled = (): true | string => (hasViews() ? true : reasons.noViews);
  return [
    createAction('next-view', actions.nextView, 'chevron-right', go(1), { key: 'F6', enabled }),
    createAction('previous-view', actions.previousView, 'chevron-left', go(-1), {
      key: 'Shift+F6',
      enabled,
    }),
  ].map((action) => ({ ...action, ofViews: true }));
}

function dismissAll({ services: { notices } }: Application): void {
  for (const { id } of notices.store.getState()) notices.dismiss(id);
}

/**
 * Returns the shortcuts of these actions with the user's changes; leaves out keys that the running
 * mode uses.
 */
export function appKeys(
  application: Application,
  all: readonly AppAction[],
): readonly KeyBinding[] {
  const binding = ({ id, defaultKey }: AppAction): KeyBinding => ({
    key: defaultKey ?? '',
    kind: 'command',
    id,
    args: null,
  });
  const choices = application.services.userKeys.store.getState();
  const withKey = all.filter(({ defaultKey }) => defaultKey !== null).map(binding);
  const { bindings } = overlayKeys(withKey, choices, all.map(binding));
  const mode = application.commands.mode.getState();
  const ofMode = mode?.keys.getState() ?? [];
  const works = ({ id }: KeyBinding): boolean =>
    mode !== null || all.find((action) => action.id === id)?.ofViews !== true;
  return bindings.filter(
    (binding) =>
      works(binding) && !ofMode.some((modeBinding) => sameKey(modeBinding.key, binding.key)),
  );
}

/** Returns the shortcut of an action among bindings; null for none. */
export function keyOf(
  bindings: readonly KeyBinding[],
  action: Pick<KeyBinding, 'id' | 'args'>,
): string | null {
  return bindings.find((binding) => actionName(binding) === actionName(action))?.key ?? null;
}
