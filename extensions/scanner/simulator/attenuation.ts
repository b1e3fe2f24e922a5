import type { DeviceSettings } from '../model/index.ts';
import { type Beams, BIN_MM } from './frame-grid.ts';
import { amplitudeOfDb } from './portable-math.ts';
import { TISSUE, type TissueField } from './tissue.ts';

/** Half the width over which the aperture averages a shadow. */
const APERTURE_MM = 1;
/** Loss by refraction where the speed changes from line to line, dB a MHz (research: 6 dB at 5 MHz). */
const REFRACTION_DB_PER_MHZ = 1.2;
const TABLE_STEP_DB = 0.05;
const TABLE = Float64Array.from({ length: 4001 }, (_, i) => amplitudeOfDb(-i * TABLE_STEP_DB));

/** Native lines that are looked at: `uOf(m)` is a line's place along the array. */
export interface NativeLines {
  readonly count: number;
  readonly pitchMm: number;
  uOf(m: number): number;
}

/**
 * The two-way loss on the way to every bin of range, as the amplitude that is left:
 * `[line · bins + bin]` at the bin's beginning. Attenuation makes shadow and enhancement, refraction
 * the shadows at the edges of lesions; the aperture averages both over neighbouring beams.
 * `extraDb` is lost at the face, by line.
 */
export function amplitudeLeft(
  field: TissueField,
  beams: Beams,
  lines: NativeLines,
  settings: DeviceSettings,
  bins: number,
  extraDb: (m: number) => number,
  into: Float32Array,
): void {
  const labels = new Uint8Array(lines.count * bins);
  const loss = new Float32Array(lines.count * bins);
  const megahertz = settings.frequencyHz / 1e6;
  const path = Math.sqrt(1 + beams.lean * beams.lean);
  const perBin = (2 * megahertz * BIN_MM * path) / 10;
  for (let m = 0; m < lines.count; m += 1) {
    lookAlong(field, beams, lines.uOf(m), bins, m * bins, perBin, labels, loss);
  }
  addRefraction(field, lines, bins, REFRACTION_DB_PER_MHZ * megahertz, labels, loss);
  for (let m = 0; m < lines.count; m += 1) {
    let sum = extraDb(m);
    for (let at = m * bins; at < (m + 1) * bins; at += 1) {
      const here = loss[at] ?? 0;
      loss[at] = sum;
      sum += here;
    }
  }
  average(loss, lines, bins, into);
}

/** Loss within each bin of one line, and the tissue in its middle. */
function lookAlong(
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
    const top = share(((field.skinTopMm[column] ?? 0) - y) / step);
    const bottom = share(((field.skinBottomMm[column] ?? 0) - y) / step);
    const muscle = (field.muscleTopMm[column] ?? 0) < y + step / 2;
    const cell = clamp(Math.floor((y + step / 2) / cellMm), ny);
    let label = field.labels[column * ny + cell] ?? 0;
    if (label !== TISSUE.ligament && muscle !== (label === TISSUE.muscle)) {
      label = muscle ? TISSUE.muscle : TISSUE.fat;
    }
    labels[at] = bottom > 0.5 ? (top > 0.5 ? TISSUE.gel : TISSUE.skin) : label;
    loss[at] =
      perBin * (top * gel + (bottom - top) * skin + (1 - bottom) * (attenuation[label] ?? 0));
  }
}

function addRefraction(
  field: TissueField,
  lines: NativeLines,
  bins: number,
  db: number,
  labels: Uint8Array,
  loss: Float32Array,
): void {
  const { speed } = field.acoustics;
  const per = (db * BIN_MM) / (2 * lines.pitchMm);
  for (let m = 1; m + 1 < lines.count; m += 1) {
    for (let at = m * bins; at < (m + 1) * bins; at += 1) {
      const a = labels[at - bins] ?? 0;
      const b = labels[at + bins] ?? 0;
      if (a === b) continue;
      const before = speed[a] ?? 1;
      const after = speed[b] ?? 1;
      loss[at] = (loss[at] ?? 0) + (per * 2 * Math.abs(after - before)) / (after + before);
    }
  }
}

/** Means over the aperture, as amplitudes. */
function average(loss: Float32Array, lines: NativeLines, bins: number, into: Float32Array): void {
  const reach = Math.round(APERTURE_MM / lines.pitchMm);
  for (let m = 0; m < lines.count; m += 1) {
    const low = Math.max(0, m - reach);
    const high = Math.min(lines.count - 1, m + reach);
    for (let bin = 0; bin < bins; bin += 1) {
      let sum = 0;
      for (let n = low; n <= high; n += 1) sum += loss[n * bins + bin] ?? 0;
      into[m * bins + bin] = amplitudeOf(sum / (high - low + 1));
    }
  }
}

/** Linear between entries: off by less than 1e-5. */
function amplitudeOf(lossDb: number): number {
  const at = Math.max(0, Math.min(TABLE.length - 2, lossDb / TABLE_STEP_DB));
  const i = Math.floor(at);
  const a = TABLE[i] ?? 0;
  return a + ((TABLE[i + 1] ?? 0) - a) * Math.min(1, at - i);
}

const share = (value: number): number => Math.max(0, Math.min(1, value));
const clamp = (index: number, count: number): number =>
  index < 0 ? 0 : index >= count ? count - 1 : index;
