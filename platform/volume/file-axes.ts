import type { Vec3 } from '#geometry';
import type { FileGrid } from './file-grid.ts';

/** Direction along a voxel axis of a file: '+j' is the direction of increasing j. */
export type FileAxis = '+i' | '-i' | '+j' | '-j' | '+k' | '-k';

/** Axes of a file that point to depth (away from the transducer) and to the patient's head. */
export interface FileAxes {
  readonly depthAxis: FileAxis;
  readonly headAxis: FileAxis;
}

/** A voxel axis of a file with the direction in which it is followed. */
export interface SignedAxis {
  readonly axis: 0 | 1 | 2;
  readonly sign: 1 | -1;
}

/** Orders in which file axes can take the place of x, y and z. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

export const SIGNED_AXES: Readonly<Record<FileAxis, SignedAxis>> = {
  '+i': { axis: 0, sign: 1 },
  '-i': { axis: 0, sign: -1 },
  '+j': { axis: 1, sign: 1 },
  '-j': { axis: 1, sign: -1 },
  '+k': { axis: 2, sign: 1 },
  '-k': { axis: 2, sign: -1 },
};

/** Returns the file axes nearest to the patient's left, posterior and head direction. */
export function nearestAxes(
  directions: FileGrid['directions'],
): readonly [SignedAxis, SignedAxis, SignedAxis] {
  const alignment = ([x, y, z]: Vec3): number =>
    Math.abs(directions[x]?.[0] ?? 0) +
    Math.abs(directions[y]?.[1] ?? 0) +
    Math.abs(directions[z]?.[2] ?? 0);
  const [x, y, z] = ORDERS.reduce((best, order) =>
    alignment(order) > alignment(best) ? order : best,
  );
  const signed = (axis: 0 | 1 | 2, component: 0 | 1 | 2): SignedAxis => ({
    axis,
    sign: directions[axis][component] < 0 ? -1 : 1,
  });
  return [signed(x, 0), signed(y, 1), signed(z, 2)];
}

/**
 * Returns the axes that the header states for depth and head, the nearest ones of an oblique grid;
 * null if the header states none.
 */
export function statedAxes({ directions, isInPatient }: FileGrid): FileAxes | null {
  if (!isInPatient) return null;
  const [, depth, head] = nearestAxes(directions);
  return { depthAxis: nameOf(depth), headAxis: nameOf(head) };
}

/**
 * Returns the axes that an AnatomicalOrientation of MetaImage names, of which each letter is the side
 * from which an axis comes ('RAI' is LPS); null for any other text.
 */
export function namedAxes(orientation: string): FileAxes | null {
  const letters = orientation.toUpperCase();
  const from = (first: string, last: string): FileAxis | null => {
    const at = letters.search(new RegExp(`[${first}${last}]`));
    const axis = ([0, 1, 2] as const).find((index) => index === at);
    return axis === undefined ? null : nameOf({ axis, sign: letters[axis] === first ? 1 : -1 });
  };
  const [depthAxis, headAxis] = [from('A', 'P'), from('I', 'S')];
  const isComplete = letters.length === 3 && from('R', 'L') !== null;
  return isComplete && depthAxis !== null && headAxis !== null ? { depthAxis, headAxis } : null;
}

const nameOf = ({ axis, sign }: SignedAxis): FileAxis => {
  const names = { 1: ['+i', '+j', '+k'], [-1]: ['-i', '-j', '-k'] } as const;
  return names[sign][axis];
};

export function sameAxes(a: FileAxes, b: FileAxes): boolean {
  return a.depthAxis === b.depthAxis && a.headAxis === b.headAxis;
}
