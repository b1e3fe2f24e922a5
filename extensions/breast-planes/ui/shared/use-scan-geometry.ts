import { useMemo } from 'react';
import { type ExtensionContext, studyToken } from '#core';
import type { SkinSurface } from '#geometry';
import { useStore } from '#ui';
import { readingToken, type VolumeEntry } from '../../state/volumes/reading-state.ts';
import { locationReference, scanOf } from '../../state/volumes/study-selectors.ts';

/**
 * Returns a scan of the open study with its volume entry, its geometry, and the reference from which
 * location texts are formatted; each value is null while unknown.
 */
export function useScanGeometry(context: ExtensionContext, scanId: string) {
  const scan = useStore(context.use(studyToken).store, (state) => scanOf(state, scanId));
  const entry = useStore(
    context.use(readingToken).store,
    ({ volumes }): VolumeEntry | null => volumes[scanId] ?? null,
  );
  const skin = useStore(
    context.use(readingToken).store,
    ({ skins }): SkinSurface | null => skins[scanId]?.skin ?? null,
  );
  const geometry = entry?.geometry ?? null;
  const reference = useMemo(
    () => (geometry === null ? null : locationReference(scan, geometry, skin)),
    [scan, geometry, skin],
  );
  return { scan, entry, geometry, reference };
}
