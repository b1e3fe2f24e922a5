import type { DeviceSettings } from '../../model/index.ts';
import { amplitudeOfDb } from '../math/portable-math.ts';
import { TISSUE, type TissueField } from '../phantom/tissue.ts';
import { DEVICE_PROFILE } from './device-profile.ts';
import { type Beams, BIN_MM } from './frame-grid.ts';

/** Distance between beams for which the loss is summed, equal to the size of the tissue's cells. */
const PITCH_MM = 0.5;
/**
 * Refraction loss where the speed of sound changes from line to line, in dB per MHz and mm of path.
 * Chosen so that dark stripes of about 3 dB appear behind the edges of a cyst, as in published
 * images.
 */
const REFRACTION_DB_PER_MHZ = 3.6;
const TABLE_STEP_DB = 0.05;
const TABLE = Float64Array.from({ length: 4001 }, (_, i) => amplitudeOfDb(-i * TABLE_STEP_DB));

/**
 * Upright columns over which echoes are summed; `uOf(m)` is the position where column m meets the
 * array.
 */
export interface Columns {
  readonly count: number;
  readonly pitchMm: number;
  uOf(m: number): number;
}

/** Part of the array that emits beams, by position along the array. */
export interface Face {
  readonly fromMm: number;
  readonly toMm: number;
}

/** Working memory for the loss of a frame, by beam and bin. */
export class LossTable {
  readonly bins: number;
  readonly beams: number;
  readonly #face: Face;
  readonly #labels: Uint8Array;
  readonly #loss: Float32Array;
  readonly #mean: Float32Array;

  constructor(face: Face, bins: number) {
    this.bins = bins;
    this.#face = face;
    this.beams = Math.ceil((face.toMm - face.fromMm) / PITCH_MM) + 1;
    this.#labels = new Uint8Array(this.beams * bins);
    this.#loss = new Float32Array(this.beams * bins);
    this.#mean = new Float32Array(this.beams * bins);
  }

  /**
   * Fills in the two-way loss of every beam at the start of every range bin. Attenuation causes
   * shadow and enhancement, refraction causes the shadows at the edges of lesions; the aperture
   * averages both over neighbouring beams. `extraDb` is lost at the face, by position along the
   * array.
   */
  fill(
    field: TissueField,
    beams: Beams,
    settings: DeviceSettings,
    extraDb: (u: number) => number,
  ): void {
    const { bins } = this;
    const loss = this.#loss;
    const megahertz = settings.frequencyHz / 1e6;
    const perBin = (2 * megahertz * BIN_MM * beams.pathPerRange) / 10;
    for (let n = 0; n < this.beams; n += 1) {
      const u = this.#face.fromMm + n * PITCH_MM;
      fillBeam(field, beams, u, bins, n * bins, perBin, this.#labels, loss);
    }
    const db = REFRACTION_DB_PER_MHZ * megahertz;
    addRefraction(field, this.beams, bins, db, this.#labels, loss);
    for (let n = 0; n < this.beams; n += 1) {
      let sum = extraDb(this.#face.fromMm + n * PITCH_MM);
      for (let at = n * bins; at < (n + 1) * bins; at += 1) {
        const binLoss = loss[at] ?? 0;
        loss[at] = sum;
        sum += binLoss;
      }
    }
    average(loss, this.beams, bins, this.#mean);
  }

  /**
   * Writes the remaining amplitude at the crossings of columns and beams: `into[column · bins +
   * bin]`. The crossing beam left the array `sidePerRange` times the range before the column.
   */
  amplitudes(columns: Columns, sidePerRange: number, into: Float32Array): void {
    const { bins } = this;
    const mean = this.#mean;
    const last = this.beams - 1.001;
    const step = (sidePerRange * BIN_MM) / PITCH_MM;
    for (let m = 0; m < columns.count; m += 1) {
      const first = (columns.uOf(m) - this.#face.fromMm) / PITCH_MM;
      for (let bin = 0; bin < bins; bin += 1) {
        const at = Math.min(last, Math.max(0, first - bin * step));
        const n = Math.floor(at);
        const near = mean[n * bins + bin] ?? 0;
        const far = mean[(n + 1) * bins + bin] ?? 0;
        into[m * bins + bin] = amplitudeOf(near + (far - near) * (at - n));
      }
    }
  }
}

/** Writes the loss within each bin of a line, and the tissue in the middle of each bin. */
function fillBeam(
  field: TissueField,
  beams: Beams,
  u: number,
  bins: number,
  from: number,
  perBin: number,
  labels: Uint8Array,
  loss: Float32Array,
): void {
  const { nx, ny, nz, cellMm, acoustics } = field;
  const { attenuation } = acoustics;
  const gel = attenuation[TISSUE.gel] ?? 0;
  const skin = attenuation[TISSUE.skin] ?? 0;
  const step = beams.depthPerRange * BIN_MM;
  const [sx, , sz] = beams.direction;
  let y = beams.depthMm(u, 0);
  const radius = beams.radiusMm(u, BIN_MM / 2);
  let x = beams.xMm(radius, 0);
  let z = beams.zMm(radius, 0);
  for (let at = from; at < from + bins; at += 1, y += step, x += sx * step, z += sz * step) {
    const i = clamp(Math.floor(x / cellMm + nx / 2), nx);
    const k = clamp(Math.floor(z / cellMm + nz / 2), nz);
    const column = k * nx + i;
    // Shares of the bin above the upper and above the lower surface of the skin.
    const top = share(((field.skinTopMm[column] ?? 0) - y) / step);
    const bottom = share(((field.skinBottomMm[column] ?? 0) - y) / step);
    const muscle = (field.muscleTopMm[column] ?? 0) < y + step / 2;
    const cell = clamp(Math.floor((y + step / 2) / cellMm), ny);
    let label = field.labels[column * ny + cell] ?? 0;
    if (label !== TISSUE.ligament && muscle !== (label === TISSUE.muscle)) {
      label = muscle ? TISSUE.muscle : TISSUE.fat;
    }
    const surfaceLabel = top > 0.5 ? TISSUE.gel : TISSUE.skin;
    labels[at] = bottom > 0.5 ? surfaceLabel : label;
    loss[at] =
      perBin * (top * gel + (bottom - top) * skin + (1 - bottom) * (attenuation[label] ?? 0));
  }
}

/** Adds the refraction loss where the label changes between the neighbouring beams. */
function addRefraction(
  field: TissueField,
  beams: number,
  bins: number,
  db: number,
  labels: Uint8Array,
  loss: Float32Array,
): void {
  const { speed } = field.acoustics;
  const dbPerBin = (db * BIN_MM) / (2 * PITCH_MM);
  for (let m = 1; m + 1 < beams; m += 1) {
    for (let at = m * bins; at < (m + 1) * bins; at += 1) {
      const a = labels[at - bins] ?? 0;
      const b = labels[at + bins] ?? 0;
      if (a === b) continue;
      const before = speed[a] ?? 1;
      const after = speed[b] ?? 1;
      loss[at] = (loss[at] ?? 0) + (dbPerBin * 2 * Math.abs(after - before)) / (after + before);
    }
  }
}

/** Averages the loss over the aperture. */
function average(loss: Float32Array, beams: number, bins: number, into: Float32Array): void {
  const halfWidth = Math.round(DEVICE_PROFILE.beam.apertureMm / PITCH_MM);
  for (let m = 0; m < beams; m += 1) {
    const low = Math.max(0, m - halfWidth);
    const high = Math.min(beams - 1, m + halfWidth);
    for (let bin = 0; bin < bins; bin += 1) {
      let sum = 0;
      for (let n = low; n <= high; n += 1) sum += loss[n * bins + bin] ?? 0;
      into[m * bins + bin] = sum / (high - low + 1);
    }
  }
}

/** Returns the amplitude after a loss, interpolated in a table; the error is below 1e-5. */
function amplitudeOf(lossDb: number): number {
  const at = Math.max(0, Math.min(TABLE.length - 2, lossDb / TABLE_STEP_DB));
  const i = Math.floor(at);
  const a = TABLE[i] ?? 0;
  return a + ((TABLE[i + 1] ?? 0) - a) * Math.min(1, at - i);
}

const share = (value: number): number => Math.max(0, Math.min(1, value));

/** Returns the nearest valid index of `count` elements. */
function clamp(index: number, count: number): number {
  if (index < 0) return 0;
  return index >= count ? count - 1 : index;
}
