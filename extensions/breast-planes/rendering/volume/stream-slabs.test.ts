import { describe, expect, it } from 'vitest';
import { ok } from '#foundation';
import { scannedVolumeGeometry } from '#geometry';
import { ProgressiveVolume, type SliceRange } from '../../model/planes/progressive-volume.ts';
import { streamSlabs } from './stream-slabs.ts';

const MB = 1024 * 1024;
const SLICES = 400;
/** Bytes of a slice. */
const SLICE_BYTES = 256 * 128;
const bytesOf = ({ from, to }: SliceRange): number => (to - from) * SLICE_BYTES;

/**
 * Streams a volume of 12.5 MB from slice 300; returns the ranges requested downwards and the ranges
 * shown. `upperBytes` of the upper half arrive with the first slab of the lower half.
 */
async function streamVolume(bytesPerMs: number, upperBytes = 0) {
  const geometry = scannedVolumeGeometry([256, 128, SLICES], [0.5, 0.5, 0.5], 40);
  const progressiveVolume = new ProgressiveVolume('volume-1', geometry, 300);
  const start = progressiveVolume.ready;
  let nowMs = 0;
  const requested: SliceRange[] = [];
  const shown: SliceRange[] = [];
  progressiveVolume.on((range) => shown.push(range));
  const done = await streamSlabs(progressiveVolume, {
    readRange: async ({ from, to }, _, onBytes) => {
      const isBelow = from / SLICE_BYTES < start.from;
      if (isBelow) requested.push({ from: from / SLICE_BYTES, to: to / SLICE_BYTES });
      if (upperBytes > 0) await Promise.resolve();
      if (isBelow || upperBytes === 0) nowMs += (to - from) / bytesPerMs;
      // Bytes of the upper half that arrive with the first slab of the lower half.
      else onBytes(upperBytes);
      return ok(undefined);
    },
    now: () => nowMs,
    signal: new AbortController().signal,
    onBytes: () => undefined,
  });
  expect(done.ok).toBe(true);
  return { start, requested, shown, progressiveVolume };
}

/** Bytes of half a second at 1000 bytes per millisecond. */
const HALF_SECOND_BYTES = 500 * 1000;

describe('streamSlabs', () => {
  it('loads the lower slices slab by slab, nearest first', async () => {
    const { start, requested, shown, progressiveVolume } = await streamVolume(8_000);
    expect(requested.length).toBeGreaterThan(2);
    let edge = start.from;
    for (const { from, to } of requested) {
      expect(to).toBe(edge);
      expect(from).toBeLessThan(to);
      edge = from;
    }
    expect(edge).toBe(0);
    // Each slab is shown on arrival.
    expect(shown.filter(({ to }) => to <= start.from)).toEqual(requested);
    expect(progressiveVolume.complete).toBe(true);
  });

  it('starts with one megabyte and limits slabs to half a second on a slow connection', async () => {
    const { requested } = await streamVolume(1000);
    const [first, second, ...others] = requested.map(bytesOf);
    expect(first).toBe(MB);
    for (const range of [second, ...others.slice(0, -1)]) {
      expect(range).toBeLessThanOrEqual(HALF_SECOND_BYTES);
      expect(range).toBeGreaterThan(HALF_SECOND_BYTES - SLICE_BYTES);
    }
  });

  it('sizes slabs for half the bandwidth while the upper half receives more', async () => {
    const { requested } = await streamVolume(1000, 3 * MB);
    const [, second = { from: 0, to: 0 }, third = { from: 0, to: 0 }] = requested;
    expect(bytesOf(second)).toBeLessThanOrEqual(2 * HALF_SECOND_BYTES);
    expect(bytesOf(second)).toBeGreaterThan(2 * HALF_SECOND_BYTES - SLICE_BYTES);
    // After that the lower half has the whole bandwidth.
    expect(bytesOf(third)).toBeLessThanOrEqual(HALF_SECOND_BYTES);
  });
});
