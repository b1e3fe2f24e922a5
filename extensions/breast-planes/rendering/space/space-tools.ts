import {
  addTool,
  init,
  PanTool,
  Enums as ToolEnums,
  ToolGroupManager,
  TrackballRotateTool,
  ZoomTool,
} from '@cornerstonejs/tools';
import { type Disposable, toDisposable } from '#foundation';

const GROUP = 'breast-planes-space';
const { MouseBindings, KeyboardBindings } = ToolEnums;
/** While somebody turns a volume, rays look at this many times fewer places. */
export const MOVING_FACTOR = 3;

let prepared = false;

/** The library's tools listen for elements that are enabled after this; once for the page. */
export function prepareSpaceTools(): void {
  if (prepared) return;
  prepared = true;
  init();
  addTool(TrackballRotateTool);
  addTool(ZoomTool);
  addTool(PanTool);
}

/** Left turns, the wheel zooms, right or Shift and left moves; one finger turns, two zoom and move. */
export function attachSpaceTools(viewportId: string, engineId: string, pixel: number): Disposable {
  const groupId = `${GROUP}-${viewportId}`;
  const group = ToolGroupManager.createToolGroup(groupId);
  if (group === undefined) return toDisposable(() => undefined);
  group.addTool(TrackballRotateTool.toolName, {
    // It counts by the element's size, which is that many times smaller than what is seen.
    rotateIncrementDegrees: 2 / pixel,
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
