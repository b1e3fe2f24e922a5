import type { CommandDefinition, Preferences } from '#core';
import { MAP_PREFERENCE, showsNavigationMap } from '../../state/views/map-choice.ts';
import { type CommandServices, noArguments, showFailure } from '../services.ts';

/** Shows the navigation map instead of the clock faces, or back; saved as a preference. */
export function navigationMapCommand(
  services: CommandServices & { readonly preferences: Preferences },
): CommandDefinition<void> {
  const { preferences } = services;
  const isOn = (): boolean => showsNavigationMap(preferences.store.getState().values);
  return {
    id: 'breast-planes.toggle-navigation-map',
    undo: 'none',
    isOn,
    validate: noArguments,
    async run() {
      showFailure(
        services,
        await preferences.save(MAP_PREFERENCE, isOn() ? 'clock' : 'navigation'),
      );
    },
  };
}
