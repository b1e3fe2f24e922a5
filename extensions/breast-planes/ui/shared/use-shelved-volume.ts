import { useEffect } from 'react';
import type { ExtensionContext, HungImage } from '#core';
import { useStore } from '#ui';
import { shelveVolume } from '../../loading/load-scan-volume.ts';
import { LOADING, readingToken, type VolumeEntry } from '../../state/volumes/reading-state.ts';

/** The scan's volume from the shelf, wherever it is on its way; it stays there while the view does. */
export function useShelvedVolume(context: ExtensionContext, image: HungImage): VolumeEntry {
  const scanId = image.scan.id;
  const fileId = image.file?.id;
  // The image is a new object at each hang; what is loaded depends on scan and file alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const shelved = shelveVolume(context, image);
    return () => shelved.dispose();
  }, [context, scanId, fileId]);
  return useStore(context.use(readingToken).store, (state) => state.volumes[scanId] ?? LOADING);
}
