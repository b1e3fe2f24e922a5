import type { DrawnPoints, ToolDefinition } from '#core';
import { type ImageFrame, lengthMm, type NormalisedPoint } from '#geometry';
import { MIN_DRAG_MM } from '../model/segmentation/segment-seed.ts';

export const SEGMENT_TOOL_ID = 'ai-findings.segment';

interface Gesture {
  readonly frame: ImageFrame;
  readonly from: NormalisedPoint;
  readonly to: NormalisedPoint;
}

const isBox = ({ frame, from, to }: Gesture): boolean => lengthMm(frame, from, to) >= MIN_DRAG_MM;

/** Creates the tool of AI Segment: a click on a lesion or a box around it; stores no mark. */
export function segmentTool(
  complete: (drawn: DrawnPoints) => void,
  prepare: () => void,
): ToolDefinition<Gesture> {
  return {
    id: SEGMENT_TOOL_ID,
    cursor: 'crosshair',
    markType: 'BOUNDING_BOX',
    complete,
    prepare,
    start: ({ frame, at }) => ({ frame, from: at, to: at }),
    move: (gesture, { at }, isPressed) => (isPressed ? { ...gesture, to: at } : gesture),
    set: (gesture, { at }) => ({ ...gesture, to: at }),
    close: (gesture) => gesture,
    childState: () => null,
    end: (gesture) => (isBox(gesture) ? [gesture.from, gesture.to] : [gesture.from]),
    preview(gesture) {
      if (!isBox(gesture)) return [];
      const { from, to } = gesture;
      const corners = [from, { u: to.u, v: from.v }, to, { u: from.u, v: to.v }];
      return [{ kind: 'path', points: corners, closed: true }];
    },
    shapes: () => [],
    moveHandle: ({ points }) => points,
    moveBy: ({ points }) => points,
  };
}
