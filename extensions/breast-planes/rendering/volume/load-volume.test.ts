import { describe, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { aScanFile, aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import type { ProgressiveVolume } from '../../model/planes/progressive-volume.ts';
import type { ByteSource } from './byte-source.ts';
import { type LoadRequest, loadCoarse, loadFull } from './load-volume.ts';

const bytesOf = (size: number): Uint8Array =>
  writeNrrd(
    volumeToNrrd(
      aVolume({ sizes: [size, size, size], paint: (_, [i, j, k]) => (i + 3 * j + 7 * k) % 251 }),
      {},
    ),
  );
const notFound = problem('NOT_FOUND', 'Not found', 'The file is not there.', 'Look elsewhere.');

interface Stored {
  readonly file: ScanFile;
  readonly bytes: Uint8Array | null;
}

function stored(size: number, role: 'PRIMARY' | 'PYRAMID', isAvailable = true): Stored {
  const bytes = bytesOf(size);
  return { file: aScanFile({ role, byteLength: bytes.length }), bytes: isAvailable ? bytes : null };
}

/** Simulates a connection that delivers bytes in chunks at a rate in bytes per millisecond. */
function createConnection(files: readonly Stored[], bytesPerMs = Number.POSITIVE_INFINITY) {
  const requests: string[] = [];
  let nowMs = 0;
  const find = (file: ScanFile) =>
    files.find((stored) => stored.file.id === file.id)?.bytes ?? null;
  const send = (bytes: Uint8Array, onBytes: (bytes: number) => void): void => {
    const step = 16 * 1024;
    for (let start = 0; start < bytes.length; start += step) {
      const end = Math.min(bytes.length, start + step);
      nowMs += (end - start) / bytesPerMs;
      onBytes(end);
    }
  };
  const source: ByteSource = {
    async readAll(file, onBytes) {
      const bytes = find(file);
      requests.push(`whole ${file.byteLength}`);
      if (bytes === null) return fail(notFound);
      send(bytes, onBytes);
      return ok(bytes);
    },
    async readRange(file, { from, to }, into, onBytes): Promise<Result<unknown, Problem>> {
      const bytes = find(file);
      if (bytes === null) return fail(notFound);
      if (from > 0) requests.push(`${from} to ${to}`);
      into.set(bytes.subarray(from, to));
      send(bytes.subarray(from, to), onBytes);
      return ok(undefined);
    },
  };
  return { requests, source, now: () => nowMs };
}

function requestOf(
  files: readonly Stored[],
  { source, now }: Pick<ReturnType<typeof createConnection>, 'source' | 'now'>,
  signal = new AbortController().signal,
): LoadRequest {
  const [full] = files;
  if (full === undefined) throw new Error('No file');
  const levels = files.map(({ file }) => ({ file, url: '' }));
  return {
    scanVolume: { file: full.file, levels },
    source,
    now,
    signal,
    startSlice: (geometry) => geometry.sizes[2] / 4,
    onProgress: () => undefined,
  };
}

async function recordCoarse(files: readonly Stored[], bytesPerMs?: number) {
  const events: string[] = [];
  const volume = await loadCoarse({
    ...requestOf(files, createConnection(files, bytesPerMs)),
    onLevel: ({ geometry }: LoadedVolume) => events.push(`level ${geometry.sizes[0]}`),
    onSkipped: ({ code }: Problem) => events.push(`skipped ${code}`),
  });
  return { events, volume };
}

const pyramid = [stored(160, 'PRIMARY'), stored(80, 'PYRAMID'), stored(40, 'PYRAMID')];

describe('loadCoarse', () => {
  it('stops at the coarsest level on a fast connection', async () => {
    expect((await recordCoarse(pyramid)).events).toEqual(['level 40']);
  });

  it('loads levels from coarse to fine if the full level takes long', async () => {
    // 4 MB at 400 bytes per millisecond take ten seconds.
    const { events, volume } = await recordCoarse(pyramid, 400);
    expect(events).toEqual(['level 40', 'level 80']);
    expect(volume?.geometry.sizes[0]).toBe(80);
  });

  it('skips unreadable levels and reports the reason', async () => {
    const files = [pyramid[0], stored(40, 'PYRAMID', false)] as readonly Stored[];
    const { events, volume } = await recordCoarse(files);
    expect(events).toEqual(['skipped NOT_FOUND']);
    expect(volume).toBeNull();
  });
});

describe('loadFull', () => {
  it('loads ranges from the plane position outwards, with every voxel in place', async () => {
    const { requests, ...files } = createConnection(pyramid, 5_000);
    const ranges: string[] = [];
    let progressiveVolume: ProgressiveVolume | null = null;
    const done = await loadFull(requestOf(pyramid, files), (volume) => {
      progressiveVolume = volume;
      volume.on(({ from, to }) => ranges.push(`${from}-${to}`));
    });
    expect(requests.every((request) => !request.startsWith('whole'))).toBe(true);
    // Downwards in one slab of at most 1 MB, upwards in one range.
    expect(ranges.sort()).toEqual(['0-40', '40-160']);
    const file = pyramid[0]?.bytes ?? new Uint8Array();
    const voxels = done.ok ? done.value.voxels : new Uint8Array();
    expect(Buffer.compare(voxels, file.subarray(-voxels.length))).toBe(0);
    expect((progressiveVolume as ProgressiveVolume | null)?.complete).toBe(true);
  });

  it('reads the whole file if compressed or if ranges are not supported', async () => {
    const [full] = pyramid as [Stored];
    const compressedFiles = [{ ...full, file: { ...full.file, encoding: 'GZIP' as const } }];
    const compressed = createConnection(compressedFiles);
    expect((await loadFull(requestOf(compressedFiles, compressed), () => undefined)).ok).toBe(true);
    expect(compressed.requests).toEqual([`whole ${full.file.byteLength}`]);
    const withoutRanges = createConnection([full]);
    const noRanges = { ...notFound, status: 200 };
    const source = { ...withoutRanges.source, readRange: async () => fail(noRanges) };
    const done = await loadFull(requestOf([full], { ...withoutRanges, source }), () => undefined);
    expect(done.ok).toBe(true);
  });

  it('fails with the cause of a failed range and keeps the loaded slices', async () => {
    const START_SLICE = 60;
    const SLICE_BYTES = 160 * 160;
    const { source, now } = createConnection(pyramid);
    let progressiveVolume: ProgressiveVolume | null = null;
    // Fails for the slices above the start.
    const failing: ByteSource = {
      ...source,
      readRange: (file, range, into, onBytes) =>
        range.from >= START_SLICE * SLICE_BYTES
          ? Promise.resolve(fail(notFound))
          : source.readRange(file, range, into, onBytes),
    };
    const request = {
      ...requestOf(pyramid, { source: failing, now }),
      startSlice: () => START_SLICE,
    };
    const done = await loadFull(request, (volume) => {
      progressiveVolume = volume;
    });
    expect(done).toMatchObject({ ok: false, problem: { code: 'NOT_FOUND' } });
    const loaded = progressiveVolume as ProgressiveVolume | null;
    expect(loaded?.complete).toBe(false);
    expect(loaded?.ready.from).toBeLessThan(START_SLICE);
    expect(loaded?.ready.to).toBe(START_SLICE);
  });

  it('fails with VOLUME_TRUNCATED for a file shorter than its header states', async () => {
    const [full] = pyramid as [Stored];
    const bytes = (full.bytes ?? new Uint8Array()).subarray(0, -100);
    const truncated = [{ file: { ...full.file, byteLength: bytes.length }, bytes }];
    const done = await loadFull(requestOf(truncated, createConnection(truncated)), () => undefined);
    expect(done).toMatchObject({ ok: false, problem: { code: 'VOLUME_TRUNCATED' } });
  });

  it('requests nothing more after an abort', async () => {
    const abort = new AbortController();
    const { requests, source, now } = createConnection(pyramid);
    const done = await loadFull(requestOf(pyramid, { source, now }, abort.signal), () =>
      abort.abort(),
    );
    expect(requests.length).toBeLessThanOrEqual(1);
    expect(done.ok).toBe(true);
  });

  it('fails with VOLUME_EMPTY without levels', async () => {
    const request = requestOf(pyramid, createConnection(pyramid));
    const withoutLevels = { ...request, scanVolume: { ...request.scanVolume, levels: [] } };
    expect(await loadFull(withoutLevels, () => undefined)).toMatchObject({
      ok: false,
      problem: { code: 'VOLUME_EMPTY' },
    });
  });
});
