import type { Mark } from '#contracts';
import {
  type ExtensionContext,
  type MarkGeometry,
  noticesToken,
  type Shape,
  type ToolDefinition,
  toolsToken,
} from '#core';
import { problemOf } from '#foundation';
import { clampToImage, type NormalisedPoint } from '#geometry';
import { limitOffset } from '../../model/marks/mark-geometry.ts';
import { markTexts } from '../../texts/mark-texts.ts';
import { toolOfType } from './tools.ts';

/** Draws and moves stored marks. */
export type MarkTool = Pick<ToolDefinition, 'shapes' | 'moveHandle' | 'moveBy'>;

/** Tools of other extensions that failed already, so that each is reported once. */
const failedTools = new WeakSet<ToolDefinition>();

/**
 * Returns the tool that drew a mark if its extension is running, else the built-in tool of the type
 * of the mark. Where the tool of another extension fails, the built-in tool takes over.
 */
export function toolOfMark(mark: Mark, context: ExtensionContext): MarkTool | null {
  const builtIn = toolOfType(mark.markType);
  if (mark.toolId === undefined || builtIn === null) return builtIn;
  const own = context.tryUse(toolsToken)?.find(mark.toolId) ?? null;
  if (own === null || own.markType !== mark.markType) return builtIn;
  return withFallback(own, builtIn, (thrown) => reportFailure(context, own, thrown));
}

function withFallback(
  own: ToolDefinition,
  builtIn: MarkTool,
  report: (thrown: unknown) => void,
): MarkTool {
  const attempt = <Value>(run: (tool: MarkTool) => Value): Value => {
    try {
      return run(own);
    } catch (thrown) {
      report(thrown);
      return run(builtIn);
    }
  };
  const moved = (mark: MarkGeometry, points: readonly NormalisedPoint[]) => {
    if (points.length !== mark.points.length) throw new Error('Another number of points');
    return points.map(finite).map(clampToImage);
  };
  return {
    shapes: (mark) => attempt((tool) => tool.shapes(mark).map(finiteShape)),
    moveHandle: (mark, handle, to) =>
      attempt((tool) => moved(mark, tool.moveHandle(mark, handle, to))),
    moveBy(mark, offset) {
      // Limits all points together, because clamping each one would change the measurement.
      const limited = limitOffset(mark.points, offset);
      return attempt((tool) => moved(mark, tool.moveBy(mark, limited)));
    },
  };
}

/** Returns the point; throws if a coordinate is no finite number, which the drawing can't show. */
function finite(point: NormalisedPoint): NormalisedPoint {
  if (Number.isFinite(point.u) && Number.isFinite(point.v)) return point;
  throw new Error('A point is not finite');
}

function finiteShape(shape: Shape): Shape {
  if (shape.kind === 'path') shape.points.forEach(finite);
  else if (shape.kind === 'line') [shape.from, shape.to].forEach(finite);
  else finite(shape.at);
  return shape;
}

function reportFailure(context: ExtensionContext, tool: ToolDefinition, thrown: unknown): void {
  if (failedTools.has(tool)) return;
  failedTools.add(tool);
  const { title, next } = markTexts.toolFailed;
  const source = tool.id.slice(0, tool.id.lastIndexOf('.'));
  const problem = problemOf(thrown, 'TOOL_FAILED', title(tool.id), next);
  context.use(noticesToken).reportFault({ ...problem, source });
}
