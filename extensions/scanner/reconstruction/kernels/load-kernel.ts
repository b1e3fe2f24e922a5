import { readFileSync } from 'node:fs';

/** Exports of the module, documented in `assembly/`. Addresses are byte offsets in its memory. */
export interface Kernel {
  /** Computes the slab of index `k`. */
  slab(work: number, k: number, scratch: number): void;
  /** Resamples the lines of a frame to the depths of the volume. */
  resample(
    frame: number,
    into: number,
    lines: number,
    samples: number,
    intoStride: number,
    table: number,
    tableStride: number,
    entries: number,
    outputs: number,
  ): void;
}

let compiled: WebAssembly.Module | null = null;

/** Instantiates the module on a memory that may be shared with other threads. */
export function loadKernel(memory: WebAssembly.Memory): Kernel {
  compiled ??= new WebAssembly.Module(
    readFileSync(new URL('./reconstruction.wasm', import.meta.url)),
  );
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  return exports as unknown as Kernel;
}
