import { log } from '../math/portable-math.ts';
import type { FrameBuffers, FrameLayout } from './frame-layout.ts';
import type { LocalWindow } from './image-kernels.ts';

/** Processing of beams to images in plain TypeScript. */
export class ReferenceImage {
  readonly layout: FrameLayout;
  readonly buffers: FrameBuffers;

  constructor(layout: FrameLayout, buffers: FrameBuffers) {
    this.layout = layout;
    this.buffers = buffers;
  }

  addEnvelope(line: number, share: number): void {
    const { envelope } = this.buffers;
    const { shown, samplesPerShown } = this.layout;
    for (let j = 0; j < shown; j += 1) {
      const position = j * samplesPerShown;
      const i = Math.floor(position);
      const size = mix(this.#size(i), position > i ? this.#size(i + 1) : 0, position - i);
      envelope[line * shown + j] = get(envelope, line * shown + j) + share * size;
    }
  }

  #size(i: number): number {
    const [a, b] = [get(this.buffers.outReal, i), get(this.buffers.outImaginary, i)];
    return Math.sqrt(a * a + b * b);
  }

  meanOfLines(first: number, second: number, line: number): void {
    const { envelope } = this.buffers;
    const { shown } = this.layout;
    for (let j = 0; j < shown; j += 1) {
      const sum = get(envelope, first * shown + j) + get(envelope, second * shown + j);
      envelope[line * shown + j] = sum / 2;
    }
  }

  toSignal(line: number): void {
    const { outReal, outImaginary, cosine, sine, signal } = this.buffers;
    const { samples } = this.layout;
    for (let j = 0; j < samples; j += 1) {
      const real = get(outReal, j) * get(cosine, j) - get(outImaginary, j) * get(sine, j);
      signal[line * samples + j] = Math.max(-32_768, Math.min(32_767, Math.round(real)));
    }
  }

  logCompress(perNeper: number, offset: number): void {
    const { envelope, grey } = this.buffers;
    for (let i = 0; i < grey.length; i += 1) {
      const value = offset + perNeper * log(get(envelope, i) + 1e-12);
      grey[i] = Math.max(0, Math.min(255, value));
    }
  }

  filterMedian(): void {
    const { grey, filtered } = this.buffers;
    const { lines, shown } = this.layout;
    filtered.set(grey);
    for (let line = 1; line < lines - 1; line += 1) {
      for (let j = 1; j < shown - 1; j += 1) {
        const nine = this.#window(line, j, { across: 1, along: 1 });
        filtered[line * shown + j] = nine.sort((a, b) => a - b)[4] ?? Number.NaN;
      }
    }
  }

  filterLocal(window: LocalWindow): void {
    const { grey, filtered } = this.buffers;
    const { lines, shown } = this.layout;
    for (let line = 0; line < lines; line += 1) {
      for (let j = 0; j < shown; j += 1) {
        const values = this.#window(line, j, window);
        const meanOf = (list: readonly number[]) => list.reduce((s, v) => s + v, 0) / list.length;
        const mean = meanOf(values);
        const variance = meanOf(values.map((value) => value * value)) - mean * mean;
        const share = Math.max(0, variance - window.noise) / Math.max(variance, 0.001);
        const correction = window.gain * share * (get(grey, line * shown + j) - mean);
        filtered[line * shown + j] = Math.max(
          0,
          Math.min(255, Math.floor(mean + correction + 0.5)),
        );
      }
    }
  }

  /** Returns the grey levels around a sample; the edges of the image repeat. */
  #window(line: number, j: number, { across, along }: Pick<LocalWindow, 'across' | 'along'>) {
    const { lines, shown } = this.layout;
    const values: number[] = [];
    for (let l = line - across; l <= line + across; l += 1) {
      const row = Math.max(0, Math.min(lines - 1, l)) * shown;
      for (let i = j - along; i <= j + along; i += 1) {
        values.push(get(this.buffers.grey, row + Math.max(0, Math.min(shown - 1, i))));
      }
    }
    return values;
  }
}

const get = (values: Float32Array | Uint8Array, at: number): number => values[at] ?? Number.NaN;
const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
