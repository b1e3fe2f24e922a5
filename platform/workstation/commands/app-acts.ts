import type { KeyBinding } from '#core';
import { actionName, overlayKeys, sameKey } from '#core';
import { focusNextView, hasViews } from '../mode/focus-active-view.ts';
import type { Application } from '../start/application.ts';
import { commandTexts } from '../texts/command-texts.ts';
import { isDim, setDim } from './dim.ts';

/** Something that is possible on every page. */
export interface AppAct {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  /** In tinykeys notation; null: none. */
  readonly defaultKey: string | null;
  /** On pages without a mode its key is the browser's. */
  readonly ofViews?: boolean;
  enabled(): true | string;
  run(): void;
}

const { acts, reasons } = commandTexts;

const always = (): true => true;

const act = (
  id: string,
  title: string,
  icon: string,
  run: () => void,
  more: { readonly key?: string; readonly enabled?: () => true | string } = {},
): AppAct => ({
  id: `app.${id}`,
  title,
  icon,
  run,
  defaultKey: more.key ?? null,
  enabled: more.enabled ?? always,
});

/** What everybody, or whoever holds the features, can do everywhere. */
export function appActs(application: Application): readonly AppAct[] {
  const { services, navigation, commands } = application;
  const { session, notices } = services;
  const find = (): void => {
    navigation.go('/patient-list');
    commands.want('patients.search');
  };
  const create = (): void => {
    navigation.go('/patient-list');
    commands.want('patients.new');
  };
  const noNotices = (): true | string =>
    notices.store.getState().length > 0 ? true : reasons.noNotices;
  return [
    act('palette', acts.palette, 'search', () => commands.show('palette'), { key: '$mod+KeyK' }),
    act('help', acts.help, 'help', () => commands.show('help'), { key: 'Shift+?' }),
    ...(session.can(['PATIENT_VIEW'])
      ? [act('search-patients', acts.searchPatients, 'search', find)]
      : []),
    ...(session.can(['PATIENT_CREATE']) && session.can(['STUDY_VIEW'])
      ? [act('new-patient', acts.newPatient, 'user-plus', create)]
      : []),
    act('dim', isDim(services) ? acts.undim : acts.dim, 'adjust', () => setDim(services), {
      key: 'KeyB',
    }),
    ...viewActs(application),
    act('dismiss-notices', acts.dismiss, 'close', () => dismissAll(application), {
      key: '$mod+Backspace',
      enabled: noNotices,
    }),
    act('preferences', acts.preferences, 'settings', () => navigation.go('/preferences')),
    act('sign-out', acts.signOut, 'sign-out', () => void application.leave()),
  ];
}

/** From picture to picture without the forty stops that Tab makes between them. */
function viewActs({ services }: Application): readonly AppAct[] {
  const go = (by: 1 | -1) => (): void =>
    focusNextView(services.viewState.store.getState().activeCellId, by);
  const enabled = (): true | string => (hasViews() ? true : reasons.noViews);
  return [
    act('next-view', acts.nextView, 'chevron-right', go(1), { key: 'F6', enabled }),
    act('previous-view', acts.previousView, 'chevron-left', go(-1), { key: 'Shift+F6', enabled }),
  ].map((one) => ({ ...one, ofViews: true }));
}

function dismissAll({ services: { notices } }: Application): void {
  for (const { id } of notices.store.getState()) notices.dismiss(id);
}

/** The keys of these acts with the person's choices; what the running mode uses is the mode's. */
export function appKeys(application: Application, all: readonly AppAct[]): readonly KeyBinding[] {
  const binding = ({ id, defaultKey }: AppAct): KeyBinding => ({
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
    mode !== null || all.find((one) => one.id === id)?.ofViews !== true;
  return bindings.filter(
    (binding) => works(binding) && !ofMode.some((one) => sameKey(one.key, binding.key)),
  );
}

/** The key of an act among bindings; null: none. */
export function keyOf(
  bindings: readonly KeyBinding[],
  action: Pick<KeyBinding, 'id' | 'args'>,
): string | null {
  return bindings.find((one) => actionName(one) === actionName(action))?.key ?? null;
}
