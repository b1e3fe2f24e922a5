import { useEffect } from 'react';
import type { ExtensionContext, HungImage } from '#core';
import { useStore } from '#ui';
import { cacheVolume } from '../../loading/load-scan-volume.ts';
import { LOADING, readingToken, type VolumeEntry } from '../../state/volumes/reading-state.ts';

/**
 * Returns the scan's volume from the cache, which starts the load if necessary; the volume stays in
 * use while the view is mounted.
 */
export function useCachedVolume(context: ExtensionContext, image: HungImage): VolumeEntry {
  const scanId = image.scan.id;
  const fileId = image.file?.id;
  // The image is a new object at each hang; the load depends only on scan and file.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const cached = cacheVolume(context, image);
    return () => cached.dispose();
  }, [context, scanId, fileId]);
  return useStore(context.use(readingToken).store, (state) => state.volumes[scanId] ?? LOADING);
}
