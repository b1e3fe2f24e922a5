import { GENERATOR_COLOURS, type Mark } from '#contracts';
import type { ImageFrame, NormalisedPoint, PlanePosition, VolumePlane } from '#geometry';

export const MARK_LINE_WIDTH = 1.5;
/** Specification 9: tool defaults. */
export const HANDLE_RADIUS_PX = 5;

/** The mark of a finished length in the reader's colour; it keeps its image's frame for ever. */
export function lengthMark(
  id: string,
  plane: VolumePlane,
  frame: ImageFrame,
  position: PlanePosition,
  start: NormalisedPoint,
  end: NormalisedPoint,
): Mark {
  return {
    id,
    markType: 'LENGTH',
    planeView: plane,
    rep: true,
    markViewParams: {
      points: [start, end],
      unit: 'mm',
      colour: GENERATOR_COLOURS.USER,
      lineWidth: MARK_LINE_WIDTH,
      radius: HANDLE_RADIUS_PX,
      shape: 'dashed',
      generatedBy: 'USER',
      start,
      end,
    },
    frame,
    sag: position.sag,
    tra: position.tra,
    depth: position.depth,
    rad: position.rad,
  };
}
