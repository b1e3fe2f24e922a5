import { useEffect } from 'react';
import type { ExtensionContext, HungImage } from '#core';
import { useStore } from '#ui';
import { cacheVolume } from '../../loading/load-scan-volume.ts';
import { LOADING, readingToken, type VolumeEntry } from '../../state/volumes/reading-state.ts';
import { useFirstOfKey } from './use-first-of-key.ts';

/**
 * Returns the scan's volume from the cache, which starts the load if necessary; the volume stays in
 * use while the view is mounted.
 */
export function useCachedVolume(context: ExtensionContext, image: HungImage): VolumeEntry {
  const scanId = image.scan.id;
  // The image is a new object at each hang; the load depends only on scan and file.
  const cachedImage = useFirstOfKey(`${scanId} ${image.file?.id ?? ''}`, image);
  useEffect(() => {
    const cached = cacheVolume(context, cachedImage);
    return () => cached.dispose();
  }, [context, cachedImage]);
  return useStore(context.use(readingToken).store, (state) => state.volumes[scanId] ?? LOADING);
}
