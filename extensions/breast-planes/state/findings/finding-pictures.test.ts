import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail, ok, problem } from '#foundation';
import { scannedVolumeGeometry } from '#geometry';
import { aFinding } from '#testing';
import { LOADING, type VolumeEntry } from '../volumes/reading-state.ts';
import { createFindingPictures } from './finding-pictures.ts';

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

/** Pictures say of which volume they are. */
function room(serverKeeps: string | null) {
  const kept: string[] = [];
  const pictures = createFindingPictures({
    api: {
      call: async () =>
        serverKeeps === null
          ? fail(problem('NOT_FOUND', 'None', '', ''))
          : ok({ thumbnailBase64: serverKeeps }),
    } as never,
    study: {
      store: { getState: () => ({ save: { kind: 'saved' } }) },
      setThumbnail: (_: string, picture: string) => void kept.push(picture),
    } as never,
    notices: { showProblem: () => undefined } as never,
    mayKeep: () => true,
    cutter: async () => (volume) => `data:image/jpeg;base64,${volume.id}`,
  });
  const shown = () => Object.values(pictures.store.getState()).map((one) => one.split(',')[1]);
  return { pictures, kept, shown };
}

describe('the thumbnail of a finding', () => {
  it.each([
    ['what the server keeps', 'old-picture', 'old-picture'],
    ['what was cut here', null, 'volume-old'],
  ])('is cut anew from a new reconstruction, in place of %s', async (_, keeps, first) => {
    const { pictures, kept, shown } = room(keeps);
    const finding = aFinding();
    pictures.want(finding, complete('old'));
    await vi.waitFor(() => expect(shown()).toEqual([first]));
    pictures.want(finding, { ...LOADING, fileId: 'new' });
    pictures.want(finding, complete('new'));
    await vi.waitFor(() => expect(shown()).toEqual(['volume-new']));
    expect(kept.at(-1)).toBe('volume-new');
  });

  it('stays the one that the server keeps while the scan has the same volume', async () => {
    const { pictures, kept, shown } = room('kept-picture');
    const finding = aFinding();
    pictures.want(finding, null);
    pictures.want(finding, { ...LOADING, fileId: 'old' });
    pictures.want(finding, { ...complete('old'), status: 'coarse' });
    pictures.want(finding, complete('old'));
    await vi.waitFor(() => expect(shown()).toEqual(['kept-picture']));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shown()).toEqual(['kept-picture']);
    expect(kept).toEqual([]);
  });
});
