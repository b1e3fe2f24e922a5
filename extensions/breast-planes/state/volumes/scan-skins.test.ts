import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { FileChanges } from '#core';
import { settle } from '#core/testing';
import { fail, ok, problem, type Result } from '#foundation';
import { type SkinSurface, scannedVolumeGeometry } from '#geometry';
import { loadSkins } from './load-skins.ts';
import { createReadingState, LOADING } from './reading-state.ts';
import { createScanSkins } from './scan-skins.ts';

const geometry = scannedVolumeGeometry([10, 10, 10], [1, 1, 1], 5);
const volume = { id: 'v', geometry, voxels: new Uint8Array(1000) };
const skinAt = (mm: number): SkinSurface => ({
  radii: 2,
  radiusStepMm: 5,
  depthMm: new Float32Array(720).fill(mm),
});

/** Creates skin loads that complete on demand, in any order. */
function createHarness() {
  const reading = createReadingState();
  const requests: PromiseWithResolvers<Result<SkinSurface | null>>[] = [];
  const published: unknown[] = [];
  const skins = createScanSkins({
    reading,
    load: () => {
      const request = Promise.withResolvers<Result<SkinSurface | null>>();
      requests.push(request);
      return request.promise;
    },
    onSkin: (_, skin) => published.push(skin),
  });
  const shown = () => reading.store.getState().skins.a;
  const resolveRequest = async (index: number, result: Result<SkinSurface | null>) => {
    requests[index]?.resolve(result);
    await settle();
  };
  return { reading, skins, requests, published, shown, resolveRequest };
}

describe('the skin of a scan', () => {
  it('reports a failed load without publishing and is loaded again on request', async () => {
    const { skins, requests, published, shown, resolveRequest } = createHarness();
    void skins.read('a', 'file');
    await resolveRequest(0, fail(problem('AWAY', 'Away', 'No answer', 'Wait')));
    expect(shown()).toMatchObject({ status: 'failed', problem: { code: 'AWAY' } });
    expect(published).toEqual([]);
    void skins.read('a', 'file');
    expect(requests).toHaveLength(1);
    void skins.read('a', 'file', true);
    expect(shown()?.status).toBe('loading');
    await resolveRequest(1, ok(skinAt(2)));
    expect(shown()?.status).toBe('ready');
    expect(published).toHaveLength(1);
  });

  it('is not replaced by a late response for an older volume', async () => {
    const { skins, shown, resolveRequest } = createHarness();
    void skins.read('a', 'old');
    void skins.read('a', 'new');
    await resolveRequest(1, ok(skinAt(3)));
    await resolveRequest(0, ok(skinAt(1)));
    expect(shown()?.skin?.depthMm[0]).toBe(3);
  });

  it('is published as none if the reconstruction found no skin', async () => {
    const { skins, published, shown, resolveRequest } = createHarness();
    void skins.read('a', null);
    await resolveRequest(0, ok(null));
    expect(shown()).toMatchObject({ status: 'none', skin: null });
    expect(published).toEqual([null]);
  });

  it('is loaded after the first image, and again for another volume', () => {
    const { reading, skins, requests } = createHarness();
    const subscription = loadSkins(
      reading,
      skins,
      createStore<FileChanges>(() => ({})),
    );
    reading.setVolume('a', { ...LOADING, fileId: 'one', geometry });
    expect(requests).toHaveLength(0);
    reading.setVolume('a', { status: 'coarse', volume });
    reading.setVolume('a', { status: 'complete' });
    expect(requests).toHaveLength(1);
    reading.setVolume('a', { ...LOADING, fileId: 'two', geometry });
    expect(requests).toHaveLength(1);
    reading.setVolume('a', { status: 'coarse', volume });
    expect(requests).toHaveLength(2);
    subscription.dispose();
    reading.setVolume('a', { fileId: 'three' });
    expect(requests).toHaveLength(2);
  });

  it('is loaded again when its file arrives after the volume, and the previous skin is shown meanwhile', async () => {
    const { reading, skins, requests, shown, resolveRequest } = createHarness();
    const changes = createStore<FileChanges>(() => ({}));
    const subscription = loadSkins(reading, skins, changes);
    reading.setVolume('a', { ...LOADING, fileId: 'one', geometry, status: 'coarse', volume });
    await resolveRequest(0, ok(null));
    changes.setState({ a: 1, b: 1 });
    expect(requests).toHaveLength(2);
    expect(shown()?.status).toBe('none');
    changes.setState({ a: 2 });
    await resolveRequest(2, ok(skinAt(3)));
    await resolveRequest(1, ok(skinAt(1)));
    expect(shown()?.skin?.depthMm[0]).toBe(3);
    subscription.dispose();
  });
});
