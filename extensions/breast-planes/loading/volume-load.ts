import { routes, type ScanFile, type ScanVolume } from '#contracts';
import { apiToken, type ExtensionContext, sessionToken, studyToken, viewStateToken } from '#core';
import { geometryOfHeader } from '#findings';
import { type Disposable, messageOf, type Problem, problem, type Result } from '#foundation';
import { blackLevel, type LoadedVolume } from '../model/planes/loaded-volume.ts';
import type { ProgressiveVolume } from '../model/planes/progressive-volume.ts';
import { claimPreload, type PreloadedVolume } from '../rendering/preloaded-volume.ts';
import type { ByteSource } from '../rendering/volume/byte-source.ts';
import {
  findVoxelLayout,
  type LoadRequest,
  loadCoarse,
  loadFull,
} from '../rendering/volume/load-volume.ts';
import { uncover } from '../state/preview-cover.ts';
import { LOADING, readingToken, type VolumeEntry } from '../state/volumes/reading-state.ts';
import { imageTexts } from '../texts/image-texts.ts';
import { placePlanes } from './place-planes.ts';

/** Minimum time in ms between two progress updates. */
const PROGRESS_MS = 150;

/**
 * Loads the volume of a scan: coarse levels first, then the full level if memory allows. Disposing
 * aborts all its requests.
 */
export class VolumeLoad implements Disposable {
  readonly #context: ExtensionContext;
  readonly #scanId: string;
  readonly #file: ScanFile;
  /** Aborts everything; publishes nothing afterwards. */
  readonly #ended = new AbortController();
  /** Aborts the full level only. */
  #fullAbort = new AbortController();
  #scanVolume: ScanVolume | null = null;
  #voxelLayout: ReturnType<typeof findVoxelLayout> | undefined;
  #coarse: LoadedVolume | null = null;
  /** True once the coarse levels are loaded, or found to be missing. */
  #coarseDone = false;
  /** Preload that this load continues once; null without a preload or after its use. */
  #preload: PreloadedVolume | null = null;
  /** Time of the last progress update, as `performance.now()`. */
  #publishedMs = 0;

  constructor(context: ExtensionContext, scanId: string, file: ScanFile) {
    this.#context = context;
    this.#scanId = scanId;
    this.#file = file;
  }

  start(): void {
    const geometry = geometryOfHeader(this.#file.header);
    this.#publish({ ...LOADING, fileId: this.#file.id, geometry });
    placePlanes(this.#context, this.#scanId);
    this.#run(this.#load(), this.#ended.signal);
  }

  dispose(): void {
    this.#ended.abort();
    this.#fullAbort.abort();
  }

  /** Loads the full level; if `full` is false, aborts that load and shows the coarse level. */
  setFull(full: boolean): void {
    this.#fullAbort.abort();
    if (full) {
      this.#fullAbort = new AbortController();
      if (this.#coarseDone) this.#run(this.#loadFull(), this.#fullAbort.signal);
      return;
    }
    if (this.#coarseDone) this.#fallBackToCoarse();
  }

  /** Publishes the problem of the work, unless the work was aborted. */
  #run(work: Promise<Problem | null>, signal: AbortSignal): void {
    work.then(
      (cause) => {
        if (cause !== null && !signal.aborted) this.#publish({ status: 'failed', problem: cause });
      },
      (thrown: unknown) => {
        if (signal.aborted) return;
        this.#publish({ status: 'failed', problem: notLoaded(messageOf(thrown)) });
      },
    );
  }

  /** Loads the coarse levels, then the full level; continues a preload if there is one. */
  async #load(): Promise<Problem | null> {
    const token = this.#context.use(sessionToken).token();
    this.#preload = claimPreload(this.#scanId, this.#file.id, token);
    if (this.#preload !== null && (await this.#resume(this.#preload))) return this.#loadFull();
    const { signal } = this.#ended;
    if (signal.aborted) return null;
    const api = this.#context.use(apiToken);
    const response = await api.call(routes.getVolume, { params: { id: this.#scanId }, signal });
    if (signal.aborted) return null;
    if (!response.ok) return response.problem;
    this.#scanVolume = response.value;
    // Starts together with the first level, to save a round trip.
    this.#voxelLayout = findVoxelLayout({
      scanVolume: response.value,
      source: byteSource(this.#context, signal),
    });
    this.#coarse = await loadCoarse({
      ...this.#request(response.value, signal),
      onLevel: (volume) => this.#show('coarse', volume),
      onSkipped: ({ code }) => this.#context.log.log('warn', 'Skipped a coarse level', { code }),
    });
    if (signal.aborted) return null;
    this.#coarseDone = true;
    if (!this.#fullAbort.signal.aborted) return this.#loadFull();
    this.#fallBackToCoarse();
    return null;
  }

  /** Continues with the levels of a preload; returns false if the load must start again. */
  async #resume(preload: PreloadedVolume): Promise<boolean> {
    const abortPreload = (): void => preload.abort();
    this.#ended.signal.addEventListener('abort', abortPreload, { once: true });
    preload.subscribeLevels((volume) => {
      if (!this.#ended.signal.aborted) this.#show('coarse', volume);
    });
    this.#coarse = await preload.coarse.catch(() => null);
    const lacksCoarse = this.#coarse === null && hasCoarse(preload.request.scanVolume);
    if (lacksCoarse || this.#ended.signal.aborted || this.#fullAbort.signal.aborted) {
      this.#preload = null;
      abortPreload();
      return false;
    }
    this.#scanVolume = preload.request.scanVolume;
    this.#voxelLayout = preload.voxelLayout;
    this.#coarseDone = true;
    return true;
  }

  async #loadFull(): Promise<Problem | null> {
    const { signal } = this.#fullAbort;
    if (this.#scanVolume === null) return null;
    this.#publish({ problem: null });
    const showFiner = (finer: ProgressiveVolume): void => {
      if (signal.aborted) return;
      if (this.#coarse === null) this.#showPartial(finer);
      else this.#show('coarse', { ...this.#coarse, finer });
    };
    const request = this.#request(this.#scanVolume, signal);
    const preload = this.#preload;
    this.#preload = null;
    let result = await preload?.resume({
      signal,
      onProgressiveVolume: showFiner,
      onProgress: request.onProgress,
    });
    if (signal.aborted) return null;
    // Requests the full level again after a failed preload; reports a second failure.
    if (result?.ok !== true)
      result = await loadFull(
        request,
        showFiner,
        preload === null ? this.#voxelLayout : findVoxelLayout(request),
      );
    if (signal.aborted) return null;
    if (!result.ok) return result.problem;
    this.#show('complete', result.value);
    return null;
  }

  /** Shows the coarse level, or fails without one, because the cache has no room for the full level. */
  #fallBackToCoarse(): void {
    if (this.#coarse === null) this.#publish({ status: 'failed', problem: cacheFull() });
    else this.#publish({ status: 'coarse', volume: this.#coarse, problem: cacheFull() });
  }

  #show(kind: 'coarse' | 'complete', volume: LoadedVolume): void {
    const { volumes } = readingOf(this.#context).store.getState();
    const knownGeometry = volumes[this.#scanId]?.geometry ?? null;
    // Positions count voxels of the full level, so a coarse level does not set the geometry.
    const geometry =
      kind === 'complete' ? volume.geometry : (volume.finer?.geometry ?? knownGeometry);
    this.#publish({ status: kind, volume, partial: null, geometry });
    placePlanes(this.#context, this.#scanId);
  }

  /** Shows a volume without coarse levels: black except for its loaded slices. */
  #showPartial(finer: ProgressiveVolume): void {
    this.#publish({ partial: { ...blackLevel(finer), finer }, geometry: finer.geometry });
    placePlanes(this.#context, this.#scanId);
  }

  #request(scanVolume: ScanVolume, signal: AbortSignal): LoadRequest {
    return {
      scanVolume,
      signal,
      source: byteSource(this.#context, signal),
      now: () => performance.now(),
      startSlice: (geometry) => {
        const { positions } = this.#context.use(viewStateToken).store.getState();
        return (geometry.sizes[2] - 1) / 2 + (positions[this.#scanId]?.tra ?? 0);
      },
      onProgress: (loadedBytes, totalBytes) => {
        // Throttles progress, because each update renders all views again.
        const nowMs = performance.now();
        if (nowMs < this.#publishedMs + PROGRESS_MS) return;
        this.#publishedMs = nowMs;
        this.#publish({ loadedBytes, totalBytes });
      },
    };
  }

  #publish(change: Partial<VolumeEntry>): void {
    if (this.#ended.signal.aborted) return;
    // The boot preview would cover the problem.
    if (change.status === 'failed') uncover();
    readingOf(this.#context).setVolume(this.#scanId, change);
  }
}

const hasCoarse = ({ levels }: Pick<ScanVolume, 'levels'>): boolean => levels.length > 1;

const readingOf = (context: ExtensionContext) => context.use(readingToken);

/**
 * Marks the cached volume active whenever its scan becomes the target scan; returns a function that
 * stops this.
 */
export function markActiveWhenTarget(context: ExtensionContext, scanId: string): () => void {
  const { store } = context.use(studyToken);
  const { volumeCache } = context.use(readingToken);
  let wasTarget = false;
  const update = (): void => {
    const isTarget = store.getState().targetScanId === scanId;
    if (isTarget && !wasTarget) volumeCache.markActive(scanId);
    wasTarget = isTarget;
  };
  update();
  return store.subscribe(update);
}

function byteSource(context: ExtensionContext, signal: AbortSignal): ByteSource {
  const api = context.use(apiToken);
  const pathOf = (file: ScanFile): string => `/scanfiles/${file.id}/download`;
  return {
    readAll: (file, onBytes): Promise<Result<Uint8Array>> =>
      api.download(pathOf(file), { signal, onProgress: (bytes) => onBytes(bytes) }),
    readRange: (file, range, into, onBytes) =>
      api.download(pathOf(file), {
        signal,
        range,
        into,
        onProgress: (bytes) => onBytes(bytes),
      }),
  };
}

const cacheFull = () =>
  problem(
    'VOLUME_CACHE_FULL',
    imageTexts.volume.cacheFull.title,
    imageTexts.volume.cacheFull.detail,
    imageTexts.volume.cacheFull.next,
    'breast-planes',
  );

const notLoaded = (detail: string) =>
  problem(
    'VOLUME_NOT_LOADED',
    imageTexts.volume.notLoaded,
    detail,
    imageTexts.volume.next,
    'breast-planes',
  );
