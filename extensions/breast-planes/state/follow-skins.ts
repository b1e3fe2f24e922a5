import { type Disposable, toDisposable } from '#foundation';
import type { ReadingState, VolumeEntry } from './reading-state.ts';
import type { ScanSkins } from './scan-skins.ts';

/**
 * Reads the skin of every scan whose volume is shown, so that its depths count from there: behind
 * the first picture, which nothing may hold up.
 */
export function followSkins(reading: ReadingState, skins: ScanSkins): Disposable {
  const look = (volumes: Readonly<Record<string, VolumeEntry>>): void => {
    for (const [scanId, { fileId, geometry, volume, status }] of Object.entries(volumes)) {
      // Of a scan whose raw frames are shown only the header was read: nothing else comes.
      const shown = volume !== null || status === 'failed' || fileId === null;
      if (geometry !== null && shown) void skins.read(scanId, fileId);
    }
  };
  look(reading.store.getState().volumes);
  return toDisposable(
    reading.store.subscribe((state, before) => {
      if (state.volumes !== before.volumes) look(state.volumes);
    }),
  );
}
