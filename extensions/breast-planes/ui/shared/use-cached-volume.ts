import { useEffect } from 'react';
import type { ExtensionContext, HungImage } from '#core';
import { useStore } from '#ui';
import { cacheVolume } from '../../loading/load-scan-volume.ts';
import { LOADING, readingToken, type VolumeEntry } from '../../state/volumes/reading-state.ts';

/** The scan's volume from the shelf, wherever it is on its way; it stays there while the view does. */
export function useCachedVolume(context: ExtensionContext, image: HungImage): VolumeEntry {
  const scanId = image.scan.id;
  const fileId = image.file?.id;
  // The image is a new object at each hang; what is loaded depends on scan and file alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const cached = cacheVolume(context, image);
    return () => cached.dispose();
  }, [context, scanId, fileId]);
  return useStore(context.use(readingToken).store, (state) => state.volumes[scanId] ?? LOADING);
}
