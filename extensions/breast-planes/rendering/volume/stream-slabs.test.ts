import { describe, expect, it } from 'vitest';
import { ok } from '#foundation';
import { scannedVolumeGeometry } from '#geometry';
import { ProgressiveVolume, type SliceRange } from '../../model/planes/progressive-volume.ts';
import { streamSlabs } from './stream-slabs.ts';

const MB = 1024 * 1024;
const SLICES = 400;
const SLICE = 256 * 128;

/**
 * Streams a volume of 12.5 MB from slice 300; returns the ranges requested downwards and the ranges
 * shown.
 */
async function streamed(bytesPerMs: number, aboveFirst = 0) {
  const geometry = scannedVolumeGeometry([256, 128, SLICES], [0.5, 0.5, 0.5], 40);
  const progressiveVolume = new ProgressiveVolume('volume-1', geometry, 300);
  const start = progressiveVolume.ready;
  let nowMs = 0;
  const [requested, shown]: [SliceRange[], SliceRange[]] = [[], []];
  progressiveVolume.on((range) => shown.push(range));
  const done = await streamSlabs(progressiveVolume, {
    readRange: async ({ from, to }, _, onBytes) => {
      const isBelow = from / SLICE < start.from;
      if (isBelow) requested.push({ from: from / SLICE, to: to / SLICE });
      if (aboveFirst > 0) await Promise.resolve();
      if (isBelow || aboveFirst === 0) nowMs += (to - from) / bytesPerMs;
      // Bytes of the upper half that arrive with the first slab of the lower half.
      else onBytes(aboveFirst);
      return ok(undefined);
    },
    now: () => nowMs,
    signal: new AbortController().signal,
    onBytes: () => undefined,
  });
  expect(done.ok).toBe(true);
  return { start, requested, shown, progressiveVolume };
}

describe('streamSlabs', () => {
  it('loads the lower slices slab by slab, nearest first', async () => {
    const { start, requested, shown, progressiveVolume } = await streamed(8_000);
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
    const bytes = ({ from, to }: SliceRange): number => (to - from) * SLICE;
    const { requested } = await streamed(1000);
    const [first, second, ...others] = requested.map(bytes);
    expect(first).toBe(MB);
    for (const range of [second, ...others.slice(0, -1)]) {
      expect(range).toBeLessThanOrEqual(500 * 1000);
      expect(range).toBeGreaterThan(500 * 1000 - SLICE);
    }
  });

  it('sizes slabs for half the bandwidth while the upper half receives more', async () => {
    const bytes = ({ from, to }: SliceRange): number => (to - from) * SLICE;
    const { requested } = await streamed(1000, 3 * MB);
    const [, second = { from: 0, to: 0 }, third = { from: 0, to: 0 }] = requested;
    expect(bytes(second)).toBeLessThanOrEqual(2 * 500 * 1000);
    expect(bytes(second)).toBeGreaterThan(2 * 500 * 1000 - SLICE);
    // After that the lower half has the whole bandwidth.
    expect(bytes(third)).toBeLessThanOrEqual(500 * 1000);
  });
});
