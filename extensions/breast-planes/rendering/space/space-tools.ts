import {
  addTool,
  PanTool,
  Enums as ToolEnums,
  ToolGroupManager,
  TrackballRotateTool,
  ZoomTool,
} from '@cornerstonejs/tools';
import { type Disposable, toDisposable } from '#foundation';
import { startCornerstoneTools } from '../graphics/cornerstone-tools.ts';

const GROUP = 'breast-planes-space';
const { MouseBindings, KeyboardBindings } = ToolEnums;
/** Factor of the sample distance along rays while a volume is rotated. */
export const MOVING_FACTOR = 3;

let prepared = false;

/** Registers the tools of 3D views once per page; must precede enabling an element. */
export function prepareSpaceTools(): void {
  if (prepared) return;
  prepared = true;
  startCornerstoneTools();
  addTool(TrackballRotateTool);
  addTool(ZoomTool);
  addTool(PanTool);
}

/**
 * Binds the library's tools to a viewport: the primary button rotates, the wheel zooms, the
 * secondary button or Shift and the primary button pan; one finger rotates, two fingers zoom.
 * `pixelSize` is the number of screen pixels per drawn pixelSize and axis.
 */
export function attachSpaceTools(
  viewportId: string,
  engineId: string,
  pixelSize: number,
): Disposable {
  const groupId = `${GROUP}-${viewportId}`;
  const group = ToolGroupManager.createToolGroup(groupId);
  if (group === undefined) return toDisposable(() => undefined);
  group.addTool(TrackballRotateTool.toolName, {
    // Compensates for the element being smaller than shown.
    rotateIncrementDegrees: 2 / pixelSize,
    rotateSampleDistanceFactor: MOVING_FACTOR,
  });
  group.addTool(ZoomTool.toolName, { zoomToCenter: true, invert: true });
  group.addTool(PanTool.toolName);
  group.addViewport(viewportId, engineId);
  group.setToolActive(TrackballRotateTool.toolName, {
    bindings: [{ mouseButton: MouseBindings.Primary }, { numTouchPoints: 1 }],
  });
  group.setToolActive(ZoomTool.toolName, {
    bindings: [{ mouseButton: MouseBindings.Wheel }, { numTouchPoints: 2 }],
  });
  group.setToolActive(PanTool.toolName, {
    bindings: [
      { mouseButton: MouseBindings.Secondary },
      { mouseButton: MouseBindings.Primary, modifierKey: KeyboardBindings.Shift },
    ],
  });
  return toDisposable(() => {
    group.setToolDisabled(TrackballRotateTool.toolName);
    ToolGroupManager.destroyToolGroup(groupId);
  });
}
