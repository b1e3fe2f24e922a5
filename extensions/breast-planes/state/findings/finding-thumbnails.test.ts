import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok, problem } from '#foundation';
import { scannedVolumeGeometry } from '#geometry';
import { aFinding } from '#testing';
import { LOADING, type VolumeEntry } from '../volumes/reading-state.ts';
import { createFindingThumbnails } from './finding-thumbnails.ts';

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    queueMicrotask(work);
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => undefined);
});
afterEach(() => void vi.unstubAllGlobals());

const geometry = scannedVolumeGeometry([4, 4, 4], [1, 1, 1], 2);

const complete = (fileId: string): VolumeEntry => ({
  ...LOADING,
  fileId,
  geometry,
  status: 'complete',
  volume: { id: `volume-${fileId}`, geometry, voxels: new Uint8Array(64) },
});

/** Creates thumbnails whose content names their volume. */
function createHarness(storedThumbnail: string | null) {
  const saved: string[] = [];
  const thumbnails = createFindingThumbnails({
    api: {
      call: async () =>
        storedThumbnail === null
          ? fail(problem('NOT_FOUND', 'None', '', ''))
          : ok({ thumbnailBase64: storedThumbnail }),
    } as never,
    study: {
      store: { getState: () => ({ save: { kind: 'saved' } }) },
      setThumbnail: (_: string, thumbnail: string) => void saved.push(thumbnail),
    } as never,
    canSave: () => true,
    loadRenderer: async () => (volume) => `data:image/jpeg;base64,${volume.id}`,
  });
  const shown = () =>
    Object.values(thumbnails.store.getState()).map((address) => address.split(',')[1]);
  return { thumbnails, saved, shown };
}

describe('a finding thumbnail', () => {
  it.each([
    ['the stored thumbnail', 'old-image', 'old-image'],
    ['the thumbnail rendered here', null, 'volume-old'],
  ])('is rendered again for a new reconstruction, replacing %s', async (_, stored, initial) => {
    const { thumbnails, saved, shown } = createHarness(stored);
    const finding = aFinding();
    thumbnails.request(finding, complete('old'));
    await vi.waitFor(() => expect(shown()).toEqual([initial]));
    thumbnails.request(finding, { ...LOADING, fileId: 'new' });
    thumbnails.request(finding, complete('new'));
    await vi.waitFor(() => expect(shown()).toEqual(['volume-new']));
    expect(saved.at(-1)).toBe('volume-new');
  });

  it('is not rendered again while the scan has the same volume', async () => {
    const { thumbnails, saved, shown } = createHarness('stored-image');
    const finding = aFinding();
    thumbnails.request(finding, null);
    thumbnails.request(finding, { ...LOADING, fileId: 'old' });
    thumbnails.request(finding, { ...complete('old'), status: 'coarse' });
    thumbnails.request(finding, complete('old'));
    await vi.waitFor(() => expect(shown()).toEqual(['stored-image']));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shown()).toEqual(['stored-image']);
    expect(saved).toEqual([]);
  });
});
