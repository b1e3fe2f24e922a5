import { describe, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { aScanFile, aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import type { GrowingVolume } from '../../model/planes/growing-volume.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { type ByteSource, type LoadWish, loadCoarse, loadFull } from './load-volume.ts';

const bytesOf = (size: number): Uint8Array =>
  writeNrrd(
    volumeToNrrd(
      aVolume({ sizes: [size, size, size], paint: (_, [i, j, k]) => (i + 3 * j + 7 * k) % 251 }),
      {},
    ),
  );
const away = problem('NOT_FOUND', 'Not found', 'The file is not there.', 'Look elsewhere.');

interface Stored {
  readonly file: ScanFile;
  readonly bytes: Uint8Array | null;
}

function stored(size: number, role: 'PRIMARY' | 'PYRAMID', there = true): Stored {
  const bytes = bytesOf(size);
  return { file: aScanFile({ role, byteLength: bytes.length }), bytes: there ? bytes : null };
}

/** A line that gives bytes in pieces, each after as many milliseconds as it has bytes at that rate. */
function line(files: readonly Stored[], bytesPerMs = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  let clock = 0;
  const find = (file: ScanFile) => files.find((one) => one.file.id === file.id)?.bytes ?? null;
  const send = (bytes: Uint8Array, onBytes: (bytes: number) => void): void => {
    const step = 16 * 1024;
    for (let at = 0; at < bytes.length; at += step) {
      const end = Math.min(bytes.length, at + step);
      clock += (end - at) / bytesPerMs;
      onBytes(end);
    }
  };
  const source: ByteSource = {
    async whole(file, onBytes) {
      const bytes = find(file);
      asked.push(`whole ${file.byteLength}`);
      if (bytes === null) return fail(away);
      send(bytes, onBytes);
      return ok(bytes);
    },
    async part(file, { from, to }, into, onBytes): Promise<Result<unknown, Problem>> {
      const bytes = find(file);
      if (bytes === null) return fail(away);
      if (from > 0) asked.push(`${from} to ${to}`);
      into.set(bytes.subarray(from, to));
      send(bytes.subarray(from, to), onBytes);
      return ok(undefined);
    },
  };
  return { asked, source, now: () => clock };
}

function wishOf(
  files: readonly Stored[],
  { source, now }: Pick<ReturnType<typeof line>, 'source' | 'now'>,
  signal = new AbortController().signal,
): LoadWish {
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

async function coarse(files: readonly Stored[], bytesPerMs?: number) {
  const told: string[] = [];
  const found = await loadCoarse({
    ...wishOf(files, line(files, bytesPerMs)),
    onLevel: ({ geometry }: LoadedVolume) => told.push(`level ${geometry.sizes[0]}`),
    onSkipped: ({ code }: Problem) => told.push(`skipped ${code}`),
  });
  return { told, found };
}

const pyramid = [stored(160, 'PRIMARY'), stored(80, 'PYRAMID'), stored(40, 'PYRAMID')];

describe('the coarse levels of a volume', () => {
  it('are left at the coarsest on a fast line', async () => {
    expect((await coarse(pyramid)).told).toEqual(['level 40']);
  });

  it('come coarse to fine on a line that takes long for the full level', async () => {
    // 4 MB at 400 bytes a millisecond take ten seconds.
    const { told, found } = await coarse(pyramid, 400);
    expect(told).toEqual(['level 40', 'level 80']);
    expect(found?.geometry.sizes[0]).toBe(80);
  });

  it('are passed over where they cannot be read, and the reason is told', async () => {
    const files = [pyramid[0], stored(40, 'PYRAMID', false)] as readonly Stored[];
    const { told, found } = await coarse(files);
    expect(told).toEqual(['skipped NOT_FOUND']);
    expect(found).toBeNull();
  });
});

describe('the full level of a volume', () => {
  it('grows from where the planes stand by ranges, and ends with every voxel in place', async () => {
    const { asked, ...files } = line(pyramid, 5_000);
    const parts: string[] = [];
    let growing: GrowingVolume | null = null;
    const done = await loadFull(wishOf(pyramid, files), (made) => {
      growing = made;
      made.on(({ from, to }) => parts.push(`${from}-${to}`));
    });
    expect(asked.every((one) => !one.startsWith('whole'))).toBe(true);
    // Down in one slab of at most 1 MB, up in one range.
    expect(parts.sort()).toEqual(['0-40', '40-160']);
    const file = pyramid[0]?.bytes ?? new Uint8Array();
    const voxels = done.ok ? done.value.voxels : new Uint8Array();
    expect(Buffer.compare(voxels, file.subarray(-voxels.length))).toBe(0);
    expect((growing as GrowingVolume | null)?.complete).toBe(true);
  });

  it('is read whole where the store holds it compressed, or the line knows no ranges', async () => {
    const [full] = pyramid as [Stored];
    const packed = [{ ...full, file: { ...full.file, encoding: 'GZIP' as const } }];
    const compressed = line(packed);
    expect((await loadFull(wishOf(packed, compressed), () => undefined)).ok).toBe(true);
    expect(compressed.asked).toEqual([`whole ${full.file.byteLength}`]);
    const proxied = line([full]);
    const noRanges = { ...away, status: 200 };
    const source = { ...proxied.source, part: async () => fail(noRanges) };
    const done = await loadFull(wishOf([full], { ...proxied, source }), () => undefined);
    expect(done.ok).toBe(true);
  });

  it('says what is wrong with a range that comes short, and keeps the slices of before', async () => {
    const { source, now } = line(pyramid);
    let growing: GrowingVolume | null = null;
    const short: ByteSource = {
      ...source,
      part: (file, range, into, onBytes) =>
        range.from > 3e6 / 2
          ? Promise.resolve(fail(away))
          : source.part(file, range, into, onBytes),
    };
    const wish = { ...wishOf(pyramid, { source: short, now }), startSlice: () => 100 };
    const done = await loadFull(wish, (made) => {
      growing = made;
    });
    expect(done).toMatchObject({ ok: false, problem: { code: 'NOT_FOUND' } });
    expect((growing as GrowingVolume | null)?.complete).toBe(false);
  });

  it('is told as cut off where the file is shorter than its header says', async () => {
    const [full] = pyramid as [Stored];
    const bytes = (full.bytes ?? new Uint8Array()).subarray(0, -100);
    const cut = [{ file: { ...full.file, byteLength: bytes.length }, bytes }];
    const done = await loadFull(wishOf(cut, line(cut)), () => undefined);
    expect(done).toMatchObject({ ok: false, problem: { code: 'VOLUME_TRUNCATED' } });
  });

  it('asks for nothing more once it was given up', async () => {
    const abort = new AbortController();
    const { asked, source, now } = line(pyramid);
    const done = await loadFull(wishOf(pyramid, { source, now }, abort.signal), () =>
      abort.abort(),
    );
    expect(asked.length).toBeLessThanOrEqual(1);
    expect(done.ok).toBe(true);
  });

  it('names the answer that has no levels', async () => {
    const wish = wishOf(pyramid, line(pyramid));
    const none = { ...wish, scanVolume: { ...wish.scanVolume, levels: [] } };
    expect(await loadFull(none, () => undefined)).toMatchObject({
      ok: false,
      problem: { code: 'VOLUME_EMPTY' },
    });
  });
});
