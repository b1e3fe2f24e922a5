import type { FileChanges, ReadonlyStore } from '#core';
import { type Disposable, Scope, toDisposable } from '#foundation';
import type { ReadingState, VolumeEntry } from './reading-state.ts';
import type { ScanSkins } from './scan-skins.ts';

/**
 * Reads the skin of every scan whose volume is shown, so that its depths count from there: behind
 * the first picture, which nothing may hold up. Read again when files of the scan have changed.
 */
export function loadSkins(
  reading: ReadingState,
  skins: ScanSkins,
  fileChanges: ReadonlyStore<FileChanges>,
): Disposable {
  const loadMissing = (volumes: Readonly<Record<string, VolumeEntry>>): void => {
    for (const [scanId, { fileId, geometry, volume, status }] of Object.entries(volumes)) {
      // Of a scan whose raw frames are shown only the header was read: nothing else comes.
      const shown = volume !== null || status === 'failed' || fileId === null;
      if (geometry !== null && shown) void skins.read(scanId, fileId);
    }
  };
  loadMissing(reading.store.getState().volumes);
  const scope = new Scope('followed skins');
  const unsubscribe = reading.store.subscribe((state, before) => {
    if (state.volumes !== before.volumes) loadMissing(state.volumes);
  });
  scope.own(toDisposable(unsubscribe));
  // Of a volume that stays, too: its skin may come after it.
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
