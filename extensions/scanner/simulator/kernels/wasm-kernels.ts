import { readFileSync } from 'node:fs';
import { SCATTERER_CELL_MM, SCATTERER_STARTS } from '../scatterers.ts';
import {
  type FrameBuffers,
  type FrameLayout,
  LINE_GAP,
  layBuffers,
  NATIVE_PER_CELL,
} from './frame-layout.ts';
import type { CellWalk, ImageKernels, LateralGrid, Positions } from './image-kernels.ts';

const PAGE = 65_536;
let compiled: WebAssembly.Module | null = null;

type Loop = (...numbers: readonly number[]) => void;
type Loops = Readonly<
  Record<
    | 'bindTissue'
    | 'bindScatterers'
    | 'addSlice'
    | 'resampleAxially'
    | 'blurLaterally'
    | 'receive'
    | 'addEnvelope'
    | 'logCompress',
    Loop
  >
>;

/** The hot loops as wasm SIMD, with memory of their own. */
export function wasmKernels(layout: FrameLayout): ImageKernels {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const buffers = layBuffers(layout, (bytes) => {
    memory.grow(Math.ceil(bytes / PAGE));
    return memory.buffer;
  });
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./form-image.wasm', import.meta.url)));
  const instance = new WebAssembly.Instance(compiled, { env: { memory } });
  return new WasmKernels(layout, buffers, instance.exports as unknown as Loops);
}

class WasmKernels implements ImageKernels {
  readonly layout: FrameLayout;
  readonly buffers: FrameBuffers;
  readonly #loops: Loops;

  constructor(layout: FrameLayout, buffers: FrameBuffers, loops: Loops) {
    this.layout = layout;
    this.buffers = buffers;
    this.#loops = loops;
    const { nx, ny, nz, cellMm } = layout;
    loops.bindTissue(
      ...[buffers.labels, buffers.skinTop, buffers.skinBottom].map(at),
      ...[buffers.muscleTop, buffers.strength].map(at),
      ...[nx, ny, nz, 1 / cellMm, NATIVE_PER_CELL / cellMm],
    );
  }

  addSlice(walk: CellWalk, scattererSeed: number, weightsAt: number): void {
    const { line, slice, ring } = this.buffers;
    this.#loops.bindScatterers(at(ring), SCATTERER_STARTS, 1 / SCATTERER_CELL_MM, scattererSeed);
    this.#loops.addSlice(
      at(line) + 8 * this.layout.pad,
      at(slice) + 4 * weightsAt,
      ...[walk.firstCell, walk.cells, walk.stretchCells],
      ...[walk.x, walk.z, walk.dx, walk.dz],
    );
  }

  resampleAxially(native: number, places: Positions, bins: Positions): void {
    const { line, real, imaginary, pulse, amplitude } = this.buffers;
    const { samples, pad, pulseTaps, pulsePhases } = this.layout;
    const plane = 4 * native * (samples + LINE_GAP);
    this.#loops.resampleAxially(
      at(line),
      at(real) + plane,
      at(imaginary) + plane,
      samples,
      places.first + pad,
      places.step,
      at(pulse),
      pulseTaps,
      pulsePhases,
      at(amplitude) + 4 * native * this.layout.bins,
      bins.first,
      bins.step,
    );
  }

  blurLaterally(fine: number, grid: LateralGrid): void {
    const { real, imaginary, outReal, outImaginary, lateral, reach, shift } = this.buffers;
    const { samples } = this.layout;
    this.#loops.blurLaterally(
      ...[at(real), at(imaginary), samples + LINE_GAP, samples, at(outReal), at(outImaginary)],
      ...[fine, grid.firstFine, grid.finePerNative, grid.natives],
      ...[at(lateral), at(reach), at(shift)],
    );
  }

  receive(noiseAt: number, noiseLevel: number): void {
    const { outReal, outImaginary, ring, gain } = this.buffers;
    const { samples } = this.layout;
    this.#loops.receive(
      ...[at(outReal), at(outImaginary), samples, at(ring) + 8 * noiseAt, noiseLevel, at(gain)],
    );
  }

  addEnvelope(line: number, share: number): void {
    const { outReal, outImaginary, envelope } = this.buffers;
    const { samples } = this.layout;
    this.#loops.addEnvelope(
      ...[at(outReal), at(outImaginary), samples, at(envelope) + 4 * line * samples, share],
    );
  }

  logCompress(perNeper: number, offset: number): void {
    const { envelope, grey } = this.buffers;
    this.#loops.logCompress(at(envelope), at(grey), grey.length, perNeper, offset);
  }
}

/** Where a buffer begins in the module's memory. */
const at = (view: Float32Array | Int32Array | Uint8Array): number => view.byteOffset;
