import type { ExtensionContext } from '#core';
import { createDrawingState, drawingToken } from '../../state/findings/drawing-state.ts';
import { DRAWING_TOOLS, selectTool } from '../../state/tools/tools.ts';
import type { CommandServices } from '../services.ts';
import { overlaysCommand } from '../views/overlays.ts';

/** Registers the select tool, the nine drawing tools and the command for overlays. */
export function registerTools(context: ExtensionContext, services: CommandServices): void {
  const drawing = createDrawingState();
  context.provide(drawingToken, drawing);
  context.tools.register(selectTool);
  for (const tool of DRAWING_TOOLS) context.tools.register(tool);
  context.commands.register(overlaysCommand(services));
}
