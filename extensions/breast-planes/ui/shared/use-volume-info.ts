import { useEffect, useMemo } from 'react';
import { routes, type Scan } from '#contracts';
import { apiToken, type ExtensionContext, studyToken, viewStateToken } from '#core';
import { geometryOfHeader } from '#findings';
import type { PlanePosition, Vec3, VolumeGeometry } from '#geometry';
import { useStore } from '#ui';
import { placePlanes } from '../../loading/place-planes.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { nippleOf, scanOf } from '../../state/volumes/study-selectors.ts';

/** Geometry, nipple and plane position of a scan; null while unknown. */
export interface VolumeInfo {
  readonly scan: Scan;
  readonly volume: VolumeGeometry | null;
  readonly nippleMm: Vec3 | null;
  readonly position: PlanePosition | null;
}

/**
 * Returns the volume info for a view without voxels, for which the volume's header is sufficient.
 */
export function useVolumeInfo(context: ExtensionContext, hungScan: Scan): VolumeInfo {
  const study = context.use(studyToken);
  const view = context.use(viewStateToken);
  const reading = context.use(readingToken);
  const scan = useStore(study.store, (state) => scanOf(state, hungScan.id)) ?? hungScan;
  const volume = useStore(reading.store, (state) => state.volumes[hungScan.id]?.geometry ?? null);
  const position = useStore(view.store, (state) => state.positions[hungScan.id] ?? null);
  useEffect(() => {
    if (volume !== null) return;
    const abort = new AbortController();
    const request = context.use(apiToken).call(routes.getVolume, {
      params: { id: hungScan.id },
      signal: abort.signal,
    });
    void request.then((response) => {
      // Without a volume, locations are unknown; frames are shown anyway.
      if (abort.signal.aborted || !response.ok) return;
      const geometry = geometryOfHeader(response.value.file.header);
      const current = reading.store.getState().volumes[hungScan.id]?.geometry ?? null;
      if (geometry === null || current !== null) return;
      reading.setVolume(hungScan.id, { geometry });
      placePlanes(context, hungScan.id);
    });
    return () => abort.abort();
  }, [context, volume, hungScan, reading]);
  const nippleMm = useMemo(() => (volume === null ? null : nippleOf(scan, volume)), [scan, volume]);
  return { scan, volume, nippleMm, position };
}
