import type { ScanVolume } from '#contracts';
import type { Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import type { LoadedVolume } from '../model/planes/loaded-volume.ts';
import type { ProgressiveVolume } from '../model/planes/progressive-volume.ts';
import type { ByteSource } from './volume/byte-source.ts';
import { findVoxelLayout, loadCoarse, loadFull } from './volume/load-volume.ts';
import type { VoxelLayout } from './volume/volume-header.ts';

export interface PreloadRequest {
  readonly scanId: string;
  readonly scanVolume: ScanVolume;
  /** Access token with which the bytes were read. */
  readonly token: string;
  source(signal: AbortSignal): ByteSource;
  now(): number;
  startSlice(geometry: VolumeGeometry): number;
}

/** Callbacks of the load that resumes a preload. */
export interface PreloadConsumer {
  onProgressiveVolume(progressiveVolume: ProgressiveVolume): void;
  onProgress(loadedBytes: number, totalBytes: number): void;
  /** Aborts the load. */
  readonly signal: AbortSignal;
}

/** A scan's volume whose load started before the application was ready. */
export class PreloadedVolume {
  readonly request: PreloadRequest;
  readonly voxelLayout: Promise<Result<VoxelLayout | null>>;
  /** The finest coarse level worth loading; null if none is readable. */
  readonly coarse: Promise<LoadedVolume | null>;
  readonly #stop = new AbortController();
  readonly #levels: LoadedVolume[] = [];
  #onLevel: (level: LoadedVolume) => void = () => undefined;
  #consumer: PreloadConsumer | null = null;
  #progressiveVolume: ProgressiveVolume | null = null;
  #full: Promise<Result<LoadedVolume>> | null = null;

  constructor(request: PreloadRequest) {
    this.request = request;
    const source = request.source(this.#stop.signal);
    this.voxelLayout = findVoxelLayout({ scanVolume: request.scanVolume, source });
    this.coarse = loadCoarse({
      ...this.#loadRequest(),
      onLevel: (level) => {
        this.#levels.push(level);
        this.#onLevel(level);
      },
      onSkipped: () => undefined,
    });
    // Prevents unhandled rejections; consumers handle the errors.
    for (const work of [this.voxelLayout, this.coarse]) work.catch(() => undefined);
  }

  /** Reports all loaded levels, then each new level. */
  readonly subscribeLevels = (onLevel: (level: LoadedVolume) => void): void => {
    for (const level of this.#levels) onLevel(level);
    const previousListener = this.#onLevel;
    this.#onLevel = (level) => {
      previousListener(level);
      onLevel(level);
    };
  };

  /** Loads the full level once for all callers, with the start slice of the first call. */
  readonly full = (
    onProgressiveVolume: (progressiveVolume: ProgressiveVolume) => void,
  ): Promise<Result<LoadedVolume>> => {
    if (this.#progressiveVolume !== null) onProgressiveVolume(this.#progressiveVolume);
    if (this.#full !== null) return this.#full;
    const shareVolume = (progressiveVolume: ProgressiveVolume): void => {
      this.#progressiveVolume = progressiveVolume;
      onProgressiveVolume(progressiveVolume);
      this.#consumer?.onProgressiveVolume(progressiveVolume);
    };
    this.#full = loadFull(this.#loadRequest(), shareVolume, this.voxelLayout);
    this.#full.catch(() => undefined);
    return this.#full;
  };

  /** Connects the application's load; aborting `consumer.signal` aborts this load. */
  resume(consumer: PreloadConsumer): Promise<Result<LoadedVolume>> {
    if (consumer.signal.aborted) this.abort();
    consumer.signal.addEventListener('abort', () => this.abort(), { once: true });
    if (this.#full === null) {
      this.#consumer = { ...consumer, onProgressiveVolume: () => undefined };
      return this.full((progressiveVolume) => consumer.onProgressiveVolume(progressiveVolume));
    }
    this.#consumer = consumer;
    if (this.#progressiveVolume !== null) consumer.onProgressiveVolume(this.#progressiveVolume);
    return this.#full;
  }

  abort(): void {
    this.#stop.abort();
  }

  #loadRequest() {
    const { scanVolume, source, now, startSlice } = this.request;
    return {
      scanVolume,
      now,
      startSlice,
      signal: this.#stop.signal,
      source: source(this.#stop.signal),
      onProgress: (loadedBytes: number, totalBytes: number) =>
        this.#consumer?.onProgress(loadedBytes, totalBytes),
    };
  }
}

/** Unclaimed preloads by scan. */
const unclaimed = new Map<string, PreloadedVolume>();

export function storePreload(volume: PreloadedVolume): void {
  unclaimed.get(volume.request.scanId)?.abort();
  unclaimed.set(volume.request.scanId, volume);
}

/**
 * Returns the preload of a scan once. Null without a preload; aborts a preload of another file or
 * token and returns null.
 */
export function claimPreload(
  scanId: string,
  fileId: string,
  token: string | null,
): PreloadedVolume | null {
  const preload = unclaimed.get(scanId);
  if (preload === undefined) return null;
  unclaimed.delete(scanId);
  const { scanVolume, token: preloadToken } = preload.request;
  if (scanVolume.levels[0]?.file.id === fileId && preloadToken === token) return preload;
  preload.abort();
  return null;
}

/** Aborts unclaimed preloads. */
export function dropPreloads(): void {
  for (const preload of unclaimed.values()) preload.abort();
  unclaimed.clear();
}
