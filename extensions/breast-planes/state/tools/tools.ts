import type { MarkType } from '#contracts';
import type { ToolDefinition } from '#core';
import { arrowTool } from './arrow.ts';
import { boundingBoxTool } from './bounding-box.ts';
import { crossTool } from './cross.ts';
import { ellipticalTool } from './elliptical.ts';
import { freehandTool } from './freehand.ts';
import { lengthTool } from './length.ts';
import type { DrawnGesture } from './mark-kind.ts';
import { planeLocatorTool, selectMarkTool, textTool } from './point-kinds.ts';
import { selectTool } from './select.ts';

export type DrawingTool = ToolDefinition<DrawnGesture>;

/** The nine drawing tools in toolbar order. */
export const DRAWING_TOOLS: readonly DrawingTool[] = [
  arrowTool,
  ellipticalTool,
  freehandTool,
  lengthTool,
  textTool,
  selectMarkTool,
  planeLocatorTool,
  crossTool,
  boundingBoxTool,
];

export { selectTool };

/** Returns the tool that creates and draws marks of a type. */
export const toolOfType = (type: MarkType): DrawingTool | null =>
  DRAWING_TOOLS.find(({ markType }) => markType === type) ?? null;

/** Returns a drawing tool by id; null for unknown ids and for tools that draw nothing. */
export const drawingToolById = (id: string): DrawingTool | null =>
  DRAWING_TOOLS.find((tool) => tool.id === id) ?? null;
