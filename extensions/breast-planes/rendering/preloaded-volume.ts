import type { ScanVolume } from '#contracts';
import type { Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import type { LoadedVolume } from '../model/planes/loaded-volume.ts';
import type { ProgressiveVolume } from '../model/planes/progressive-volume.ts';
import { type ByteSource, findVoxelLayout, loadCoarse, loadFull } from './volume/load-volume.ts';
import type { VoxelLayout } from './volume/volume-header.ts';

export interface PreloadRequest {
  readonly scanId: string;
  readonly scanVolume: ScanVolume;
  /** By whose right its bytes were read. */
  readonly token: string;
  source(signal: AbortSignal): ByteSource;
  now(): number;
  startSlice(geometry: VolumeGeometry): number;
}

/** Who goes on with a load that began early. */
export interface PreloadConsumer {
  onProgressiveVolume(progressiveVolume: ProgressiveVolume): void;
  onProgress(loadedBytes: number, totalBytes: number): void;
  /** Ends the load. */
  readonly signal: AbortSignal;
}

/** A scan's volume whose load began before the program was there to ask for it. */
export class PreloadedVolume {
  readonly request: PreloadRequest;
  readonly voxelLayout: Promise<Result<VoxelLayout | null>>;
  /** The finest coarse level that is worth its wait; null where none can be read. */
  readonly coarse: Promise<LoadedVolume | null>;
  readonly #stop = new AbortController();
  readonly #levels: LoadedVolume[] = [];
  #onLevel: (level: LoadedVolume) => void = () => undefined;
  #consumer: PreloadConsumer | null = null;
  #fraction = 0;
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
    // Who reads them says what is wrong; unread they are no fault.
    for (const work of [this.voxelLayout, this.coarse]) work.catch(() => undefined);
  }

  /** How much of the full level is here, 0..1. */
  get fraction(): number {
    return this.#fraction;
  }

  /** Tells all levels that are here, and those that come. */
  readonly subscribeLevels = (onLevel: (level: LoadedVolume) => void): void => {
    for (const level of this.#levels) onLevel(level);
    const before = this.#onLevel;
    this.#onLevel = (level) => {
      before(level);
      onLevel(level);
    };
  };

  /** The full level, loaded once whoever asks, in the order of the first that asked. */
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

  /** The program's own load goes on with it; the load ends with that one. */
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
      onProgress: (loadedBytes: number, totalBytes: number) => {
        this.#fraction = loadedBytes / Math.max(1, totalBytes);
        this.#consumer?.onProgress(loadedBytes, totalBytes);
      },
    };
  }
}

/** By scan, until the program takes them. */
const unclaimed = new Map<string, PreloadedVolume>();

export function storePreload(volume: PreloadedVolume): void {
  unclaimed.get(volume.request.scanId)?.abort();
  unclaimed.set(volume.request.scanId, volume);
}

/**
 * The early load of this scan for whoever goes on with it; once. Null where there is none, and where
 * it is not of the same file and by the same bearer: that one ends.
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

/** What nobody has taken ends. */
export function dropPreloads(): void {
  for (const preload of unclaimed.values()) preload.abort();
  unclaimed.clear();
}
