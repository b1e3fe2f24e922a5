import { add, cross, dot, length, scale, type Vec3 } from '#geometry';

/** Where somebody stands who looks at the breast as a whole. */
export const STANDPOINTS = ['front', 'left', 'right', 'head', 'feet'] as const;
export type Standpoint = (typeof STANDPOINTS)[number];

/** How a scene is looked at: unit normal towards the viewer, and what is up. */
export interface Look {
  readonly normal: Vec3;
  readonly up: Vec3;
}

/** The front faces the patient as the coronal does; the feet see what the transverse plane shows. */
export const LOOKS: Readonly<Record<Standpoint, Look>> = {
  front: { normal: [0, -1, 0], up: [0, 0, 1] },
  left: { normal: [1, 0, 0], up: [0, 0, 1] },
  right: { normal: [-1, 0, 0], up: [0, 0, 1] },
  head: { normal: [0, 0, 1], up: [0, -1, 0] },
  feet: { normal: [0, 0, -1], up: [0, -1, 0] },
};

/** Rotates a vector about a unit axis (Rodrigues). */
function rotated(v: Vec3, axis: Vec3, deg: number): Vec3 {
  const angle = (deg * Math.PI) / 180;
  const along = scale(axis, dot(axis, v) * (1 - Math.cos(angle)));
  return add(add(scale(v, Math.cos(angle)), scale(cross(axis, v), Math.sin(angle))), along);
}

const unit = (v: Vec3): Vec3 => scale(v, 1 / (length(v) || 1));

/** The viewer walks to the right and up about the scene, by degrees. */
export function turned(look: Look, rightDeg: number, upDeg: number): Look {
  const walked = unit(rotated(look.normal, look.up, rightDeg));
  const right = unit(cross(look.up, walked));
  const normal = unit(rotated(walked, right, -upDeg));
  return { normal, up: unit(cross(normal, right)) };
}

/** A first look that shows depth: from the front, a little from the patient's left and from above. */
export const FIRST_LOOK: Look = turned(turned(LOOKS.front, 30, 0), 0, 25);

/** A direction of the patient as the viewer sees it: −1..1 to the right, down, and towards them. */
export interface SeenDirection {
  readonly letter: string;
  readonly right: number;
  readonly down: number;
  readonly near: number;
}

const DIRECTIONS: readonly (readonly [string, Vec3])[] = [
  ['L', [1, 0, 0]],
  ['R', [-1, 0, 0]],
  ['P', [0, 1, 0]],
  ['A', [0, -1, 0]],
  ['H', [0, 0, 1]],
  ['F', [0, 0, -1]],
];

/** The six letters of the orientation axes, farthest first, so that near ones are drawn last. */
export function seenDirections({ normal, up }: Look): readonly SeenDirection[] {
  const right = cross(up, normal);
  return DIRECTIONS.map(([letter, v]) => ({
    letter,
    right: dot(v, right),
    down: -dot(v, up),
    near: dot(v, normal),
  })).sort((a, b) => a.near - b.near);
}

/** The standpoint that a look has, and the angle to the nearest one in degrees. */
export function nearestStandpoint({ normal }: Look): {
  readonly standpoint: Standpoint;
  readonly offDeg: number;
} {
  const [best] = STANDPOINTS.map((standpoint) => {
    const cos = Math.min(1, Math.max(-1, dot(LOOKS[standpoint].normal, normal)));
    return { standpoint, offDeg: (Math.acos(cos) * 180) / Math.PI };
  }).sort((a, b) => a.offDeg - b.offDeg);
  return best ?? { standpoint: 'front', offDeg: 0 };
}
