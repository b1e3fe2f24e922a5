import type { FileChanges, ReadonlyStore } from '#core';
import { type Disposable, Scope, toDisposable } from '#foundation';
import type { ReadingState, VolumeEntry } from './reading-state.ts';
import type { ScanSkins } from './scan-skins.ts';

/**
 * Loads the skin of every shown volume, so that depths count from the skin. Starts after the first
 * image to avoid delaying it; reloads when files of the scan change.
 */
export function loadSkins(
  reading: ReadingState,
  skins: ScanSkins,
  fileChanges: ReadonlyStore<FileChanges>,
): Disposable {
  const loadMissing = (volumes: Readonly<Record<string, VolumeEntry>>): void => {
    for (const [scanId, { fileId, geometry, volume, status }] of Object.entries(volumes)) {
      // Scans with only raw views have just the header of their volume, and no voxels will follow.
      const isImageDone = volume !== null || status === 'failed' || fileId === null;
      if (geometry !== null && isImageDone) void skins.read(scanId, fileId);
    }
  };
  loadMissing(reading.store.getState().volumes);
  const scope = new Scope('skin loading');
  const unsubscribe = reading.store.subscribe((state, before) => {
    if (state.volumes !== before.volumes) loadMissing(state.volumes);
  });
  scope.own(toDisposable(unsubscribe));
  // The skin file may arrive after its volume.
  const unsubscribeFiles = fileChanges.subscribe((changes, before) => {
    const { volumes, skins: shown } = reading.store.getState();
    for (const [scanId, times] of Object.entries(changes)) {
      if (times === before[scanId] || shown[scanId] === undefined) continue;
      void skins.read(scanId, volumes[scanId]?.fileId ?? null, true);
    }
  });
  scope.own(toDisposable(unsubscribeFiles));
  return scope;
}
