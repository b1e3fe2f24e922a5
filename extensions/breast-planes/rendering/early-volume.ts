import type { ScanVolume } from '#contracts';
import type { Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import type { GrowingVolume } from '../model/planes/growing-volume.ts';
import type { LoadedVolume } from '../model/planes/loaded-volume.ts';
import { type ByteSource, findPlace, loadCoarse, loadFull } from './volume/load-volume.ts';
import type { RawPlace } from './volume/volume-header.ts';

export interface EarlyVolumeWish {
  readonly scanId: string;
  readonly scanVolume: ScanVolume;
  /** By whose right its bytes were read. */
  readonly token: string;
  source(signal: AbortSignal): ByteSource;
  now(): number;
  startSlice(geometry: VolumeGeometry): number;
}

/** Who goes on with a load that began early. */
export interface EarlyReader {
  onGrowing(growing: GrowingVolume): void;
  onProgress(loadedBytes: number, totalBytes: number): void;
  /** Ends the load. */
  readonly signal: AbortSignal;
}

/** A scan's volume whose load began before the program was there to ask for it. */
export class EarlyVolume {
  readonly wish: EarlyVolumeWish;
  readonly place: Promise<Result<RawPlace | null>>;
  /** The finest coarse level that is worth its wait; null where none can be read. */
  readonly coarse: Promise<LoadedVolume | null>;
  readonly #stop = new AbortController();
  readonly #levels: LoadedVolume[] = [];
  #onLevel: (level: LoadedVolume) => void = () => undefined;
  #reader: EarlyReader | null = null;
  #part = 0;
  #growing: GrowingVolume | null = null;
  #full: Promise<Result<LoadedVolume>> | null = null;

  constructor(wish: EarlyVolumeWish) {
    this.wish = wish;
    const source = wish.source(this.#stop.signal);
    this.place = findPlace({ scanVolume: wish.scanVolume, source });
    this.coarse = loadCoarse({
      ...this.#parts(),
      onLevel: (level) => {
        this.#levels.push(level);
        this.#onLevel(level);
      },
      onSkipped: () => undefined,
    });
    // Who reads them says what is wrong; unread they are no fault.
    for (const work of [this.place, this.coarse]) work.catch(() => undefined);
  }

  /** How much of the full level is here, 0..1. */
  get part(): number {
    return this.#part;
  }

  /** Tells all levels that are here, and those that come. */
  readonly followLevels = (onLevel: (level: LoadedVolume) => void): void => {
    for (const level of this.#levels) onLevel(level);
    const before = this.#onLevel;
    this.#onLevel = (level) => {
      before(level);
      onLevel(level);
    };
  };

  /** The full level, loaded once whoever asks, in the order of the first that asked. */
  readonly full = (onGrowing: (growing: GrowingVolume) => void): Promise<Result<LoadedVolume>> => {
    if (this.#growing !== null) onGrowing(this.#growing);
    if (this.#full !== null) return this.#full;
    const grow = (growing: GrowingVolume): void => {
      this.#growing = growing;
      onGrowing(growing);
      this.#reader?.onGrowing(growing);
    };
    this.#full = loadFull(this.#parts(), grow, this.place);
    this.#full.catch(() => undefined);
    return this.#full;
  };

  /** The program's own load goes on with it; the load ends with that one. */
  goOn(reader: EarlyReader): Promise<Result<LoadedVolume>> {
    if (reader.signal.aborted) this.end();
    reader.signal.addEventListener('abort', () => this.end(), { once: true });
    if (this.#full === null) {
      this.#reader = { ...reader, onGrowing: () => undefined };
      return this.full((growing) => reader.onGrowing(growing));
    }
    this.#reader = reader;
    if (this.#growing !== null) reader.onGrowing(this.#growing);
    return this.#full;
  }

  end(): void {
    this.#stop.abort();
  }

  #parts() {
    const { scanVolume, source, now, startSlice } = this.wish;
    return {
      scanVolume,
      now,
      startSlice,
      signal: this.#stop.signal,
      source: source(this.#stop.signal),
      onProgress: (loadedBytes: number, totalBytes: number) => {
        this.#part = loadedBytes / Math.max(1, totalBytes);
        this.#reader?.onProgress(loadedBytes, totalBytes);
      },
    };
  }
}

/** By scan, until the program takes them. */
const waiting = new Map<string, EarlyVolume>();

export function keepEarlyVolume(volume: EarlyVolume): void {
  waiting.get(volume.wish.scanId)?.end();
  waiting.set(volume.wish.scanId, volume);
}

/**
 * The early load of this scan for whoever goes on with it; once. Null where there is none, and where
 * it is not of the same file and by the same bearer: that one ends.
 */
export function takeEarlyVolume(
  scanId: string,
  fileId: string,
  token: string | null,
): EarlyVolume | null {
  const early = waiting.get(scanId);
  if (early === undefined) return null;
  waiting.delete(scanId);
  const { scanVolume, token: its } = early.wish;
  if (scanVolume.levels[0]?.file.id === fileId && its === token) return early;
  early.end();
  return null;
}

/** What nobody has taken ends. */
export function dropEarlyVolumes(): void {
  for (const early of waiting.values()) early.end();
  waiting.clear();
}
