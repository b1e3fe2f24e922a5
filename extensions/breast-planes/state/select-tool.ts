import type { ToolDefinition } from '#core';

/** Selects: a click moves the other planes through the place that was hit. It draws nothing. */
export const selectTool: ToolDefinition<null> = {
  id: 'breast-planes.select',
  cursor: 'default',
  markType: null,
  begin: () => null,
  move: () => null,
  end: () => null,
  preview: () => [],
  shapes: () => [],
};
