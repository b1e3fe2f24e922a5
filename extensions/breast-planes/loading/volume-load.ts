import { routes, type ScanFile, type ScanVolume } from '#contracts';
import { apiToken, type ExtensionContext, sessionToken, studyToken, viewStateToken } from '#core';
import { geometryOfHeader } from '#findings';
import { type Disposable, messageOf, type Problem, problem, type Result } from '#foundation';
import type { GrowingVolume } from '../model/planes/growing-volume.ts';
import { blackLevel, type LoadedVolume } from '../model/planes/loaded-volume.ts';
import { type EarlyVolume, takeEarlyVolume } from '../rendering/early-volume.ts';
import {
  type ByteSource,
  findPlace,
  type LoadWish,
  loadCoarse,
  loadFull,
} from '../rendering/volume/load-volume.ts';
import { uncover } from '../state/early-pictures.ts';
import { LOADING, readingToken } from '../state/volumes/reading-state.ts';
import { pictureTexts } from '../texts/picture-texts.ts';
import { placePlanes } from './place-planes.ts';

const PROGRESS_MS = 150;

/**
 * The load of one scan's volume: coarse levels, then the full one, as long as memory has room for
 * it. Everything it asked for ends with it.
 */
export class VolumeLoad implements Disposable {
  readonly #context: ExtensionContext;
  readonly #scanId: string;
  readonly #file: ScanFile;
  readonly #ended = new AbortController();
  /** Of the full level alone. */
  #full = new AbortController();
  #scanVolume: ScanVolume | null = null;
  #place: ReturnType<typeof findPlace> | undefined;
  #coarse: LoadedVolume | null = null;
  #coarseDone = false;
  /** What was loaded of it before the program was there; gone on with once. */
  #early: EarlyVolume | null = null;
  #toldMs = 0;

  constructor(context: ExtensionContext, scanId: string, file: ScanFile) {
    this.#context = context;
    this.#scanId = scanId;
    this.#file = file;
  }

  start(): void {
    const geometry = geometryOfHeader(this.#file.header);
    this.#tell({ ...LOADING, fileId: this.#file.id, geometry });
    placePlanes(this.#context, this.#scanId);
    this.#run(this.#load(), this.#ended.signal);
  }

  dispose(): void {
    this.#ended.abort();
    this.#full.abort();
  }

  /** Memory has room for the full level, or has none any more: then the coarse one stays. */
  setFull(full: boolean): void {
    this.#full.abort();
    if (full) {
      this.#full = new AbortController();
      if (this.#coarseDone) this.#run(this.#loadFull(), this.#full.signal);
      return;
    }
    if (this.#coarseDone) this.#stayCoarse();
  }

  #run(work: Promise<Problem | null>, signal: AbortSignal): void {
    work.then(
      (cause) => {
        if (cause !== null && !signal.aborted) this.#tell({ status: 'failed', problem: cause });
      },
      (thrown: unknown) => {
        if (signal.aborted) return;
        this.#tell({ status: 'failed', problem: notLoaded(messageOf(thrown)) });
      },
    );
  }

  async #load(): Promise<Problem | null> {
    const token = this.#context.use(sessionToken).token();
    this.#early = takeEarlyVolume(this.#scanId, this.#file.id, token);
    if (this.#early !== null && (await this.#goOn(this.#early))) return this.#loadFull();
    const { signal } = this.#ended;
    if (signal.aborted) return null;
    const api = this.#context.use(apiToken);
    const found = await api.call(routes.getVolume, { params: { id: this.#scanId }, signal });
    if (signal.aborted) return null;
    if (!found.ok) return found.problem;
    this.#scanVolume = found.value;
    // Asked together with the first level: it is a short way, but a way.
    this.#place = findPlace({ scanVolume: found.value, source: byteSource(this.#context, signal) });
    this.#coarse = await loadCoarse({
      ...this.#wish(found.value, signal),
      onLevel: (volume) => this.#show('coarse', volume),
      onSkipped: ({ code }) =>
        this.#context.log.log('warn', 'A coarse level was skipped', { code }),
    });
    if (signal.aborted) return null;
    this.#coarseDone = true;
    if (!this.#full.signal.aborted) return this.#loadFull();
    this.#stayCoarse();
    return null;
  }

  /** The levels of a load that began early; false where it must be begun anew. */
  async #goOn(early: EarlyVolume): Promise<boolean> {
    const end = (): void => early.end();
    this.#ended.signal.addEventListener('abort', end, { once: true });
    early.followLevels((volume) => {
      if (!this.#ended.signal.aborted) this.#show('coarse', volume);
    });
    this.#coarse = await early.coarse.catch(() => null);
    const lacks = this.#coarse === null && hasCoarse(early.wish.scanVolume);
    if (lacks || this.#ended.signal.aborted || this.#full.signal.aborted) {
      this.#early = null;
      end();
      return false;
    }
    this.#scanVolume = early.wish.scanVolume;
    this.#place = early.place;
    this.#coarseDone = true;
    return true;
  }

  async #loadFull(): Promise<Problem | null> {
    const { signal } = this.#full;
    if (this.#scanVolume === null) return null;
    this.#tell({ problem: null });
    const grow = (finer: GrowingVolume): void => {
      if (signal.aborted) return;
      if (this.#coarse === null) this.#showBegun(finer);
      else this.#show('coarse', { ...this.#coarse, finer });
    };
    const wish = this.#wish(this.#scanVolume, signal);
    const early = this.#early;
    this.#early = null;
    let done = await early?.goOn({ signal, onGrowing: grow, onProgress: wish.onProgress });
    if (signal.aborted) return null;
    // What broke off early is asked for anew, and told in words where it breaks off again.
    if (done?.ok !== true)
      done = await loadFull(wish, grow, early === null ? this.#place : findPlace(wish));
    if (signal.aborted) return null;
    if (!done.ok) return done.problem;
    this.#show('complete', done.value);
    return null;
  }

  #stayCoarse(): void {
    if (this.#coarse === null) this.#tell({ status: 'failed', problem: shelfFull() });
    else this.#tell({ status: 'coarse', volume: this.#coarse, problem: shelfFull() });
  }

  #show(kind: 'coarse' | 'complete', volume: LoadedVolume): void {
    const known = this.#context.use(readingToken).store.getState().volumes[this.#scanId]?.geometry;
    // A coarse level counts coarser voxels, so positions wait for the full one's geometry.
    const full = kind === 'complete' ? volume.geometry : (volume.finer?.geometry ?? known ?? null);
    this.#tell({ status: kind, volume, begun: null, geometry: full });
    placePlanes(this.#context, this.#scanId);
  }

  /** Of a volume without coarse levels: black, but for the slices that have come. */
  #showBegun(finer: GrowingVolume): void {
    this.#tell({ begun: { ...blackLevel(finer), finer }, geometry: finer.geometry });
    placePlanes(this.#context, this.#scanId);
  }

  #wish(scanVolume: ScanVolume, signal: AbortSignal): LoadWish {
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
        // Every piece of a fast line would ask all views to look again.
        const nowMs = performance.now();
        if (nowMs < this.#toldMs + PROGRESS_MS) return;
        this.#toldMs = nowMs;
        this.#tell({ loadedBytes, totalBytes });
      },
    };
  }

  #tell(change: Parameters<ReturnType<typeof readingOf>['setVolume']>[1]): void {
    if (this.#ended.signal.aborted) return;
    if (change.status === 'failed') uncover();
    readingOf(this.#context).setVolume(this.#scanId, change);
  }
}

const hasCoarse = ({ levels }: Pick<ScanVolume, 'levels'>): boolean => levels.length > 1;

const readingOf = (context: ExtensionContext) => context.use(readingToken);

/** Tells the shelf whenever the scan becomes the one that is worked with. */
export function chooseWithTarget(context: ExtensionContext, scanId: string): () => void {
  const { store } = context.use(studyToken);
  const { shelf } = context.use(readingToken);
  let chosen = false;
  const look = (): void => {
    const now = store.getState().targetScanId === scanId;
    if (now && !chosen) shelf.choose(scanId);
    chosen = now;
  };
  look();
  return store.subscribe(look);
}

function byteSource(context: ExtensionContext, signal: AbortSignal): ByteSource {
  const api = context.use(apiToken);
  const pathOf = (file: ScanFile): string => `/scanfiles/${file.id}/download`;
  return {
    whole: (file, onBytes): Promise<Result<Uint8Array>> =>
      api.download(pathOf(file), { signal, onProgress: (bytes) => onBytes(bytes) }),
    part: (file, range, into, onBytes) =>
      api.download(pathOf(file), {
        signal,
        range,
        into,
        onProgress: (bytes) => onBytes(bytes),
      }),
  };
}

const shelfFull = () =>
  problem(
    'VOLUME_SHELF_FULL',
    pictureTexts.volume.shelfFull.title,
    pictureTexts.volume.shelfFull.detail,
    pictureTexts.volume.shelfFull.next,
    'breast-planes',
  );

const notLoaded = (detail: string) =>
  problem(
    'VOLUME_NOT_LOADED',
    pictureTexts.volume.notLoaded,
    detail,
    pictureTexts.volume.next,
    'breast-planes',
  );
