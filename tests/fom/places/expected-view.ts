import type { ScanSide } from '#contracts';
import type { Vec3, VolumePlane } from '#geometry';
import type { FileTruth } from './file-truth.ts';

/** A plane with an image of its own: those of the volume and the antiradial plane. */
export type ImagePlane = VolumePlane | 'ARAD';

/**
 * Directions of an image in LPS, written from the definition of the planes (coronal: facing the
 * patient, head up; transverse: seen from the feet; sagittal: head at the left; radial: the clock
 * direction at the right; antiradial: seen from the nipple outwards, later hours at the right)
 * without the product's own geometry.
 */
export interface ViewAxes {
  readonly right: Vec3;
  readonly down: Vec3;
  /** Unit normal; its sign is irrelevant. */
  readonly across: Vec3;
}

const LEFT: Vec3 = [1, 0, 0];
const POSTERIOR: Vec3 = [0, 1, 0];
const FEET: Vec3 = [0, 0, -1];

export function viewAxes(plane: ImagePlane, clockDeg: number): ViewAxes {
  const angle = (clockDeg * Math.PI) / 180;
  switch (plane) {
    case 'COR':
      return { right: LEFT, down: FEET, across: POSTERIOR };
    case 'TRA':
      return { right: LEFT, down: POSTERIOR, across: FEET };
    case 'SAG':
      return { right: FEET, down: POSTERIOR, across: LEFT };
    case 'RAD':
      return {
        right: [Math.sin(angle), 0, Math.cos(angle)],
        down: POSTERIOR,
        across: [Math.cos(angle), 0, -Math.sin(angle)],
      };
    case 'ARAD':
      return {
        right: [Math.cos(angle), 0, -Math.sin(angle)],
        down: POSTERIOR,
        across: [Math.sin(angle), 0, Math.cos(angle)],
      };
  }
}

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** A depth axis about which radial images turn. */
export interface DepthAxis {
  readonly x: number;
  readonly z: number;
}

/** Returns 0 to 360: 0 at 12 o'clock, clockwise facing the patient, of either breast. */
export function clockDegOf(about: DepthAxis, [x, , z]: Vec3): number {
  const deg = (Math.atan2(x - about.x, z - about.z) * 180) / Math.PI;
  return (deg + 360) % 360;
}

/** Centre of the shown box: x and z of the rotation axis, y of the middle depth. */
export const boxCentre = ({ minMm, maxMm }: FileTruth): Vec3 => [
  (minMm[0] + maxMm[0]) / 2,
  (minMm[1] + maxMm[1]) / 2,
  (minMm[2] + maxMm[2]) / 2,
];

/** A slice through a point, and the depth axis and angle of a radial slice. */
export interface Slice {
  readonly plane: ImagePlane;
  readonly throughMm: Vec3;
  readonly axis: DepthAxis;
  readonly clockDeg: number;
}

export interface PointPx {
  readonly x: number;
  readonly y: number;
}

/** A known point of an image and its scale. */
export interface Anchor {
  readonly atMm: Vec3;
  readonly px: PointPx;
  readonly pxPerMm: number;
}

/**
 * Returns the point of the patient on which an image is centred; that of an antiradial image lies on
 * the radial line, on which the point of the slice must lie too.
 */
export function imageCentre(truth: FileTruth, slice: Slice): Vec3 {
  const [x, y, z] = boxCentre(truth);
  if (slice.plane === 'RAD') return [slice.axis.x, y, slice.axis.z];
  return slice.plane === 'ARAD' ? [slice.throughMm[0], y, slice.throughMm[2]] : [x, y, z];
}

export function expectedPx(axes: ViewAxes, { atMm, px, pxPerMm }: Anchor, pointMm: Vec3): PointPx {
  const from = minus(pointMm, atMm);
  return { x: px.x + dot(from, axes.right) * pxPerMm, y: px.y + dot(from, axes.down) * pxPerMm };
}

/** A ball that an image shows, may show or does not show. */
export interface ExpectedBall extends PointPx {
  readonly level: number;
  readonly presence: 'shown' | 'possible' | 'absent';
}

/** Depths within a ball at which its image surely has, or surely lacks, the ball's level. */
export interface PresenceLimits {
  readonly shownMm: number;
  readonly absentMm: number;
}

export function expectedBalls(
  truth: FileTruth,
  slice: Slice,
  anchor: Anchor,
  { shownMm, absentMm }: PresenceLimits,
): readonly ExpectedBall[] {
  const axes = viewAxes(slice.plane, slice.clockDeg);
  return [...truth.markersMm].map(([level, pointMm]) => {
    const offMm = Math.abs(dot(minus(pointMm, slice.throughMm), axes.across));
    const isPossible = offMm > shownMm && offMm < absentMm;
    const presence = isPossible ? 'possible' : offMm <= shownMm ? 'shown' : 'absent';
    return { level, presence, ...expectedPx(axes, anchor, pointMm) };
  });
}

/** Texts at the edges of an image. */
export interface EdgeLetters {
  readonly top: string;
  readonly bottom: string;
  readonly left: string;
  readonly right: string;
  readonly 'left-word'?: string;
  readonly 'right-word'?: string;
}

/** Names the main direction of the patient along a vector; two letters more than 22.5° beside it. */
function letterOf([x, y, z]: Vec3): string {
  const parts = [
    { size: Math.abs(x), letter: x > 0 ? 'L' : 'R' },
    { size: Math.abs(y), letter: y > 0 ? 'P' : 'A' },
    { size: Math.abs(z), letter: z > 0 ? 'H' : 'F' },
  ];
  return parts
    .filter(({ size }) => size > Math.sin((22.5 * Math.PI) / 180))
    .sort((a, b) => b.size - a.size)
    .map(({ letter }) => letter)
    .join('');
}

const reversed = ([x, y, z]: Vec3): Vec3 => [-x, -y, -z];

/** Returns 'H:MM' of a clock angle. */
export function clockWord(clockDeg: number): string {
  const minutes = Math.round(((clockDeg + 360) % 360) * 2) % 720;
  const hour = Math.floor(minutes / 60);
  return `${hour === 0 ? 12 : hour}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Returns the letters of an image; `offNipple`: a radial image that does not run through the nipple. */
export function expectedLetters(
  plane: ImagePlane,
  side: ScanSide,
  clockDeg: number,
  offNipple: boolean,
): EdgeLetters {
  const { right, down } = viewAxes(plane, clockDeg);
  const vertical = { top: letterOf(reversed(down)), bottom: letterOf(down) };
  if (plane === 'RAD' && !offNipple) {
    return { ...vertical, left: clockWord(clockDeg + 180), right: clockWord(clockDeg) };
  }
  const letters = { ...vertical, left: letterOf(reversed(right)), right: letterOf(right) };
  if (plane !== 'COR') return letters;
  // The patient's right is at the viewer's left: outer for the right breast.
  const [atLeft, atRight] = side === 'R' ? ['outer', 'inner'] : ['inner', 'outer'];
  return { ...letters, 'left-word': atLeft ?? '', 'right-word': atRight ?? '' };
}
