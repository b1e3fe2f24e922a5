import { createStore } from 'zustand/vanilla';
import { type Finding, routes } from '#contracts';
import type { ApiClient, ReadonlyStore, StudyDocument } from '#core';
import { locatedMark } from '#findings';
import { type Disposable, token } from '#foundation';
import type { ImageFrame } from '#geometry';
import {
  THUMBNAIL_PX,
  thumbnailFrame,
  thumbnailKey,
} from '../../model/findings/finding-thumbnail.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { IdleQueue } from '../volumes/idle-queue.ts';
import type { VolumeEntry } from '../volumes/reading-state.ts';

/** Data URLs by thumbnail key; absent until rendered. */
export type Thumbnails = Readonly<Record<string, string>>;

export interface FindingThumbnails extends Disposable {
  readonly store: ReadonlyStore<Thumbnails>;
  /**
   * Creates the thumbnail of a finding when the browser is idle: the stored thumbnail if unchanged,
   * else a slice of the scan's volume. Saves a new thumbnail if `canSave` allows. Ignores repeated
   * requests.
   */
  request(finding: Finding, volume: VolumeEntry | null): void;
  /** Renders immediately; returns a data URL. */
  render(volume: LoadedVolume, frame: ImageFrame, sizePx: number): Promise<string>;
  /**
   * Renders a slice under the given name when the browser is idle; never saved on the server.
   * Ignores repeated requests.
   */
  requestSlice(name: string, volume: LoadedVolume, frame: ImageFrame, sizePx: number): void;
}

export const findingThumbnailsToken = token<FindingThumbnails>('breast-planes.finding-pictures');

/** Renders a square slice of a volume as a data URL. */
export type RenderSlice = (volume: LoadedVolume, frame: ImageFrame, sizePx: number) => string;

export interface ThumbnailOptions {
  readonly api: ApiClient;
  readonly study: StudyDocument;
  /** Whether the user may save the thumbnail, see `storesThumbnail`. */
  readonly canSave: (finding: Finding) => boolean;
  /** Loads the rendering code on first use. */
  readonly loadRenderer: () => Promise<RenderSlice>;
}

/** Maximum number of thumbnails in memory; the oldest are removed first. */
const MAX_THUMBNAILS = 2_000;

/** Thumbnails by key; the oldest are dropped beyond `MAX_THUMBNAILS`. */
function createThumbnailStore() {
  const store = createStore<Thumbnails>()(() => ({}));
  const put = (name: string, image: string): void =>
    store.setState((thumbnails) => {
      const recent = Object.entries(thumbnails).slice(-MAX_THUMBNAILS + 1);
      return { ...Object.fromEntries(recent), [name]: image };
    }, true);
  return { store, put };
}

export function createFindingThumbnails(options: ThumbnailOptions): FindingThumbnails {
  const { api, study } = options;
  const { store, put } = createThumbnailStore();
  const queue = new IdleQueue();
  /** Requests already made: from the coarse volume, the full volume or the server. */
  const requested = new Set<string>();
  const queueSlice = async (
    name: string,
    volume: LoadedVolume,
    frame: ImageFrame,
    sizePx: number,
  ): Promise<void> => {
    const renderSlice = await options.loadRenderer();
    queue.add(name, () => put(name, renderSlice(volume, frame, sizePx)));
  };
  /** Loads the thumbnail stored on the server; null if there is none or loading failed. */
  const loadStored = async (finding: Finding, key: string): Promise<string | null> => {
    const response = await api.call(routes.getFinding, { params: { id: finding.id } });
    const thumbnail = response.ok ? response.value.thumbnailBase64 : null;
    if (thumbnail !== null) put(key, dataUrlOf(thumbnail));
    return thumbnail;
  };
  const queueThumbnail = async (
    finding: Finding,
    key: string,
    volume: LoadedVolume,
    shouldSave: boolean,
  ) => {
    const mark = locatedMark(Object.values(finding.marks));
    if (mark === null) return;
    const frame = thumbnailFrame(mark);
    const renderSlice = await options.loadRenderer();
    queue.add(key, () => {
      const image = renderSlice(volume, frame, THUMBNAIL_PX);
      put(key, image);
      if (!shouldSave || !options.canSave(finding)) return;
      study.setThumbnail(finding.id, image.slice(image.indexOf(',') + 1));
    });
  };
  const isUnchanged = createUnchangedCheck();
  const updateThumbnail = async (finding: Finding, key: string, entry: VolumeEntry | null) => {
    const volume = entry?.volume ?? null;
    const unchanged = isUnchanged(finding, key, entry?.fileId ?? null);
    // While changes are being saved the finding may be new, without a thumbnail on the server.
    const isSaved = study.store.getState().save.kind === 'saved';
    if (unchanged && isSaved && (await loadStored(finding, key)) !== null) return;
    if (volume !== null) await queueThumbnail(finding, key, volume, entry?.status === 'complete');
  };
  return {
    store,
    request(finding, entry) {
      const key = thumbnailKey(finding);
      if (key === null) return;
      const source = entry?.volume == null ? 'stored' : `${entry.status} ${entry.fileId}`;
      const request = `${key} ${source}`;
      if (requested.has(request)) return;
      requested.add(request);
      void updateThumbnail(finding, key, entry);
    },
    requestSlice: (name, volume, frame, sizePx) => {
      const request = `${name} ${volume.id}`;
      if (requested.has(request)) return;
      requested.add(request);
      void queueSlice(name, volume, frame, sizePx);
    },
    render: async (volume, frame, sizePx) => (await options.loadRenderer())(volume, frame, sizePx),
    dispose: () => queue.dispose(),
  };
}

/**
 * Returns a check whether a finding has the position and volume in which it was first seen, so that
 * the stored thumbnail still applies.
 */
function createUnchangedCheck(): (finding: Finding, key: string, fileId: string | null) => boolean {
  const keys = new Map<string, string>();
  const files = new Map<string, string>();
  return (finding, key, fileId) => {
    const firstKey = keys.get(finding.id) ?? key;
    keys.set(finding.id, firstKey);
    const firstFile = files.get(finding.scan.id) ?? fileId;
    if (firstFile !== null) files.set(finding.scan.id, firstFile);
    return firstKey === key && (fileId === null || fileId === firstFile);
  };
}

/** Returns the data URL of a stored thumbnail: PNG by its first bytes, else JPEG. */
const dataUrlOf = (base64: string): string =>
  `data:image/${base64.startsWith('iVBOR') ? 'png' : 'jpeg'};base64,${base64}`;
