import { dot, type ImageFrame, scale, type Vec3, type VolumePlane } from '#geometry';

/** Where a plane goes in the patient when its position grows. */
const INCREASING_DIRECTION: Readonly<Record<Exclude<VolumePlane, 'RAD'>, Vec3>> = {
  SAG: [1, 0, 0],
  TRA: [0, 0, 1],
  COR: [0, 1, 0],
};

/**
 * The step (1 or -1) that an arrow key makes of another plane's line in an image: the line goes
 * where the arrow points. Arrows along the line, and all arrows on the ring of hours, count: right
 * and down are clockwise, right and up are more. Null for other keys.
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
