import type { ToolDefinition } from '#core';

/** Selects and edits marks; beside them a click moves the other planes. It draws nothing. */
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
