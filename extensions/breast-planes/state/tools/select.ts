import type { ToolDefinition } from '#core';

/** Selects and edits marks; a click elsewhere moves the other planes. Draws nothing. */
export const selectTool: ToolDefinition<null> = {
  id: 'breast-planes.select',
  cursor: 'default',
  markType: null,
  start: () => null,
  move: () => null,
  set: () => null,
  close: () => null,
  childState: () => null,
  end: () => null,
  preview: () => [],
  shapes: () => [],
  moveHandle: ({ points }) => points,
  moveBy: ({ points }) => points,
};
