import { routes, type ScanFile } from '#contracts';
import { apiToken, type ExtensionContext, type HungImage, studyToken, viewStateToken } from '#core';
import { geometryOfHeader } from '#findings';
import { type Disposable, messageOf, type Problem, problem } from '#foundation';
import { startPosition } from '../model/linked-position.ts';
import { loadVolume } from '../rendering/load-volume.ts';
import { LOADING, readingToken } from '../state/reading-state.ts';
import { scanOf } from '../state/study-facts.ts';
import { pictureTexts } from '../texts/picture-texts.ts';

/**
 * Sees to it that a scan's volume is on the shelf or on its way there, once for all views.
 * Dispose when the view that asked leaves.
 */
export function shelveVolume(context: ExtensionContext, image: HungImage): Disposable {
  const reading = context.use(readingToken);
  const { scan, file } = image;
  const present = reading.store.getState().volumes[scan.id];
  if (file !== null && present?.fileId !== file.id) {
    startLoad(context, scan.id, file);
  }
  // A study that was closed and opened again has forgotten what the shelf still knows.
  placePlanes(context, scan.id);
  return reading.shelf.use(scan.id);
}

/** Loads again what failed; the views stay and keep their places. */
export function retryVolume(context: ExtensionContext, image: HungImage): void {
  if (image.file !== null) startLoad(context, image.scan.id, image.file);
}

function startLoad(context: ExtensionContext, scanId: string, file: ScanFile): void {
  const reading = context.use(readingToken);
  const abort = new AbortController();
  // Each load brings its own way to end it: one that nobody can end would come late and put the
  // volume of before over a newer one.
  reading.shelf.put(scanId, () => {
    abort.abort();
    reading.dropVolume(scanId);
  });
  reading.setVolume(scanId, {
    ...LOADING,
    fileId: file.id,
    geometry: geometryOfHeader(file.header),
  });
  placePlanes(context, scanId);
  load(context, scanId, abort.signal).then(
    (failure) => {
      if (failure !== null && !abort.signal.aborted) fail(context, scanId, failure);
    },
    (thrown: unknown) => {
      if (!abort.signal.aborted) fail(context, scanId, notLoaded(messageOf(thrown)));
    },
  );
}

async function load(
  context: ExtensionContext,
  scanId: string,
  signal: AbortSignal,
): Promise<Problem | null> {
  const reading = context.use(readingToken);
  const api = context.use(apiToken);
  const found = await api.call(routes.getVolume, { params: { id: scanId }, signal });
  if (signal.aborted) return null;
  if (!found.ok) return found.problem;
  const done = await loadVolume(
    found.value,
    (file) =>
      api.download(`/scanfiles/${file.id}/download`, {
        signal,
        onProgress(loadedBytes, totalBytes) {
          if (!signal.aborted) reading.setVolume(scanId, { loadedBytes, totalBytes });
        },
      }),
    signal,
    ({ kind, volume }) => {
      const known = reading.store.getState().volumes[scanId]?.geometry ?? null;
      // A coarse level counts coarser voxels, so positions wait for the full one's geometry.
      const geometry = kind === 'complete' ? volume.geometry : known;
      reading.setVolume(scanId, { status: kind, volume, geometry });
      placePlanes(context, scanId);
    },
    (skipped) => context.log.log('warn', 'A coarse level was skipped', { code: skipped.code }),
  );
  return done.ok ? null : done.problem;
}

/**
 * Tells the document where the volume lies, and gives the planes of its scan their first place;
 * one that they have already stays.
 */
function placePlanes(context: ExtensionContext, scanId: string): void {
  const view = context.use(viewStateToken);
  const geometry = context.use(readingToken).store.getState().volumes[scanId]?.geometry;
  if (geometry === null || geometry === undefined) return;
  context.use(studyToken).setVolumeGeometry(scanId, geometry);
  if (view.store.getState().positions[scanId] !== undefined) return;
  const scan = scanOf(context.use(studyToken).store.getState(), scanId);
  view.setPosition(scanId, startPosition(geometry, scan?.nippleLocation ?? null));
}

function fail(context: ExtensionContext, scanId: string, cause: Problem): void {
  context.use(readingToken).setVolume(scanId, { status: 'failed', problem: cause });
}

const notLoaded = (detail: string) =>
  problem(
    'VOLUME_NOT_LOADED',
    pictureTexts.volume.notLoaded,
    detail,
    pictureTexts.volume.next,
    'breast-planes',
  );
