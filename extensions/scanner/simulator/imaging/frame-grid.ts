import type { FrameGeometry } from '../../model/index.ts';
import { NATIVE_PER_CELL } from '../kernels/frame-layout.ts';
import { sinCosDeg } from '../math/portable-math.ts';
import { SCATTERER_CELL_MM } from '../phantom/scatterers.ts';

/** Range step of the tables of loss and slice thickness. */
export const BIN_MM = 0.5;
/** Step of the grid of lines and columns; all distances between them are multiples of this step. */
export const FINE_MM = 1 / 64;
/**
 * Maximum distance between columns; in coarse images, columns are as far apart as lines up to this
 * distance.
 */
const MAX_PITCH_MM = 0.33;

/** Maximum distance between columns in fine steps. */
export const MAX_PITCH_FINE = Math.ceil(MAX_PITCH_MM / FINE_MM);
/** Minimum distance between columns in fine steps: cells crossed along their diagonal. */
export const MIN_PITCH_FINE = Math.floor((SCATTERER_CELL_MM * Math.SQRT1_2) / FINE_MM);

/** Actual pose of array and tissue during a frame. */
export interface Pose {
  readonly clockDeg: number;
  /** Displacement of the tissue in patient axes. */
  readonly movedMm: readonly [number, number, number];
}

/** Direction in which a frame is sampled. */
type Along = 'beams' | 'columns';

/**
 * The beams of a frame in a pose: `u` is the position of a line along the array, `v` the range
 * along its beam. A steered beam leaves at an angle within the plane.
 */
export class Beams {
  readonly frame: FrameGeometry;
  readonly pose: Pose;
  /** Depth per unit of range. */
  readonly depthPerRange: number;
  readonly #steerDeg: number;
  readonly #radiusPerRange: number;
  readonly #beamRadiusPerDepth: number;
  readonly #turn: { readonly sin: number; readonly cos: number };
  readonly #tilt: { readonly sin: number; readonly cos: number };

  constructor(frame: FrameGeometry, pose: Pose, steerDeg = 0, along: Along = 'beams') {
    this.frame = frame;
    this.pose = pose;
    const steer = sinCosDeg(steerDeg);
    const lean = steer.sin / steer.cos;
    this.#steerDeg = steerDeg;
    this.#turn = sinCosDeg(pose.clockDeg);
    this.#tilt = sinCosDeg(frame.tiltDeg);
    const { sin, cos } = this.#tilt;
    const radiusPerRange = lean * cos - sin;
    this.#beamRadiusPerDepth = radiusPerRange / (cos + lean * sin);
    this.#radiusPerRange = along === 'beams' ? radiusPerRange : 0;
    this.depthPerRange = along === 'beams' ? cos + lean * sin : 1 / cos;
  }

  /**
   * Returns the same frame sampled along upright columns of tissue: `u` is the position where a
   * column meets the array, `v` the range at which a beam crosses the column. At a range v, the
   * beam of u crosses the column of u + v · `sidePerRange`.
   */
  columns(): Beams {
    return new Beams(this.frame, this.pose, this.#steerDeg, 'columns');
  }

  /** Displacement along the array per unit of range, in column positions. */
  get sidePerRange(): number {
    return this.#radiusPerRange / this.#tilt.cos;
  }

  /**
   * Displacement of the image lines per unit of range; a steered look is shown where its echoes
   * come from.
   */
  get imageSidePerRange(): number {
    return -this.#tilt.sin / this.#tilt.cos;
  }

  /** Length of a beam per unit of range; range is measured perpendicular to the array. */
  get pathPerRange(): number {
    return 1 / sinCosDeg(this.#steerDeg).cos;
  }

  /**
   * Returns the two-way phase turns of a scatterer per millimetre of the array in a steered look.
   */
  turnsPerMm(wavelengthMm: number): number {
    return (2 * sinCosDeg(this.#steerDeg).sin) / wavelengthMm;
  }

  /** Sine and cosine of the clock angle. */
  get turn(): { readonly sin: number; readonly cos: number } {
    return this.#turn;
  }

  /**
   * Fine steps between columns. At this distance the slices read every scatterer cell once; closer
   * columns would read some cells twice and make the tissue brighter.
   */
  get finePerColumn(): number {
    const steepest = Math.max(Math.abs(this.#turn.cos), Math.abs(this.#turn.sin));
    const minPitchMm = (SCATTERER_CELL_MM * steepest) / this.#tilt.cos;
    const pitch = Math.max(minPitchMm, Math.min(MAX_PITCH_MM, this.frame.lateralPitchMm));
    return Math.max(MIN_PITCH_FINE, Math.ceil(pitch / FINE_MM - 1e-9));
  }

  /** Returns the depth in the tissue of a point on a beam. */
  depthMm(u: number, v: number): number {
    return u * this.#tilt.sin + v * this.depthPerRange - this.pose.movedMm[1];
  }

  rangeAt(u: number, depthMm: number): number {
    return (depthMm + this.pose.movedMm[1] - u * this.#tilt.sin) / this.depthPerRange;
  }

  /** Returns the distance from the axis within the plane. */
  radiusMm(u: number, v: number): number {
    return u * this.#tilt.cos + v * this.#radiusPerRange;
  }

  /**
   * Returns x in the tissue of a point at `radiusMm` in the plane, displaced by `offMm` out of the
   * plane; `zMm` returns z.
   */
  xMm(radiusMm: number, offMm: number): number {
    const outOfPlaneMm = this.frame.planeOffsetMm + offMm;
    return radiusMm * this.#turn.sin + outOfPlaneMm * this.#turn.cos - this.pose.movedMm[0];
  }

  zMm(radiusMm: number, offMm: number): number {
    const outOfPlaneMm = this.frame.planeOffsetMm + offMm;
    return radiusMm * this.#turn.cos - outOfPlaneMm * this.#turn.sin - this.pose.movedMm[2];
  }

  /**
   * Displacement along a beam per millimetre of depth in patient axes; the same for sampling along
   * columns.
   */
  get direction(): readonly [number, number, number] {
    const radius = this.#beamRadiusPerDepth;
    return [radius * this.#turn.sin, 1, radius * this.#turn.cos];
  }

  /**
   * Returns the depth cells that contain the samples, extended by `padMm` at both ends; indices
   * above the face are negative.
   */
  cellsOf(u: number, padMm: number, cellMm: number): { firstCell: number; cells: number } {
    const { firstDepthMm, depthStepMm, samples } = this.frame;
    const top = this.depthMm(u, firstDepthMm) - padMm;
    const bottom = this.depthMm(u, firstDepthMm + (samples - 1) * depthStepMm) + padMm;
    const firstCell = Math.floor(top / cellMm);
    return { firstCell, cells: Math.ceil(bottom / cellMm) - firstCell };
  }

  /** Returns the positions of the samples in native samples from a cell on. */
  samplePositions(u: number, firstCell: number, cellMm: number) {
    const perMm = NATIVE_PER_CELL / cellMm;
    const depth = this.depthMm(u, this.frame.firstDepthMm);
    return {
      first: depth * perMm - 0.5 - firstCell * NATIVE_PER_CELL,
      step: this.frame.depthStepMm * this.depthPerRange * perMm,
    };
  }
}
