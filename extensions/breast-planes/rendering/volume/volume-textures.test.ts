import { afterEach, expect, it, vi } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { ProgressiveVolume } from '../../model/planes/progressive-volume.ts';
import { VolumeTextures } from './volume-textures.ts';

const geometry = scannedVolumeGeometry([4, 4, 6], [1, 1, 1], 2);
const SLICE_VOXELS = 16;
/** WebGL error code. */
const OUT_OF_MEMORY = 1285;

/** Stubs a GPU that stores the uploaded slices. */
function stubGpu() {
  const slices = new Uint8Array(6);
  const uploads: number[] = [];
  const textures = new Set<object>();
  const gl = new Proxy(
    {
      OUT_OF_MEMORY,
      getParameter: () => 2048,
      getError: () => 0,
      createTexture: () => {
        const texture = {};
        textures.add(texture);
        return texture;
      },
      deleteTexture: (texture: object) => textures.delete(texture),
      texImage3D: (...args: readonly unknown[]) => {
        const voxels = args[9] as Uint8Array | null;
        slices.forEach((_, slice) => {
          slices[slice] = voxels?.[slice * SLICE_VOXELS] ?? 0;
        });
        if (voxels !== null) uploads.push(6);
      },
      texSubImage3D: (...args: readonly unknown[]) => {
        const from = args[4] as number;
        const count = args[7] as number;
        const voxels = args[10] as Uint8Array;
        const offset = args[11] as number;
        uploads.push(count);
        for (let slice = 0; slice < count; slice++) {
          slices[from + slice] = voxels[offset + slice * SLICE_VOXELS] ?? 0;
        }
      },
    } as Record<string, unknown>,
    { get: (target, name: string) => target[name] ?? (() => undefined) },
  );
  return { gl: gl as unknown as WebGL2RenderingContext, slices, uploads, allocated: textures };
}

function loadingVolume(greyLevel: number): ProgressiveVolume {
  const volume = new ProgressiveVolume('volume-a', geometry, 3);
  volume.voxels.fill(greyLevel);
  return volume;
}

afterEach(() => void vi.useRealTimers());

it('replaces all slices when a file is loaded again after a broken load', () => {
  vi.useFakeTimers();
  const { gl, slices } = stubGpu();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const broken = loadingVolume(7);
  textures.acquire(broken);
  broken.addSlices({ from: 3, to: 4 });
  textures.textureOf(broken.id);
  textures.release(broken.id);
  const reloaded = loadingVolume(9);
  textures.acquire(reloaded);
  reloaded.addSlices({ from: 3, to: 6 });
  reloaded.addSlices({ from: 0, to: 3 });
  textures.acquire({ id: reloaded.id, geometry, voxels: reloaded.voxels });
  expect([...slices]).toEqual([9, 9, 9, 9, 9, 9]);
  // Late slices of the broken load are ignored.
  broken.addSlices({ from: 4, to: 6 });
  expect([...slices]).toEqual([9, 9, 9, 9, 9, 9]);
});

it('uploads a volume in one piece if complete before the first drawing', () => {
  const { gl, slices, uploads, allocated } = stubGpu();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = loadingVolume(7);
  textures.acquire(volume);
  volume.addSlices({ from: 3, to: 6 });
  expect(allocated.size).toBe(0);
  volume.addSlices({ from: 0, to: 3 });
  textures.acquire({ id: volume.id, geometry, voxels: volume.voxels });
  expect(uploads).toEqual([6]);
  expect([...slices]).toEqual([7, 7, 7, 7, 7, 7]);
  expect(textures.textureOf(volume.id)).not.toBeNull();
  expect(allocated.size).toBe(1);
});

it('uploads the loaded slices on the first drawing and the others as they arrive', () => {
  const { gl, slices, uploads } = stubGpu();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = loadingVolume(7);
  textures.acquire(volume);
  volume.addSlices({ from: 3, to: 5 });
  textures.textureOf(volume.id);
  volume.addSlices({ from: 1, to: 3 });
  expect(uploads).toEqual([2, 2]);
  expect([...slices]).toEqual([0, 7, 7, 7, 7, 0]);
});

it('throws out of memory for a complete volume, and for a loading volume at its end', () => {
  const { gl } = stubGpu();
  Object.assign(gl, { getError: () => OUT_OF_MEMORY });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = loadingVolume(7);
  textures.acquire(volume);
  volume.addSlices({ from: 3, to: 6 });
  expect(textures.textureOf(volume.id)).toBeNull();
  volume.addSlices({ from: 0, to: 3 });
  const complete = { id: volume.id, geometry, voxels: volume.voxels };
  expect(() => textures.acquire(complete)).toThrow('4 × 4 × 6: out of memory');
  expect(() => textures.acquire({ ...complete, id: 'another' })).toThrow('out of memory');
});

/** Large enough for an asynchronous upload on a slow GPU. */
const LARGE = {
  id: 'large',
  geometry: scannedVolumeGeometry([256, 256, 256], [1, 1, 1], 100),
  voxels: new Uint8Array(256 ** 3),
};

it('does not wait for the upload of a large volume to a slow GPU and reports completion', () => {
  const { gl } = stubGpu();
  let errorQueries = 0;
  const card = { uploaded: false };
  Object.assign(gl, {
    SYNC_STATUS: 1,
    SIGNALED: 2,
    fenceSync: () => ({}),
    getError: () => {
      errorQueries += 1;
      return 0;
    },
    getSyncParameter: () => (card.uploaded ? 2 : 3),
  });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl, true);
  textures.acquire(LARGE);
  expect(textures.isPending(LARGE.id)).toBe(true);
  // Querying errors would make the GPU finish all pending commands.
  expect(errorQueries).toBe(0);
  card.uploaded = true;
  expect(textures.isPending(LARGE.id)).toBe(false);
  expect(textures.textureOf(LARGE.id)).not.toBeNull();
  textures.acquire({ id: 'small', geometry, voxels: new Uint8Array(6 * SLICE_VOXELS) });
  expect(textures.isPending('small')).toBe(false);
});

it('keeps a volume pending, for CPU drawing, if a slow GPU runs out of memory', () => {
  const { gl, allocated } = stubGpu();
  const card = { uploaded: false };
  Object.assign(gl, {
    SYNC_STATUS: 1,
    SIGNALED: 2,
    fenceSync: () => ({}),
    getError: () => OUT_OF_MEMORY,
    getSyncParameter: () => (card.uploaded ? 2 : 3),
  });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl, true);
  textures.acquire(LARGE);
  card.uploaded = true;
  // The second query checks that the state does not change.
  for (let query = 0; query < 2; query += 1) expect(textures.isPending(LARGE.id)).toBe(true);
  expect(textures.textureOf(LARGE.id)).toBeNull();
  expect(allocated.size).toBe(0);
});

it('draws a complete volume on a slow GPU that ran out of memory only while the volume was loading', () => {
  const { gl } = stubGpu();
  const card = { error: OUT_OF_MEMORY };
  Object.assign(gl, {
    SYNC_STATUS: 1,
    SIGNALED: 2,
    fenceSync: () => ({}),
    getSyncParameter: () => 2,
    getError: () => card.error,
  });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl, true);
  const progressiveVolume = new ProgressiveVolume('large', LARGE.geometry, 128);
  textures.acquire(progressiveVolume);
  progressiveVolume.addSlices({ from: 128, to: 256 });
  expect(textures.textureOf('large')).toBeNull();
  progressiveVolume.addSlices({ from: 0, to: 128 });
  card.error = 0;
  textures.acquire({ ...LARGE, voxels: progressiveVolume.voxels });
  expect(textures.isPending('large')).toBe(false);
  expect(textures.textureOf('large')).not.toBeNull();
});

it('waits for the upload on a fast GPU', () => {
  const { gl } = stubGpu();
  Object.assign(gl, { fenceSync: () => ({}), getError: () => OUT_OF_MEMORY });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  expect(() => textures.acquire(LARGE)).toThrow('256 × 256 × 256: out of memory');
});

it('frees the memory shortly after the last release unless acquired again', () => {
  vi.useFakeTimers();
  const { gl, allocated } = stubGpu();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = loadingVolume(7);
  textures.acquire(volume);
  textures.acquire(volume);
  textures.textureOf(volume.id);
  textures.release(volume.id);
  vi.advanceTimersByTime(60_000);
  expect(allocated.size).toBe(1);
  textures.release(volume.id);
  vi.advanceTimersByTime(500);
  // Another layout of the same scan acquires the volume again.
  textures.acquire(volume);
  vi.advanceTimersByTime(60_000);
  expect(allocated.size).toBe(1);
  textures.release(volume.id);
  vi.advanceTimersByTime(60_000);
  expect(allocated.size).toBe(0);
  expect(textures.textureOf(volume.id)).toBeNull();
});
