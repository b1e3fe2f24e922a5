import type { CommandDefinition, Preferences } from '#core';
import { GHOST_PREFERENCE, showsGhost } from '../../state/views/ghost-position.ts';
import { type CommandServices, noArguments, showFailure } from '../services.ts';

/** Shows or hides the pointer position in the other planes; saved as a preference. */
export function ghostCursorCommand(
  services: CommandServices & { readonly preferences: Preferences },
): CommandDefinition<void> {
  const { preferences } = services;
  const isOn = (): boolean => showsGhost(preferences.store.getState().values);
  return {
    id: 'breast-planes.toggle-ghost-cursor',
    undo: 'none',
    isOn,
    validate: noArguments,
    async run() {
      showFailure(services, await preferences.save(GHOST_PREFERENCE, isOn() ? 'off' : 'on'));
    },
  };
}
