import { ok, type Result } from '#foundation';
import type { GrowingVolume } from '../../model/planes/growing-volume.ts';
import type { ByteRange } from './load-volume.ts';

export interface SlabSource {
  /** Voxels of a range, counted from the first one, written into `into`. */
  part(
    range: ByteRange,
    into: Uint8Array<ArrayBuffer>,
    onBytes: (bytes: number) => void,
  ): Promise<Result<unknown>>;
  now(): number;
  readonly signal: AbortSignal;
  /** All bytes so far. */
  onBytes(loadedBytes: number): void;
}

const FIRST_SLAB_BYTES = 1024 * 1024;
const LARGEST_SLAB_BYTES = 32 * 1024 * 1024;
/** What the first slab tells of a line is little: the next is at most this many times as large. */
const GROWTH = 32;
/** Slabs towards the lower slices are seen when they are whole: none should take longer. */
const SLAB_MS = 500;
/** Slices that have come are shown in steps of this much: each costs an upload. */
const SHOWN_BYTES = 4 * 1024 * 1024;

/**
 * Fills a volume from its starting slice outwards, both ways at once. Towards higher slices bytes
 * come in the order in which they are shown, so one range does; towards lower ones slab after slab,
 * as large as the line brings in half a second. Ends with the first Problem.
 */
export async function streamSlabs(
  growing: GrowingVolume,
  source: SlabSource,
): Promise<Result<void>> {
  const halves = [0, 0];
  const stop = new AbortController();
  const meter = (half: 0 | 1) => (bytes: number) => {
    halves[half] = bytes;
    source.onBytes((halves[0] ?? 0) + (halves[1] ?? 0));
  };
  const ended = async (half: Promise<Result<void>>): Promise<Result<void>> => {
    const done = await half;
    if (!done.ok) stop.abort();
    return done;
  };
  const given = { ...source, signal: AbortSignal.any([source.signal, stop.signal]) };
  const [up, down] = await Promise.all([
    ended(growUp(growing, given, meter(0))),
    ended(growDown(growing, { ...given, above: () => halves[0] ?? 0 }, meter(1))),
  ]);
  return up.ok ? down : up;
}

async function growUp(
  growing: GrowingVolume,
  { part, signal }: SlabSource,
  onBytes: (bytes: number) => void,
): Promise<Result<void>> {
  const [nx, ny, nz] = growing.geometry.sizes;
  const slice = nx * ny;
  const start = growing.ready.to;
  if (start === nz) return ok(undefined);
  const range = { from: start * slice, to: nz * slice };
  const showEvery = Math.max(1, Math.floor(SHOWN_BYTES / slice));
  const into = growing.voxels.subarray(range.from, range.to);
  const show = (bytes: number): void => {
    if (signal.aborted) return;
    onBytes(bytes);
    const to = start + Math.floor(bytes / slice);
    // The last slices are shown when the range is known to be whole.
    if (to - growing.ready.to >= showEvery && to < nz) growing.grow({ from: growing.ready.to, to });
  };
  const done = await part(range, into, show);
  if (!done.ok) return done;
  if (!signal.aborted) growing.grow({ from: growing.ready.to, to: nz });
  return ok(undefined);
}

async function growDown(
  growing: GrowingVolume,
  { part, signal, now, above }: SlabSource & { above(): number },
  onBytes: (bytes: number) => void,
): Promise<Result<void>> {
  const [nx, ny] = growing.geometry.sizes;
  const slice = nx * ny;
  const all = growing.ready.from * slice;
  let slabBytes = FIRST_SLAB_BYTES;
  while (growing.ready.from > 0 && !signal.aborted) {
    const to = growing.ready.from;
    const from = Math.max(0, to - Math.max(1, Math.floor(slabBytes / slice)));
    const before = all - to * slice;
    const range = { from: from * slice, to: to * slice };
    const [startMs, aboveBefore] = [now(), above()];
    const into = growing.voxels.subarray(range.from, range.to);
    const done = await part(range, into, (bytes) => onBytes(before + bytes));
    if (!done.ok) return done;
    if (signal.aborted) break;
    const ownBytes = range.to - range.from;
    // Half of the line is due to this half, whoever happened to get more of it.
    const bytes = Math.max(ownBytes, (ownBytes + above() - aboveBefore) / 2);
    const fastEnough = (bytes / Math.max(1, now() - startMs)) * SLAB_MS;
    slabBytes = Math.min(LARGEST_SLAB_BYTES, GROWTH * slabBytes, fastEnough);
    growing.grow({ from, to });
  }
  return ok(undefined);
}
