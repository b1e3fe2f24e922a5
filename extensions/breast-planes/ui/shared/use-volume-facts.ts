import { useEffect, useMemo } from 'react';
import { routes, type Scan } from '#contracts';
import { apiToken, type ExtensionContext, studyToken, viewStateToken } from '#core';
import { geometryOfHeader } from '#findings';
import type { PlanePosition, Vec3, VolumeGeometry } from '#geometry';
import { useStore } from '#ui';
import { placePlanes } from '../../loading/place-planes.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { nippleOf, scanOf } from '../../state/volumes/study-facts.ts';

/** Where a scan's volume, its nipple and its planes stand; null where that is not known (yet). */
export interface VolumeFacts {
  readonly scan: Scan;
  readonly volume: VolumeGeometry | null;
  readonly nippleMm: Vec3 | null;
  readonly position: PlanePosition | null;
}

/** Facts of a volume for a view that shows no voxel of it: its header is enough. */
export function useVolumeFacts(context: ExtensionContext, given: Scan): VolumeFacts {
  const study = context.use(studyToken);
  const view = context.use(viewStateToken);
  const reading = context.use(readingToken);
  const scan = useStore(study.store, (state) => scanOf(state, given.id)) ?? given;
  const volume = useStore(reading.store, (state) => state.volumes[given.id]?.geometry ?? null);
  const position = useStore(view.store, (state) => state.positions[given.id] ?? null);
  useEffect(() => {
    if (volume !== null) return;
    const abort = new AbortController();
    const asked = context.use(apiToken).call(routes.getVolume, {
      params: { id: given.id },
      signal: abort.signal,
    });
    void asked.then((found) => {
      // Without a volume there are no places; the frames are shown all the same.
      if (abort.signal.aborted || !found.ok) return;
      const geometry = geometryOfHeader(found.value.file.header);
      const present = reading.store.getState().volumes[given.id]?.geometry ?? null;
      if (geometry === null || present !== null) return;
      reading.setVolume(given.id, { geometry });
      placePlanes(context, given.id);
    });
    return () => abort.abort();
  }, [context, volume, given, reading]);
  const nippleMm = useMemo(() => (volume === null ? null : nippleOf(scan, volume)), [scan, volume]);
  return { scan, volume, nippleMm, position };
}
