import { hash32 } from '../math/random.ts';
import { SCATTERER_CELL_MM, SCATTERER_STARTS } from '../phantom/scatterers.ts';
import { TISSUE } from '../phantom/tissue.ts';
import { type FrameLayout, LINE_GAP, layOutBuffers, NATIVE_PER_CELL } from './frame-layout.ts';
import type { CellWalk, ImageKernels, LateralGrid, Positions } from './image-kernels.ts';
import { ReferenceImage } from './reference-image.ts';

/**
 * Creates the inner loops in plain TypeScript, the reference for the wasm kernels; tens of times
 * slower.
 */
export function referenceKernels(layout: FrameLayout): ImageKernels {
  return new ReferenceKernels(
    layout,
    layOutBuffers(layout, (bytes) => new ArrayBuffer(bytes)),
  );
}

class ReferenceKernels extends ReferenceImage implements ImageKernels {
  addSlice(walk: CellWalk, scattererSeed: number, weightsAt: number): void {
    const { nx, nz, cellMm } = this.layout;
    const { x, z, firstCell } = walk;
    const i = Math.max(0, Math.min(nx - 1, Math.floor(x / cellMm + nx / 2)));
    const k = Math.max(0, Math.min(nz - 1, Math.floor(z / cellMm + nz / 2)));
    const column = k * nx + i;
    const cellX = Math.floor(x / SCATTERER_CELL_MM) + 4096;
    const cellZ = Math.floor(z / SCATTERER_CELL_MM) + 4096;
    const start = hash32(scattererSeed, cellX, cellZ) % SCATTERER_STARTS;
    const { line, ring, slice, strength } = this.buffers;
    for (let c = Math.max(0, -firstCell); c < walk.cells; c += 1) {
      for (let n = 0; n < NATIVE_PER_CELL; n += 1) {
        const native = (firstCell + c) * NATIVE_PER_CELL + n;
        const label = this.#labelOf(column, native, firstCell + c);
        // Skips gel, because its echo lies below the receiver's noise.
        if (label === TISSUE.gel) continue;
        const weight = Math.fround(get(slice, weightsAt + c) * get(strength, label));
        const out = 2 * (this.layout.pad + c * NATIVE_PER_CELL + n);
        const scatterer = 2 * (start + native);
        line[out] = get(line, out) + weight * get(ring, scatterer);
        line[out + 1] = get(line, out + 1) + weight * get(ring, scatterer + 1);
      }
    }
  }

  /**
   * Returns the label of a native sample. The height maps limit gel, skin and muscle; elsewhere the
   * label of the cell applies.
   */
  #labelOf(column: number, native: number, cell: number): number {
    const { labels, skinTop, skinBottom, muscleTop } = this.buffers;
    const { ny, cellMm } = this.layout;
    const nativeOf = (depthMm: number) => Math.ceil((depthMm * NATIVE_PER_CELL) / cellMm - 0.5);
    if (native < nativeOf(get(skinTop, column))) return TISSUE.gel;
    if (native < nativeOf(get(skinBottom, column))) return TISSUE.skin;
    const label = get(labels, column * ny + Math.min(cell, ny - 1));
    const inMuscle = native >= nativeOf(get(muscleTop, column));
    if (label === TISSUE.ligament || inMuscle === (label === TISSUE.muscle)) return label;
    return inMuscle ? TISSUE.muscle : TISSUE.fat;
  }

  resampleAxially(native: number, positions: Positions, bins: Positions): void {
    const { line, real, imaginary, pulse, amplitude } = this.buffers;
    const { samples, pad, pulseTaps, pulsePhases } = this.layout;
    for (let j = 0; j < samples; j += 1) {
      const at = positions.first + pad + j * positions.step;
      const floor = Math.floor(at);
      const phase = Math.floor((at - floor) * pulsePhases);
      let a = 0;
      let b = 0;
      for (let tap = 0; tap < pulseTaps; tap += 1) {
        const w = get(pulse, 2 * (phase * pulseTaps + tap));
        const from = 2 * (floor - (pulseTaps / 2 - 1) + tap);
        a += w * get(line, from);
        b += w * get(line, from + 1);
      }
      const bin = bins.first + j * bins.step;
      const row = native * this.layout.bins + Math.floor(bin);
      const remaining = mix(get(amplitude, row), get(amplitude, row + 1), bin - Math.floor(bin));
      real[native * (samples + LINE_GAP) + j] = a * remaining;
      imaginary[native * (samples + LINE_GAP) + j] = b * remaining;
    }
  }

  blurLaterally(fine: number, grid: LateralGrid): void {
    const { real, imaginary, outReal, outImaginary, lateral, reach, shift } = this.buffers;
    const { samples } = this.layout;
    for (let j = 0; j < samples; j += 1) {
      const centre = fine - grid.firstFine + get(shift, j >> 2);
      let a = 0;
      let b = 0;
      for (let m = 0; m < grid.natives; m += 1) {
        const distance = Math.abs(m * grid.finePerNative - centre);
        if (distance > get(reach, j >> 2)) continue;
        const w = get(lateral, distance * samples + j);
        a += w * get(real, m * (samples + LINE_GAP) + j);
        b += w * get(imaginary, m * (samples + LINE_GAP) + j);
      }
      outReal[j] = a * grid.scale;
      outImaginary[j] = b * grid.scale;
    }
  }

  receive(noiseAt: number, noiseLevel: number): void {
    const { outReal, outImaginary, ring, gain } = this.buffers;
    for (let j = 0; j < this.layout.samples; j += 1) {
      const n = 2 * (noiseAt + j);
      outReal[j] = (get(outReal, j) + noiseLevel * get(ring, n)) * get(gain, j);
      outImaginary[j] = (get(outImaginary, j) + noiseLevel * get(ring, n + 1)) * get(gain, j);
    }
  }
}

const get = (values: Float32Array | Int32Array | Uint8Array, at: number): number =>
  values[at] ?? Number.NaN;
const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
