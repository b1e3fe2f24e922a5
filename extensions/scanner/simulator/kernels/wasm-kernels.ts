import { readFileSync } from 'node:fs';
import { SCATTERER_CELL_MM, SCATTERER_STARTS } from '../phantom/scatterers.ts';
import {
  type FrameBuffers,
  type FrameLayout,
  LINE_GAP,
  layOutBuffers,
  NATIVE_PER_CELL,
} from './frame-layout.ts';
import type {
  CellWalk,
  ImageKernels,
  LateralGrid,
  LocalWindow,
  Positions,
} from './image-kernels.ts';

const PAGE = 65_536;
const FORM_IMAGE = new URL('./form-image.wasm', import.meta.url);
const SHOW_IMAGE = new URL('./show-image.wasm', import.meta.url);
const compiled = new Map<URL, WebAssembly.Module>();

type Loop = (...numbers: readonly number[]) => void;
type FormLoops = Readonly<
  Record<
    'bindTissue' | 'bindScatterers' | 'addSlice' | 'resampleAxially' | 'blurLaterally' | 'receive',
    Loop
  >
>;
type ShowLoops = Readonly<
  Record<
    | 'addEnvelope'
    | 'addEnvelopeBetween'
    | 'meanOfLines'
    | 'toSignal'
    | 'logCompress'
    | 'median3'
    | 'localFilter',
    Loop
  >
>;

/** Creates the inner loops in wasm SIMD, in a separate memory. */
export function wasmKernels(layout: FrameLayout): ImageKernels {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const buffers = layOutBuffers(layout, (bytes) => {
    memory.grow(Math.ceil(bytes / PAGE));
    return memory.buffer;
  });
  const form = loopsOf(FORM_IMAGE, memory) as unknown as FormLoops;
  const show = loopsOf(SHOW_IMAGE, memory) as unknown as ShowLoops;
  return new WasmKernels(layout, buffers, form, show);
}

function loopsOf(url: URL, memory: WebAssembly.Memory): WebAssembly.Exports {
  const module = compiled.get(url) ?? new WebAssembly.Module(readFileSync(url));
  compiled.set(url, module);
  return new WebAssembly.Instance(module, { env: { memory } }).exports;
}

class WasmKernels implements ImageKernels {
  readonly layout: FrameLayout;
  readonly buffers: FrameBuffers;
  readonly #loops: FormLoops;
  readonly #show: ShowLoops;

  constructor(layout: FrameLayout, buffers: FrameBuffers, loops: FormLoops, show: ShowLoops) {
    this.layout = layout;
    this.buffers = buffers;
    this.#loops = loops;
    this.#show = show;
    const { nx, ny, nz, cellMm } = layout;
    loops.bindTissue(
      at(buffers.labels),
      at(buffers.skinTop),
      at(buffers.skinBottom),
      at(buffers.muscleTop),
      at(buffers.strength),
      nx,
      ny,
      nz,
      1 / cellMm,
      NATIVE_PER_CELL / cellMm,
    );
  }

  addSlice(walk: CellWalk, scattererSeed: number, weightsAt: number): void {
    const { line, slice, ring } = this.buffers;
    this.#loops.bindScatterers(at(ring), SCATTERER_STARTS, 1 / SCATTERER_CELL_MM, scattererSeed);
    this.#loops.addSlice(
      at(line) + 8 * this.layout.pad,
      at(slice) + 4 * weightsAt,
      walk.firstCell,
      walk.cells,
      walk.x,
      walk.z,
    );
  }

  resampleAxially(native: number, positions: Positions, bins: Positions): void {
    const { line, real, imaginary, pulse, amplitude } = this.buffers;
    const { samples, pad, pulseTaps, pulsePhases } = this.layout;
    const plane = 4 * native * (samples + LINE_GAP);
    this.#loops.resampleAxially(
      at(line),
      at(real) + plane,
      at(imaginary) + plane,
      samples,
      positions.first + pad,
      positions.step,
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
      at(real),
      at(imaginary),
      samples + LINE_GAP,
      samples,
      at(outReal),
      at(outImaginary),
      fine,
      grid.firstFine,
      grid.finePerNative,
      grid.natives,
      grid.scale,
      at(lateral),
      at(reach),
      at(shift),
    );
  }

  receive(noiseAt: number, noiseLevel: number): void {
    const { outReal, outImaginary, ring, gain } = this.buffers;
    const { samples } = this.layout;
    this.#loops.receive(
      at(outReal),
      at(outImaginary),
      samples,
      at(ring) + 8 * noiseAt,
      noiseLevel,
      at(gain),
    );
  }

  addEnvelope(line: number, share: number): void {
    const { outReal, outImaginary, envelope } = this.buffers;
    const { samplesPerShown: step, shown } = this.layout;
    const beam = [at(outReal), at(outImaginary), shown];
    const out = at(envelope) + 4 * line * shown;
    if (step === 1) this.#show.addEnvelope(...beam, out, share);
    else this.#show.addEnvelopeBetween(...beam, step, out, share);
  }

  meanOfLines(first: number, second: number, line: number): void {
    const { shown } = this.layout;
    const addressOf = (n: number): number => at(this.buffers.envelope) + 4 * n * shown;
    this.#show.meanOfLines(addressOf(first), addressOf(second), addressOf(line), shown);
  }

  toSignal(line: number): void {
    const { outReal, outImaginary, cosine, sine, signal } = this.buffers;
    const { samples } = this.layout;
    this.#show.toSignal(
      at(outReal),
      at(outImaginary),
      at(cosine),
      at(sine),
      samples,
      at(signal) + 2 * line * samples,
    );
  }

  logCompress(perNeper: number, offset: number): void {
    const { envelope, grey } = this.buffers;
    this.#show.logCompress(at(envelope), at(grey), grey.length, perNeper, offset);
  }

  filterMedian(): void {
    const { grey, filtered } = this.buffers;
    this.#show.median3(at(grey), at(filtered), this.layout.lines, this.layout.shown);
  }

  filterLocal({ across, along, noise, gain }: LocalWindow): void {
    const { grey, filtered, sums, squares } = this.buffers;
    this.#show.localFilter(
      at(grey),
      at(filtered),
      this.layout.lines,
      this.layout.shown,
      across,
      along,
      noise,
      gain,
      at(sums),
      at(squares),
    );
  }
}

/** Returns the address of a buffer in the module's memory. */
const at = (view: Float32Array | Int32Array | Int16Array | Uint8Array): number => view.byteOffset;
