import { add, cross, dot, length, scale, type Vec3 } from '#geometry';

/** Preset viewing directions of the 3D view. */
export const CAMERA_PRESETS = ['front', 'left', 'right', 'head', 'feet'] as const;
export type CameraPreset = (typeof CAMERA_PRESETS)[number];

/** Orientation of the camera: unit normal towards the viewer, and the up direction. */
export interface CameraOrientation {
  readonly normal: Vec3;
  readonly up: Vec3;
}

/**
 * `front` faces the patient like the coronal; `feet` shows the orientation of the transverse plane.
 */
export const PRESET_ORIENTATIONS: Readonly<Record<CameraPreset, CameraOrientation>> = {
  front: { normal: [0, -1, 0], up: [0, 0, 1] },
  left: { normal: [1, 0, 0], up: [0, 0, 1] },
  right: { normal: [-1, 0, 0], up: [0, 0, 1] },
  head: { normal: [0, 0, 1], up: [0, -1, 0] },
  feet: { normal: [0, 0, -1], up: [0, -1, 0] },
};

/** Rotates a vector around a unit axis (Rodrigues). */
function rotateVector(v: Vec3, axis: Vec3, deg: number): Vec3 {
  const angle = (deg * Math.PI) / 180;
  const along = scale(axis, dot(axis, v) * (1 - Math.cos(angle)));
  return add(add(scale(v, Math.cos(angle)), scale(cross(axis, v), Math.sin(angle))), along);
}

const unit = (v: Vec3): Vec3 => scale(v, 1 / (length(v) || 1));

/** Rotates the camera around the scene to the right and up, in degrees. */
export function rotateOrientation(
  orientation: CameraOrientation,
  rightDeg: number,
  upDeg: number,
): CameraOrientation {
  const turned = unit(rotateVector(orientation.normal, orientation.up, rightDeg));
  const right = unit(cross(orientation.up, turned));
  const normal = unit(rotateVector(turned, right, -upDeg));
  return { normal, up: unit(cross(normal, right)) };
}

/**
 * Initial orientation that shows depth: from the front, slightly from the patient's left and from
 * above.
 */
export const DEFAULT_ORIENTATION: CameraOrientation = rotateOrientation(
  rotateOrientation(PRESET_ORIENTATIONS.front, 30, 0),
  0,
  25,
);

/** Patient direction in camera coordinates: −1..1 to the right, down, and towards the viewer. */
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

/** Returns the six axis markers, farthest first, so that near markers are drawn last. */
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

/** Returns the nearest preset and the angle to it in degrees. */
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
