import type { ScanFile } from '#contracts';
import type { ExtensionContext, HungImage } from '#core';
import type { Disposable } from '#foundation';
import { LOADING, readingToken } from '../state/volumes/reading-state.ts';
import { placePlanes } from './place-planes.ts';
import { markActiveWhenTarget, VolumeLoad } from './volume-load.ts';

/**
 * Starts to load the volume of a scan unless the cache has or loads the same file; all views share
 * the load. Dispose the result when the view closes.
 */
export function cacheVolume(context: ExtensionContext, image: HungImage): Disposable {
  const reading = context.use(readingToken);
  const { scan, file } = image;
  const current = reading.store.getState().volumes[scan.id];
  // Publishes the geometry of a cached volume again, because a reopened study has lost its plane
  // positions.
  placePlanes(context, scan.id);
  if (file !== null && current?.fileId !== file.id) {
    startLoad(context, scan.id, file);
  }
  return reading.volumeCache.use(scan.id);
}

/** Reloads a failed volume before the volumes of other visible scans; the plane positions stay. */
export function retryVolume(context: ExtensionContext, image: HungImage): void {
  if (image.file === null) return;
  context.use(readingToken).volumeCache.markActive(image.scan.id);
  startLoad(context, image.scan.id, image.file);
}

/** Puts a volume of the scan into the cache and starts its load; aborts a previous load. */
export function startLoad(context: ExtensionContext, scanId: string, file: ScanFile): void {
  const reading = context.use(readingToken);
  const load = new VolumeLoad(context, scanId, file);
  let stopTracking = (): void => undefined;
  // `put` drops the previous load of the scan, which could otherwise publish over this load.
  reading.volumeCache.put(scanId, {
    drop() {
      stopTracking();
      load.dispose();
      reading.dropVolume(scanId);
    },
    setFull: (full) => load.setFull(full),
    // Removes an incomplete volume that no view uses, so that the next viewed volume loads first.
    onIdle() {
      const { status } = reading.store.getState().volumes[scanId] ?? LOADING;
      if (status !== 'complete') reading.volumeCache.remove(scanId);
    },
  });
  load.start();
  stopTracking = markActiveWhenTarget(context, scanId);
}
