import type { ScanFile, ScanVolume } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import { readNrrd, storedDynamicRangeDb, volumeFromNrrd } from '#volume';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { ProgressiveVolume } from '../../model/planes/progressive-volume.ts';
import { imageTexts } from '../../texts/image-texts.ts';
import type { ByteSource } from './byte-source.ts';
import { streamSlabs } from './stream-slabs.ts';
import { readVoxelLayout, type VoxelLayout } from './volume-header.ts';

export interface LoadRequest {
  readonly scanVolume: ScanVolume;
  readonly source: ByteSource;
  readonly signal: AbortSignal;
  /**
   * Returns the slice along z from which the full level loads outwards, e.g. the plane position.
   */
  startSlice(geometry: VolumeGeometry): number;
  /** Monotonic time in milliseconds. */
  now(): number;
  onProgress(loadedBytes: number, totalBytes: number): void;
}

export interface CoarseLoadRequest extends LoadRequest {
  /** Called for each loaded level, coarsest first. */
  onLevel(volume: LoadedVolume): void;
  onSkipped(cause: Problem): void;
}

/** File size from which the full level is read by ranges; ranges save nothing for smaller files. */
const STREAMED_FROM_BYTES = 2 * 1024 * 1024;
/**
 * Expected loading time of the full level from which small intermediate levels are worth loading;
 * below, the central slices of the full level arrive soon enough. High, because the few bytes of
 * the coarsest level underestimate a fast connection.
 */
const SOON_MS = 3_000;
/** Expected loading time of the full level from which large intermediate levels are worth it. */
const LATE_MS = 6_000;

/**
 * Loads coarse levels, coarsest first, up to the finest worth loading at the measured speed; only
 * the coarsest on a fast connection. Null if none is readable.
 */
export async function loadCoarse(request: CoarseLoadRequest): Promise<LoadedVolume | null> {
  const [finest, ...coarser] = request.scanVolume.levels;
  let best: LoadedVolume | null = null;
  let bytesPerMs = 0;
  for (const { file } of coarser.toReversed()) {
    const waitMs = (finest?.file.byteLength ?? 0) / bytesPerMs;
    const isWorthLoading = file.byteLength !== null && waitMs > minWaitMs(file, finest?.file);
    if (best !== null && !isWorthLoading) break;
    const meter = rateMeter(request.now);
    const level = await loadCompleteFile(file, request, meter.count);
    if (request.signal.aborted) return null;
    if (!level.ok) {
      request.onSkipped(level.problem);
      continue;
    }
    best = level.value;
    bytesPerMs = meter.bytesPerMs();
    request.onLevel(best);
  }
  return best;
}

/** Returns the loading time of the full level in ms from which this level is worth loading. */
function minWaitMs(file: ScanFile, finest: ScanFile | undefined): number {
  const fraction = (file.byteLength ?? 0) / (finest?.byteLength ?? 1);
  return fraction > 1 / 16 ? LATE_MS : SOON_MS;
}

/**
 * Measures bytes per millisecond from the first received bytes on, without the latency of the
 * request.
 */
function rateMeter(now: () => number) {
  let first: { readonly atMs: number; readonly bytes: number } | null = null;
  let [lastMs, lastBytes] = [0, 0];
  return {
    count(bytes: number): void {
      [lastMs, lastBytes] = [now(), bytes];
      first ??= { atMs: lastMs, bytes };
    },
    bytesPerMs(): number {
      if (first === null || lastBytes === first.bytes) return Number.POSITIVE_INFINITY;
      return (lastBytes - first.bytes) / Math.max(0.01, lastMs - first.atMs);
    },
  };
}

/**
 * Returns the position of the full level's voxels in its file; null if the file must be read whole.
 */
export async function findVoxelLayout({
  scanVolume,
  source,
}: Pick<LoadRequest, 'scanVolume' | 'source'>): Promise<Result<VoxelLayout | null>> {
  const file = scanVolume.levels[0]?.file;
  const streamed = file?.encoding === 'NONE' && (file.byteLength ?? 0) >= STREAMED_FROM_BYTES;
  return file !== undefined && streamed ? readVoxelLayout(file, source) : ok(null);
}

/**
 * Loads the full level: by ranges of whole slices from the start slice outwards if the file allows
 * it, else the whole file. Calls `onProgressiveVolume` once, before the first slice. Fails if a
 * request fails; slices loaded so far stay in the progressive volume.
 */
export async function loadFull(
  request: LoadRequest,
  onProgressiveVolume: (progressiveVolume: ProgressiveVolume) => void,
  voxelLayout: Promise<Result<VoxelLayout | null>> = findVoxelLayout(request),
): Promise<Result<LoadedVolume>> {
  const [finest] = request.scanVolume.levels;
  if (finest === undefined) return fail(noLevels());
  const { file } = finest;
  const total = file.byteLength ?? 0;
  const report = (bytes: number): void => {
    if (!request.signal.aborted) request.onProgress(bytes, total);
  };
  const layout = await voxelLayout;
  if (!layout.ok) return layout;
  if (request.signal.aborted) return fail(noLevels());
  if (layout.value === null) return loadCompleteFile(file, request, report);
  const { geometry, dynamicRangeDb, dataStart } = layout.value;
  const progressiveVolume = new ProgressiveVolume(
    volumeId(file),
    geometry,
    request.startSlice(geometry),
  );
  onProgressiveVolume(progressiveVolume);
  const done = await streamSlabs(progressiveVolume, {
    readRange: (range, into, onBytes) => {
      const inFile = { from: dataStart + range.from, to: dataStart + range.to };
      return request.source.readRange(file, inFile, into, onBytes);
    },
    now: request.now,
    signal: request.signal,
    onBytes: report,
  });
  if (!done.ok) return done;
  return ok({
    id: progressiveVolume.id,
    geometry,
    voxels: progressiveVolume.voxels,
    dynamicRangeDb,
  });
}

async function loadCompleteFile(
  file: ScanFile,
  { source, signal }: LoadRequest,
  onBytes: (bytes: number) => void,
): Promise<Result<LoadedVolume>> {
  const bytes = await source.readAll(file, onBytes);
  if (!bytes.ok) return bytes;
  if (signal.aborted) return fail(noLevels());
  const nrrd = await readNrrd(bytes.value);
  if (!nrrd.ok) return nrrd;
  const volume = volumeFromNrrd(nrrd.value);
  if (!volume.ok) return volume;
  const dynamicRangeDb = storedDynamicRangeDb(nrrd.value.keyValues);
  return ok({ id: volumeId(file), ...volume.value, dynamicRangeDb });
}

const volumeId = (file: ScanFile): string => `volume-${file.id}`;

const noLevels = () =>
  problem(
    'VOLUME_EMPTY',
    imageTexts.volume.empty.title,
    imageTexts.volume.empty.detail,
    imageTexts.volume.empty.next,
    'breast-planes',
  );
