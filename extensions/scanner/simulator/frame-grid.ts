import type { FrameGeometry } from '../model/index.ts';
import { NATIVE_PER_CELL } from './kernels/frame-layout.ts';
import { sinCosDeg } from './portable-math.ts';

/** Step of range in which loss and slice thickness are told. */
export const BIN_MM = 0.5;
/** Native lines stand about as close as scatterers do: nearer ones would read the same columns. */
const NATIVE_PITCH_MM = 0.25;
const WIDEST_PITCH_MM = 0.33;
/** A leaning beam may drift this far sideways before another column is read. */
const DRIFT_MM = 0.25;

/**
 * Native lines: where echoes are summed before the beam spreads them over the frame's lines. Both
 * stand on one fine grid, so that only whole distances between them occur.
 */
export interface NativeGrid {
  readonly fineMm: number;
  readonly finePerLine: number;
  readonly finePerNative: number;
}

export function nativeGrid(pitchMm: number): NativeGrid {
  if (pitchMm <= WIDEST_PITCH_MM) {
    const finePerNative = Math.max(1, Math.floor(NATIVE_PITCH_MM / pitchMm));
    return { fineMm: pitchMm, finePerLine: 1, finePerNative };
  }
  const finePerLine = Math.ceil(pitchMm / WIDEST_PITCH_MM);
  return { fineMm: pitchMm / finePerLine, finePerLine, finePerNative: 1 };
}

/** Where the array really is when a frame is taken; all zero when everything is as it should be. */
export interface Pose {
  readonly clockDeg: number;
  /** How far the tissue has moved in patient axes. */
  readonly movedMm: readonly [number, number, number];
}

/**
 * The beams of a frame in a pose: `u` is a line's place along the array, `v` the range along its
 * beam. A steered beam leaves at an angle within the plane.
 */
export class Beams {
  readonly frame: FrameGeometry;
  readonly pose: Pose;
  /** Sideways step within the plane a step of range. */
  readonly lean: number;
  /** Step of depth a step of range. */
  readonly depthPerRange: number;
  readonly #radiusPerRange: number;
  readonly #turn: { readonly sin: number; readonly cos: number };
  readonly #tilt: { readonly sin: number; readonly cos: number };

  constructor(frame: FrameGeometry, pose: Pose, steerDeg = 0) {
    this.frame = frame;
    this.pose = pose;
    const steer = sinCosDeg(steerDeg);
    this.lean = steer.sin / steer.cos;
    this.#turn = sinCosDeg(pose.clockDeg);
    this.#tilt = sinCosDeg(frame.tiltDeg);
    this.depthPerRange = this.#tilt.cos + this.lean * this.#tilt.sin;
    this.#radiusPerRange = this.lean * this.#tilt.cos - this.#tilt.sin;
  }

  /** Sine and cosine of the clock angle. */
  get turn(): { readonly sin: number; readonly cos: number } {
    return this.#turn;
  }

  /** Depth in the tissue of a beam's point. */
  depthMm(u: number, v: number): number {
    return u * this.#tilt.sin + v * this.depthPerRange - this.pose.movedMm[1];
  }

  rangeAt(u: number, depthMm: number): number {
    return (depthMm + this.pose.movedMm[1] - u * this.#tilt.sin) / this.depthPerRange;
  }

  /** Distance from the axis within the plane. */
  radiusMm(u: number, v: number): number {
    return u * this.#tilt.cos + v * this.#radiusPerRange;
  }

  /** x and z in the tissue of a place in the plane, `offMm` beside it. */
  xMm(radiusMm: number, offMm: number): number {
    const off = this.frame.planeOffsetMm + offMm;
    return radiusMm * this.#turn.sin + off * this.#turn.cos - this.pose.movedMm[0];
  }

  zMm(radiusMm: number, offMm: number): number {
    const off = this.frame.planeOffsetMm + offMm;
    return radiusMm * this.#turn.cos - off * this.#turn.sin - this.pose.movedMm[2];
  }

  /** Step along a beam a millimetre of depth, patient axes. */
  get direction(): readonly [number, number, number] {
    const radius = this.#radiusPerRange / this.depthPerRange;
    return [radius * this.#turn.sin, 1, radius * this.#turn.cos];
  }

  /** The depth cells that a beam's samples lie in, `padMm` more on both ends; above the face they count below 0. */
  cellsOf(u: number, padMm: number, cellMm: number): { firstCell: number; cells: number } {
    const { firstDepthMm, depthStepMm, samples } = this.frame;
    const top = this.depthMm(u, firstDepthMm) - padMm;
    const bottom = this.depthMm(u, firstDepthMm + (samples - 1) * depthStepMm) + padMm;
    const firstCell = Math.floor(top / cellMm);
    return { firstCell, cells: Math.ceil(bottom / cellMm) - firstCell };
  }

  /** The walk along a beam, beside the plane, from a depth cell on. */
  walk(u: number, offMm: number, firstCell: number, cells: number, cellMm: number) {
    const radius = this.radiusMm(u, this.rangeAt(u, firstCell * cellMm));
    const step = (this.#radiusPerRange * cellMm) / this.depthPerRange;
    const drift = Math.abs(step);
    return {
      firstCell,
      cells,
      stretchCells: drift < 1e-9 ? Math.max(1, cells) : Math.max(1, Math.floor(DRIFT_MM / drift)),
      x: this.xMm(radius, offMm),
      z: this.zMm(radius, offMm),
      dx: step * this.#turn.sin,
      dz: step * this.#turn.cos,
    };
  }

  /** Places of the samples in native samples from a cell on. */
  samplePlaces(u: number, firstCell: number, cellMm: number) {
    const perMm = NATIVE_PER_CELL / cellMm;
    const depth = this.depthMm(u, this.frame.firstDepthMm);
    return {
      first: depth * perMm - 0.5 - firstCell * NATIVE_PER_CELL,
      step: this.frame.depthStepMm * this.depthPerRange * perMm,
    };
  }
}
