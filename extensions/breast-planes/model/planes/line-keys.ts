import { dot, type ImageFrame, scale, type Vec3, type VolumePlane } from '#geometry';

/** Direction in the patient in which a plane moves when its position increases. */
const INCREASING_DIRECTION: Readonly<Record<Exclude<VolumePlane, 'RAD'>, Vec3>> = {
  SAG: [1, 0, 0],
  TRA: [0, 0, 1],
  COR: [0, 1, 0],
};

/**
 * Returns the step (1 or -1) of another plane's line for an arrow key: the line moves in the
 * direction of the arrow. For an arrow parallel to the line, right and up increase the position.
 * For the radial line, right and down turn clockwise. Null for other keys.
 */
export function lineKeyStep(line: VolumePlane, frame: ImageFrame, key: string): 1 | -1 | null {
  const directions: Readonly<Record<string, Vec3>> = {
    ArrowRight: frame.right,
    ArrowLeft: scale(frame.right, -1),
    ArrowDown: frame.down,
    ArrowUp: scale(frame.down, -1),
  };
  const direction = directions[key];
  if (direction === undefined) return null;
  if (line === 'RAD') return key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  const towards = dot(direction, INCREASING_DIRECTION[line]);
  if (Math.abs(towards) > 0.5) return towards > 0 ? 1 : -1;
  return key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1;
}
