import type { FrameGeometry } from '../../model/index.ts';
import { NATIVE_PER_CELL } from '../kernels/frame-layout.ts';
import { sinCosDeg } from '../math/portable-math.ts';
import { SCATTERER_CELL_MM } from '../phantom/scatterers.ts';

/** Step of range in which loss and slice thickness are told. */
export const BIN_MM = 0.5;
/** Lines and columns stand on a grid this fine, so that only whole distances between them occur. */
export const FINE_MM = 1 / 64;
/** Columns of a coarse picture stand as far apart as its lines do, up to this. */
const MAX_PITCH_MM = 0.33;

/** Fine steps that columns stand apart at most. */
export const MAX_PITCH_FINE = Math.ceil(MAX_PITCH_MM / FINE_MM);
/** Fine steps that columns stand apart at least: cells that are crossed along their diagonal. */
export const MIN_PITCH_FINE = Math.floor((SCATTERER_CELL_MM * Math.SQRT1_2) / FINE_MM);

/** Where the array really is when a frame is taken. */
export interface Pose {
  readonly clockDeg: number;
  /** How far the tissue has moved in patient axes. */
  readonly movedMm: readonly [number, number, number];
}

/** What a frame sees of the scene along its lines. */
type Along = 'beams' | 'columns';

/**
 * The beams of a frame in a pose: `u` is a line's place along the array, `v` the range along its
 * beam. A steered beam leaves at an angle within the plane.
 */
export class Beams {
  readonly frame: FrameGeometry;
  readonly pose: Pose;
  /** Step of depth a step of range. */
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
   * The same frame looked at along upright columns of tissue: `u` is where a column meets the array,
   * `v` the range at which a beam crosses it. At a range v, the beam of u crosses the column of
   * u + v · `sidePerRange`.
   */
  columns(): Beams {
    return new Beams(this.frame, this.pose, this.#steerDeg, 'columns');
  }

  /** Step along the array, in places of columns, a step of range. */
  get sidePerRange(): number {
    return this.#radiusPerRange / this.#tilt.cos;
  }

  /** The same of the picture's lines: a steered look is shown where its echoes come from. */
  get imageSidePerRange(): number {
    return -this.#tilt.sin / this.#tilt.cos;
  }

  /** Length of a beam a step of range, which counts square to the array. */
  get pathPerRange(): number {
    return 1 / sinCosDeg(this.#steerDeg).cos;
  }

  /** Turns of phase, both ways, that a scatterer of a steered look gains a millimetre of the array. */
  turnsPerMm(wavelengthMm: number): number {
    return (2 * sinCosDeg(this.#steerDeg).sin) / wavelengthMm;
  }

  /** Sine and cosine of the clock angle. */
  get turn(): { readonly sin: number; readonly cos: number } {
    return this.#turn;
  }

  /**
   * Fine steps between columns. They read every cell of scatterers that their slices cross once: a
   * closer pair would read some cells twice, and the tissue would look brighter there.
   */
  get finePerColumn(): number {
    const steepest = Math.max(Math.abs(this.#turn.cos), Math.abs(this.#turn.sin));
    const minPitchMm = (SCATTERER_CELL_MM * steepest) / this.#tilt.cos;
    const pitch = Math.max(minPitchMm, Math.min(MAX_PITCH_MM, this.frame.lateralPitchMm));
    return Math.max(MIN_PITCH_FINE, Math.ceil(pitch / FINE_MM - 1e-9));
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

  /** Step along a beam a millimetre of depth, patient axes; also where columns are looked at. */
  get direction(): readonly [number, number, number] {
    const radius = this.#beamRadiusPerDepth;
    return [radius * this.#turn.sin, 1, radius * this.#turn.cos];
  }

  /** The depth cells that samples lie in, `padMm` more on both ends; above the face they count below 0. */
  cellsOf(u: number, padMm: number, cellMm: number): { firstCell: number; cells: number } {
    const { firstDepthMm, depthStepMm, samples } = this.frame;
    const top = this.depthMm(u, firstDepthMm) - padMm;
    const bottom = this.depthMm(u, firstDepthMm + (samples - 1) * depthStepMm) + padMm;
    const firstCell = Math.floor(top / cellMm);
    return { firstCell, cells: Math.ceil(bottom / cellMm) - firstCell };
  }

  /** Places of the samples in native samples from a cell on. */
  samplePositions(u: number, firstCell: number, cellMm: number) {
    const perMm = NATIVE_PER_CELL / cellMm;
    const depth = this.depthMm(u, this.frame.firstDepthMm);
    return {
      first: depth * perMm - 0.5 - firstCell * NATIVE_PER_CELL,
      step: this.frame.depthStepMm * this.depthPerRange * perMm,
    };
  }
}
