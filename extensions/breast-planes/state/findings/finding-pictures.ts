import { createStore } from 'zustand/vanilla';
import { type Finding, routes } from '#contracts';
import type { ApiClient, Notices, ReadonlyStore, StudyDocument } from '#core';
import { type Disposable, token } from '#foundation';
import type { ImageFrame } from '#geometry';
import {
  markToPicture,
  pictureKey,
  THUMBNAIL_PX,
  thumbnailFrame,
} from '../../model/findings/finding-picture.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { IdleQueue } from '../volumes/idle-queue.ts';
import type { VolumeEntry } from '../volumes/reading-state.ts';

/** Data addresses by what is pictured; a picture that is not there yet is absent. */
export type Pictures = Readonly<Record<string, string>>;

export interface FindingPictures extends Disposable {
  readonly store: ReadonlyStore<Pictures>;
  /**
   * Makes the thumbnail of a finding when there is time: from its scan's volume, else as the server
   * keeps it. A reader's finding keeps a new one.
   */
  want(finding: Finding, volume: VolumeEntry | null): void;
  /** A picture at once, as a data address. */
  picture(volume: LoadedVolume, frame: ImageFrame, sizePx: number): Promise<string>;
  /** A picture that is kept nowhere, under a name of the caller's. */
  cut(name: string, volume: LoadedVolume, frame: ImageFrame, sizePx: number): void;
}

export const findingPicturesToken = token<FindingPictures>('breast-planes.finding-pictures');

/** Cuts a square from a volume; comes with the drawing part when the first picture is wanted. */
export type Cutter = (volume: LoadedVolume, frame: ImageFrame, sizePx: number) => string;

export interface PicturesOptions {
  readonly api: ApiClient;
  readonly study: StudyDocument;
  readonly notices: Notices;
  /** Whether this reader keeps the picture: who edited a finding last does. */
  readonly mayKeep: (finding: Finding) => boolean;
  readonly cutter: () => Promise<Cutter>;
}

/** So many stay in memory, the latest. */
const MOST_PICTURES = 2_000;

export function createFindingPictures(options: PicturesOptions): FindingPictures {
  const { api, study, notices } = options;
  const store = createStore<Pictures>()(() => ({}));
  const queue = new IdleQueue();
  /** What was asked for already: by coarse volume, by the full one, or of the server. */
  const asked = new Set<string>();
  const put = (name: string, picture: string): void =>
    store.setState((pictures) => {
      const kept = Object.entries(pictures).slice(-MOST_PICTURES + 1);
      return { ...Object.fromEntries(kept), [name]: picture };
    }, true);
  const cut = async (
    name: string,
    volume: LoadedVolume,
    frame: ImageFrame,
    sizePx: number,
  ): Promise<void> => {
    const cutter = await options.cutter();
    queue.add(name, () => put(name, cutter(volume, frame, sizePx)));
  };
  /** The picture that the server keeps; null where there is none. */
  const kept = async (finding: Finding, key: string): Promise<string | null> => {
    const answer = await api.call(routes.getFinding, { params: { id: finding.id } });
    const picture = answer.ok ? answer.value.thumbnailBase64 : null;
    if (picture !== null) put(key, imageAddress(picture));
    return picture;
  };
  const make = async (finding: Finding, key: string, volume: LoadedVolume, keeps: boolean) => {
    const mark = markToPicture(finding, finding.scan.id);
    if (!mark.ok) return notices.showProblem(mark.problem);
    if (mark.value === null) return;
    const frame = thumbnailFrame(mark.value);
    const cutter = await options.cutter();
    queue.add(key, () => {
      const picture = cutter(volume, frame, THUMBNAIL_PX);
      put(key, picture);
      if (!keeps || !options.mayKeep(finding)) return;
      study.setThumbnail(finding.id, picture.slice(picture.indexOf(',') + 1));
    });
  };
  const asFirstSeen = firstSight();
  const see = async (finding: Finding, key: string, entry: VolumeEntry | null): Promise<void> => {
    const volume = entry?.volume ?? null;
    const first = asFirstSeen(finding, key, entry?.fileId ?? null);
    // While something is being saved the finding may be new: the server has no picture of it.
    const known = study.store.getState().save.kind === 'saved';
    if (first && known && (await kept(finding, key)) !== null) return;
    if (volume !== null) await make(finding, key, volume, entry?.status === 'complete');
  };
  return {
    store,
    want(finding, entry) {
      const key = pictureKey(finding);
      if (key === null) return;
      const of = entry?.volume == null ? 'kept' : `${entry.status} ${entry.fileId}`;
      const request = `${key} ${of}`;
      if (asked.has(request)) return;
      asked.add(request);
      void see(finding, key, entry);
    },
    cut: (name, volume, frame, sizePx) => {
      const request = `${name} ${volume.id}`;
      if (asked.has(request)) return;
      asked.add(request);
      void cut(name, volume, frame, sizePx);
    },
    picture: async (volume, frame, sizePx) => (await options.cutter())(volume, frame, sizePx),
    dispose: () => queue.dispose(),
  };
}

/**
 * Whether a finding stands where it was first seen, in the volume that its scan had then: what the
 * server keeps shows that place.
 */
function firstSight(): (finding: Finding, key: string, fileId: string | null) => boolean {
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
