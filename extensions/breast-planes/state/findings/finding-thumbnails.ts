import { createStore } from 'zustand/vanilla';
import { type Finding, routes } from '#contracts';
import type { ApiClient, Notices, ReadonlyStore, StudyDocument } from '#core';
import { type Disposable, token } from '#foundation';
import type { ImageFrame } from '#geometry';
import {
  markForThumbnail,
  THUMBNAIL_PX,
  thumbnailFrame,
  thumbnailKey,
} from '../../model/findings/finding-thumbnail.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { IdleQueue } from '../volumes/idle-queue.ts';
import type { VolumeEntry } from '../volumes/reading-state.ts';

/** Data addresses by what is pictured; a picture that is not there yet is absent. */
export type Thumbnails = Readonly<Record<string, string>>;

export interface FindingThumbnails extends Disposable {
  readonly store: ReadonlyStore<Thumbnails>;
  /**
   * Makes the thumbnail of a finding when there is time: from its scan's volume, else as the server
   * keeps it. A reader's finding keeps a new one.
   */
  request(finding: Finding, volume: VolumeEntry | null): void;
  /** A picture at once, as a data address. */
  render(volume: LoadedVolume, frame: ImageFrame, sizePx: number): Promise<string>;
  /** A picture that is kept nowhere, under a name of the caller's. */
  requestSlice(name: string, volume: LoadedVolume, frame: ImageFrame, sizePx: number): void;
}

export const findingThumbnailsToken = token<FindingThumbnails>('breast-planes.finding-pictures');

/** Cuts a square from a volume; comes with the drawing part when the first picture is wanted. */
export type Cutter = (volume: LoadedVolume, frame: ImageFrame, sizePx: number) => string;

export interface ThumbnailOptions {
  readonly api: ApiClient;
  readonly study: StudyDocument;
  readonly notices: Notices;
  /** Whether this reader keeps the picture: who edited a finding last does. */
  readonly canSave: (finding: Finding) => boolean;
  readonly cutter: () => Promise<Cutter>;
}

/** So many stay in memory, the latest. */
const MAX_THUMBNAILS = 2_000;

export function createFindingThumbnails(options: ThumbnailOptions): FindingThumbnails {
  const { api, study, notices } = options;
  const store = createStore<Thumbnails>()(() => ({}));
  const queue = new IdleQueue();
  /** What was asked for already: by coarse volume, by the full one, or of the server. */
  const requested = new Set<string>();
  const put = (name: string, image: string): void =>
    store.setState((thumbnails) => {
      const recent = Object.entries(thumbnails).slice(-MAX_THUMBNAILS + 1);
      return { ...Object.fromEntries(recent), [name]: image };
    }, true);
  const queueSlice = async (
    name: string,
    volume: LoadedVolume,
    frame: ImageFrame,
    sizePx: number,
  ): Promise<void> => {
    const cutter = await options.cutter();
    queue.add(name, () => put(name, cutter(volume, frame, sizePx)));
  };
  /** The picture that the server keeps; null where there is none. */
  const loadStored = async (finding: Finding, key: string): Promise<string | null> => {
    const response = await api.call(routes.getFinding, { params: { id: finding.id } });
    const thumbnail = response.ok ? response.value.thumbnailBase64 : null;
    if (thumbnail !== null) put(key, imageAddress(thumbnail));
    return thumbnail;
  };
  const queueThumbnail = async (
    finding: Finding,
    key: string,
    volume: LoadedVolume,
    shouldSave: boolean,
  ) => {
    const mark = markForThumbnail(finding, finding.scan.id);
    if (!mark.ok) return notices.showProblem(mark.problem);
    if (mark.value === null) return;
    const frame = thumbnailFrame(mark.value);
    const cutter = await options.cutter();
    queue.add(key, () => {
      const image = cutter(volume, frame, THUMBNAIL_PX);
      put(key, image);
      if (!shouldSave || !options.canSave(finding)) return;
      study.setThumbnail(finding.id, image.slice(image.indexOf(',') + 1));
    });
  };
  const isUnchanged = createUnchangedCheck();
  const updateThumbnail = async (
    finding: Finding,
    key: string,
    entry: VolumeEntry | null,
  ): Promise<void> => {
    const volume = entry?.volume ?? null;
    const unchanged = isUnchanged(finding, key, entry?.fileId ?? null);
    // While something is being saved the finding may be new: the server has no picture of it.
    const known = study.store.getState().save.kind === 'saved';
    if (unchanged && known && (await loadStored(finding, key)) !== null) return;
    if (volume !== null) await queueThumbnail(finding, key, volume, entry?.status === 'complete');
  };
  return {
    store,
    request(finding, entry) {
      const key = thumbnailKey(finding);
      if (key === null) return;
      const of = entry?.volume == null ? 'kept' : `${entry.status} ${entry.fileId}`;
      const request = `${key} ${of}`;
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
    render: async (volume, frame, sizePx) => (await options.cutter())(volume, frame, sizePx),
    dispose: () => queue.dispose(),
  };
}

/**
 * Whether a finding stands where it was first seen, in the volume that its scan had then: what the
 * server keeps shows that place.
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

/** JPEG and PNG begin otherwise. */
const imageAddress = (base64: string): string =>
  `data:image/${base64.startsWith('iVBOR') ? 'png' : 'jpeg'};base64,${base64}`;
