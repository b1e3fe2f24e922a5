import type { ExtensionContext } from '#core';
import { createRawState, rawToken } from '../../state/views/raw-state.ts';
import type { CommandServices } from '../services.ts';
import { cameraPresetCommand, planesToRawCommand, rawToPlanesCommand } from './raw-jumps.ts';

/**
 * Registers the state shared by raw frames, 3D views and planes, and the commands that jump between
 * them.
 */
export function registerSpace(context: ExtensionContext, services: CommandServices): void {
  const raw = createRawState();
  context.provide(rawToken, raw);
  const rawServices = {
    ...services,
    raw,
    run: (commandId: string, args: unknown) => void context.run(commandId, args),
  };
  context.commands.register(planesToRawCommand(rawServices));
  context.commands.register(rawToPlanesCommand(rawServices));
  context.commands.register(cameraPresetCommand(rawServices));
}
