import type { Echoes } from './insonify.ts';
import { columnStart, SCATTERER_CELL_MM, SCATTERERS_PER_MM, scattererRing } from './scatterers.ts';
import { TISSUE, type TissueField } from './tissue.ts';

/** A straight walk through the tissue along one beam: place of the first sample and step, mm. */
export interface Walk {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly dx: number;
  readonly dy: number;
  readonly dz: number;
}

/** What the depths of a beam's samples mean in the grids; the same for its whole slice. */
export interface BeamGrid {
  readonly y0: number;
  readonly dy: number;
  /** Cell of the labels by sample. */
  readonly cell: Int32Array;
  /** Scatterer by sample, from the start of a column. */
  readonly scatterer: Int32Array;
}

/** Scatterers above the transducer face, where a tilted array's beams begin. */
const ABOVE_FACE = 128;

export function beamGrid({ y, dy }: Walk, samples: number, cellMm: number): BeamGrid {
  const cell = new Int32Array(samples);
  const scatterer = new Int32Array(samples);
  for (let j = 0; j < samples; j += 1) {
    const depthMm = y + j * dy;
    cell[j] = Math.max(0, depthMm / cellMm);
    scatterer[j] = depthMm * SCATTERERS_PER_MM + ABOVE_FACE;
  }
  return { y0: y, dy, cell, scatterer };
}

/** Keeps indices positive wherever a walk leads, so that truncation rounds one way. */
const SHIFT = 1 << 12;

/** A tilted beam may drift this far sideways within a stretch: less than any cell or beam width. */
const DRIFT_MM = 0.3;

/** A stretch of a walk that reads one column of labels and one of scatterers. */
interface Stretch {
  from: number;
  to: number;
  column: number;
  start: number;
}

/**
 * Walks beams through the tissue. This is the simulator's innermost work: the columns are resolved
 * once a stretch, so that the loops over samples only read, multiply and add.
 */
export class TissueWalker {
  readonly #field: TissueField;
  readonly #echoes: Echoes;
  readonly #strength: Float32Array;
  readonly #ring = scattererRing().values;
  readonly #stretch: Stretch = { from: 0, to: 0, column: 0, start: 0 };
  #out = 0;
  #grid: BeamGrid = { y0: 0, dy: 1, cell: new Int32Array(0), scatterer: new Int32Array(0) };

  constructor(field: TissueField, echoes: Echoes) {
    this.#field = field;
    this.#echoes = echoes;
    this.#strength = new Float32Array(field.acoustics.amplitude.length);
  }

  /** Chooses the line that is written from `out` on; `scale` weights all its scatterers. */
  begin(out: number, grid: BeamGrid, scale: number): void {
    this.#out = out;
    this.#grid = grid;
    this.#field.acoustics.amplitude.forEach((amplitude, label) => {
      this.#strength[label] = amplitude * scale;
    });
  }

  /** Adds the scatterers of one walk, weighted by sample from `weightsAt` on. */
  addEchoes(walk: Walk, weights: Float32Array, weightsAt: number): void {
    const { samples } = this.#echoes;
    for (let from = 0; from < samples; from = this.#stretch.to) {
      this.#enter(walk, from);
      this.#addStretch(weights, weightsAt);
    }
  }

  /** Writes the tissue along a walk. */
  keepLabels(walk: Walk): void {
    const { samples, labels } = this.#echoes;
    const { skinTopMm, skinBottomMm, muscleTopMm, ny } = this.#field;
    for (let from = 0; from < samples; from = this.#stretch.to) {
      this.#enter(walk, from);
      const { column, to } = this.#stretch;
      const top = skinTopMm[column] ?? 0;
      const bottom = skinBottomMm[column] ?? 0;
      const muscle = muscleTopMm[column] ?? 0;
      for (let j = from; j < to; j += 1) {
        const y = this.#grid.y0 + j * this.#grid.dy;
        let label: number = TISSUE.gel;
        if (y >= bottom) label = this.#labelAt(column * ny, j, y >= muscle);
        else if (y >= top) label = TISSUE.skin;
        labels[this.#out + j] = label;
      }
    }
  }

  /** The height map, not the cells, says where muscle begins; its fibrils are in the cells. */
  #labelAt(base: number, j: number, inMuscle: boolean): number {
    const cell = Math.min(this.#field.ny - 1, this.#grid.cell[j] ?? 0);
    const label = this.#field.labels[base + cell] ?? 0;
    if (label === TISSUE.ligament || inMuscle === (label === TISSUE.muscle)) return label;
    return inMuscle ? TISSUE.muscle : TISSUE.fat;
  }

  #addStretch(weights: Float32Array, weightsAt: number): void {
    const { from, to, column } = this.#stretch;
    const { skinTopMm, skinBottomMm, muscleTopMm, labels, ny } = this.#field;
    // Gel has no scatterers worth adding: its echo lies below the receiver's noise.
    const top = this.#sampleOf(skinTopMm[column] ?? 0);
    const bottom = this.#sampleOf(skinBottomMm[column] ?? 0);
    const muscle = this.#sampleOf(muscleTopMm[column] ?? 0);
    const skin = this.#strength[TISSUE.skin] ?? 0;
    for (let j = top; j < bottom; j += 1) this.#add(j, skin, weights, weightsAt);
    const { cell } = this.#grid;
    const base = column * ny;
    for (let j = Math.max(from, bottom); j < Math.min(muscle, to); j += 1) {
      let label = labels[base + Math.min(ny - 1, cell[j] ?? 0)] ?? 0;
      if (label === TISSUE.muscle) label = TISSUE.fat;
      this.#add(j, this.#strength[label] ?? 0, weights, weightsAt);
    }
    for (let j = Math.max(bottom, muscle); j < to; j += 1) {
      this.#add(j, this.#strength[this.#labelAt(base, j, true)] ?? 0, weights, weightsAt);
    }
  }

  #add(j: number, strength: number, weights: Float32Array, weightsAt: number): void {
    const w = strength * (weights[weightsAt + j] ?? 0);
    const { real, imaginary } = this.#echoes;
    const n = 2 * (this.#stretch.start + (this.#grid.scatterer[j] ?? 0));
    const at = this.#out + j;
    real[at] = (real[at] ?? 0) + w * (this.#ring[n] ?? 0);
    imaginary[at] = (imaginary[at] ?? 0) + w * (this.#ring[n + 1] ?? 0);
  }

  /** First sample at or below a depth, within the stretch. */
  #sampleOf(depthMm: number): number {
    const { from, to } = this.#stretch;
    const j = Math.ceil((depthMm - this.#grid.y0) / this.#grid.dy);
    return Math.max(from, Math.min(to, j));
  }

  /** Resolves the columns of the stretch that begins at a sample, at the stretch's middle. */
  #enter(walk: Walk, from: number): void {
    const { nx, nz, cellMm, scattererSeed } = this.#field;
    const stretch = this.#stretch;
    const drift = Math.hypot(walk.dx, walk.dz);
    const steps = drift < 1e-9 ? this.#echoes.samples : Math.max(1, Math.floor(DRIFT_MM / drift));
    stretch.from = from;
    stretch.to = Math.min(this.#echoes.samples, from + steps);
    const middle = (stretch.from + stretch.to - 1) / 2;
    const x = walk.x + middle * walk.dx;
    const z = walk.z + middle * walk.dz;
    const i = clampIndex((x / cellMm + nx / 2 + SHIFT) | 0, nx);
    const k = clampIndex((z / cellMm + nz / 2 + SHIFT) | 0, nz);
    stretch.column = k * nx + i;
    stretch.start = columnStart(
      scattererSeed,
      (x / SCATTERER_CELL_MM + SHIFT) | 0,
      (z / SCATTERER_CELL_MM + SHIFT) | 0,
    );
  }
}

function clampIndex(shifted: number, count: number): number {
  const index = shifted - SHIFT;
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}
