import type { Mark } from '#contracts';
import type { Shape, ToolDefinition, ToolPoint } from '#core';
import { clampToImage, type ImageFrame, lengthMm, type NormalisedPoint } from '#geometry';

/** A length being drawn: both ends lie in the image in which it began. */
export interface LengthGesture {
  readonly frame: ImageFrame;
  readonly start: NormalisedPoint;
  readonly end: NormalisedPoint;
}

/** Shorter than this is a click, not a length. */
const CLICK_MM = 0.5;

/** Draws a length by drag or by two clicks; ends are held inside the image. */
export const lengthTool: ToolDefinition<LengthGesture> = {
  id: 'breast-planes.length',
  cursor: 'crosshair',
  markType: 'LENGTH',
  begin({ frame, at }: ToolPoint) {
    const start = clampToImage(at);
    return { frame, start, end: start };
  },
  move(gesture, { at }) {
    return { ...gesture, end: clampToImage(at) };
  },
  end({ frame, start, end }) {
    return lengthMm(frame, start, end) < CLICK_MM ? null : [start, end];
  },
  preview({ frame, start, end }) {
    return lengthShapes(frame, start, end);
  },
  shapes(mark: Mark) {
    const [start, end] = mark.markViewParams.points;
    if (start === undefined || end === undefined) return [];
    return lengthShapes(mark.frame, start, end);
  },
};

/** A line, its two handles, and the length in millimetres beside its end. */
function lengthShapes(
  frame: ImageFrame,
  start: NormalisedPoint,
  end: NormalisedPoint,
): readonly Shape[] {
  return [
    { kind: 'line', from: start, to: end },
    { kind: 'handle', at: start },
    { kind: 'handle', at: end },
    { kind: 'text', at: end, text: lengthMm(frame, start, end).toFixed(1) },
  ];
}
