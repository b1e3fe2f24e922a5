import { add, cross, dot, length, scale, type Vec3 } from '#geometry';

/** Where somebody stands who looks at the breast as a whole. */
export const CAMERA_PRESETS = ['front', 'left', 'right', 'head', 'feet'] as const;
export type CameraPreset = (typeof CAMERA_PRESETS)[number];

/** How a scene is looked at: unit normal towards the viewer, and what is up. */
export interface CameraOrientation {
  readonly normal: Vec3;
  readonly up: Vec3;
}

/** The front faces the patient as the coronal does; the feet see what the transverse plane shows. */
export const PRESET_ORIENTATIONS: Readonly<Record<CameraPreset, CameraOrientation>> = {
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
export function rotateOrientation(
  orientation: CameraOrientation,
  rightDeg: number,
  upDeg: number,
): CameraOrientation {
  const walked = unit(rotated(orientation.normal, orientation.up, rightDeg));
  const right = unit(cross(orientation.up, walked));
  const normal = unit(rotated(walked, right, -upDeg));
  return { normal, up: unit(cross(normal, right)) };
}

/** A first look that shows depth: from the front, a little from the patient's left and from above. */
export const DEFAULT_ORIENTATION: CameraOrientation = rotateOrientation(
  rotateOrientation(PRESET_ORIENTATIONS.front, 30, 0),
  0,
  25,
);

/** A direction of the patient as the viewer sees it: −1..1 to the right, down, and towards them. */
export interface ProjectedDirection {
  readonly marker: string;
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
export function projectedDirections({
  normal,
  up,
}: CameraOrientation): readonly ProjectedDirection[] {
  const right = cross(up, normal);
  return DIRECTIONS.map(([marker, v]) => ({
    marker,
    right: dot(v, right),
    down: -dot(v, up),
    near: dot(v, normal),
  })).sort((a, b) => a.near - b.near);
}

/** The standpoint that a look has, and the angle to the nearest one in degrees. */
export function nearestCameraPreset({ normal }: CameraOrientation): {
  readonly cameraPreset: CameraPreset;
  readonly offDeg: number;
} {
  const [best] = CAMERA_PRESETS.map((cameraPreset) => {
    const cos = Math.min(1, Math.max(-1, dot(PRESET_ORIENTATIONS[cameraPreset].normal, normal)));
    return { cameraPreset, offDeg: (Math.acos(cos) * 180) / Math.PI };
  }).sort((a, b) => a.offDeg - b.offDeg);
  return best ?? { cameraPreset: 'front', offDeg: 0 };
}
