import type { ExtensionContext } from '#core';
import { createRawState, rawToken } from '../../state/views/raw-state.ts';
import type { CommandServices } from '../services.ts';
import { cameraPresetCommand, planesToRawCommand, rawToPlanesCommand } from './raw-jumps.ts';

/** What raw frames, views in space and planes know of each other, and the ways between them. */
export function registerSpace(context: ExtensionContext, services: CommandServices): void {
  const raw = createRawState();
  context.provide(rawToken, raw);
  const all = {
    ...services,
    raw,
    run: (commandId: string, args: unknown) => void context.run(commandId, args),
  };
  context.commands.register(planesToRawCommand(all));
  context.commands.register(rawToPlanesCommand(all));
  context.commands.register(cameraPresetCommand(all));
}
