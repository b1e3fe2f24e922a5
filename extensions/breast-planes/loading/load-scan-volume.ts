import type { ScanFile } from '#contracts';
import type { ExtensionContext, HungImage } from '#core';
import type { Disposable } from '#foundation';
import { LOADING, readingToken } from '../state/volumes/reading-state.ts';
import { placePlanes } from './place-planes.ts';
import { markActiveWhenTarget, VolumeLoad } from './volume-load.ts';

/**
 * Sees to it that a scan's volume is on the shelf or on its way there, once for all views.
 * Dispose when the view that asked leaves.
 */
export function cacheVolume(context: ExtensionContext, image: HungImage): Disposable {
  const reading = context.use(readingToken);
  const { scan, file } = image;
  const current = reading.store.getState().volumes[scan.id];
  // A study that was closed and opened again has forgotten what the shelf still knows.
  placePlanes(context, scan.id);
  if (file !== null && current?.fileId !== file.id) {
    startLoad(context, scan.id, file);
  }
  return reading.volumeCache.use(scan.id);
}

/** Loads again what failed, before others that are on the screen; the views keep their places. */
export function retryVolume(context: ExtensionContext, image: HungImage): void {
  if (image.file === null) return;
  context.use(readingToken).volumeCache.markActive(image.scan.id);
  startLoad(context, image.scan.id, image.file);
}

/** Puts the scan's volume on the shelf and begins to load it; a load of before ends. */
export function startLoad(context: ExtensionContext, scanId: string, file: ScanFile): void {
  const reading = context.use(readingToken);
  const load = new VolumeLoad(context, scanId, file);
  let stopTracking = (): void => undefined;
  // Each load brings its own way to end it: one that nobody can end would come late and put the
  // volume of before over a newer one.
  reading.volumeCache.put(scanId, {
    drop() {
      stopTracking();
      load.dispose();
      reading.dropVolume(scanId);
    },
    setFull: (full) => load.setFull(full),
    // A volume still on its way leaves the line to what is looked at next.
    onIdle() {
      const { status } = reading.store.getState().volumes[scanId] ?? LOADING;
      if (status !== 'complete') reading.volumeCache.remove(scanId);
    },
  });
  load.start();
  stopTracking = markActiveWhenTarget(context, scanId);
}
