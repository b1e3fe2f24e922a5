import { ok, type Result } from '#foundation';
import type { ProgressiveVolume } from '../../model/planes/progressive-volume.ts';
import type { ByteRange } from './byte-source.ts';

export interface SlabSource {
  /** Reads a range of voxels, counted from the first voxel, into `into`. */
  readRange(
    range: ByteRange,
    into: Uint8Array<ArrayBuffer>,
    onBytes: (bytes: number) => void,
  ): Promise<Result<unknown>>;
  now(): number;
  readonly signal: AbortSignal;
  /** Receives the number of bytes loaded so far, of both directions. */
  onBytes(loadedBytes: number): void;
}

const FIRST_SLAB_BYTES = 1024 * 1024;
const MAX_SLAB_BYTES = 32 * 1024 * 1024;
/** Maximum growth per slab, because the first slab gives only a rough estimate of the bandwidth. */
const MAX_GROWTH_FACTOR = 32;
/** Target time per slab of the lower slices, which are shown only when complete. */
const SLAB_MS = 500;
/** Step in which loaded slices are shown, because each step costs an upload. */
const SHOWN_BYTES = 4 * 1024 * 1024;

/**
 * Loads a volume from its start slice in both directions at once. Higher slices arrive in display
 * order, so one range suffices; lower slices are loaded slab by slab, each sized for half a second.
 * Fails with the first problem.
 */
export async function streamSlabs(
  progressiveVolume: ProgressiveVolume,
  source: SlabSource,
): Promise<Result<void>> {
  const halves = [0, 0];
  const stop = new AbortController();
  const meter = (half: 0 | 1) => (bytes: number) => {
    halves[half] = bytes;
    source.onBytes((halves[0] ?? 0) + (halves[1] ?? 0));
  };
  const abortOnFailure = async (half: Promise<Result<void>>): Promise<Result<void>> => {
    const done = await half;
    if (!done.ok) stop.abort();
    return done;
  };
  const abortableSource = { ...source, signal: AbortSignal.any([source.signal, stop.signal]) };
  const [up, down] = await Promise.all([
    abortOnFailure(fillUp(progressiveVolume, abortableSource, meter(0))),
    abortOnFailure(
      fillDown(
        progressiveVolume,
        { ...abortableSource, upperBytes: () => halves[0] ?? 0 },
        meter(1),
      ),
    ),
  ]);
  return up.ok ? down : up;
}

/** Loads the slices from the start slice upwards with one request. */
async function fillUp(
  progressiveVolume: ProgressiveVolume,
  { readRange, signal }: SlabSource,
  onBytes: (bytes: number) => void,
): Promise<Result<void>> {
  const [nx, ny, nz] = progressiveVolume.geometry.sizes;
  const sliceBytes = nx * ny;
  const start = progressiveVolume.ready.to;
  if (start === nz) return ok(undefined);
  const range = { from: start * sliceBytes, to: nz * sliceBytes };
  const showEvery = Math.max(1, Math.floor(SHOWN_BYTES / sliceBytes));
  const into = progressiveVolume.voxels.subarray(range.from, range.to);
  const show = (bytes: number): void => {
    if (signal.aborted) return;
    onBytes(bytes);
    const to = start + Math.floor(bytes / sliceBytes);
    // The last slices are shown only after the whole range has succeeded.
    if (to - progressiveVolume.ready.to >= showEvery && to < nz)
      progressiveVolume.addSlices({ from: progressiveVolume.ready.to, to });
  };
  const done = await readRange(range, into, show);
  if (!done.ok) return done;
  if (!signal.aborted) progressiveVolume.addSlices({ from: progressiveVolume.ready.to, to: nz });
  return ok(undefined);
}

/** Loads the slices below the start slice downwards, slab by slab. */
async function fillDown(
  progressiveVolume: ProgressiveVolume,
  { readRange, signal, now, upperBytes }: SlabSource & { upperBytes(): number },
  onBytes: (bytes: number) => void,
): Promise<Result<void>> {
  const [nx, ny] = progressiveVolume.geometry.sizes;
  const sliceBytes = nx * ny;
  const totalBytes = progressiveVolume.ready.from * sliceBytes;
  let slabBytes = FIRST_SLAB_BYTES;
  while (progressiveVolume.ready.from > 0 && !signal.aborted) {
    const to = progressiveVolume.ready.from;
    const from = Math.max(0, to - Math.max(1, Math.floor(slabBytes / sliceBytes)));
    const loadedBefore = totalBytes - to * sliceBytes;
    const range = { from: from * sliceBytes, to: to * sliceBytes };
    const [startMs, upperBytesBefore] = [now(), upperBytes()];
    const into = progressiveVolume.voxels.subarray(range.from, range.to);
    const done = await readRange(range, into, (bytes) => onBytes(loadedBefore + bytes));
    if (!done.ok) return done;
    if (signal.aborted) break;
    const rangeBytes = range.to - range.from;
    // Assumes half of the bandwidth for this half, however it is currently shared.
    const bytes = Math.max(rangeBytes, (rangeBytes + upperBytes() - upperBytesBefore) / 2);
    const targetBytes = (bytes / Math.max(1, now() - startMs)) * SLAB_MS;
    slabBytes = Math.min(MAX_SLAB_BYTES, MAX_GROWTH_FACTOR * slabBytes, targetBytes);
    progressiveVolume.addSlices({ from, to });
  }
  return ok(undefined);
}
