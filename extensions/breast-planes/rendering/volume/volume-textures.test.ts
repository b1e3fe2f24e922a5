import { afterEach, expect, it, vi } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { ProgressiveVolume } from '../../model/planes/progressive-volume.ts';
import { VolumeTextures } from './volume-textures.ts';

const geometry = scannedVolumeGeometry([4, 4, 6], [1, 1, 1], 2);
const slice = 16;

/** A graphics card that keeps what was uploaded, by slice. */
function aCard() {
  const slices = new Uint8Array(6);
  const uploads: number[] = [];
  const textures = new Set<object>();
  const gl = new Proxy(
    {
      OUT_OF_MEMORY: 1285,
      getParameter: () => 2048,
      getError: () => 0,
      createTexture: () => {
        const texture = {};
        textures.add(texture);
        return texture;
      },
      deleteTexture: (texture: object) => textures.delete(texture),
      texImage3D: (...all: readonly unknown[]) => {
        const voxels = all[9] as Uint8Array | null;
        slices.forEach((_, n) => {
          slices[n] = voxels?.[n * slice] ?? 0;
        });
        if (voxels !== null) uploads.push(6);
      },
      texSubImage3D: (...all: readonly unknown[]) => {
        const [from, count] = [all[4] as number, all[7] as number];
        const [voxels, at] = [all[10] as Uint8Array, all[11] as number];
        uploads.push(count);
        for (let n = 0; n < count; n++) slices[from + n] = voxels[at + n * slice] ?? 0;
      },
    } as Record<string, unknown>,
    { get: (known, name: string) => known[name] ?? (() => undefined) },
  );
  return { gl: gl as unknown as WebGL2RenderingContext, slices, uploads, allocated: textures };
}

function aVolume(greyLevel: number): ProgressiveVolume {
  const volume = new ProgressiveVolume('volume-a', geometry, 3);
  volume.voxels.fill(greyLevel);
  return volume;
}

afterEach(() => void vi.useRealTimers());

it('shows all slices of a file that is loaded again while its broken load is still on the card', () => {
  vi.useFakeTimers();
  const { gl, slices } = aCard();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const broken = aVolume(7);
  textures.acquire(broken);
  broken.addSlices({ from: 3, to: 4 });
  textures.textureOf(broken.id);
  textures.release(broken.id);
  const again = aVolume(9);
  textures.acquire(again);
  again.addSlices({ from: 3, to: 6 });
  again.addSlices({ from: 0, to: 3 });
  textures.acquire({ id: again.id, geometry, voxels: again.voxels });
  expect([...slices]).toEqual([9, 9, 9, 9, 9, 9]);
  // What still comes of the broken one is nobody's.
  broken.addSlices({ from: 4, to: 6 });
  expect([...slices]).toEqual([9, 9, 9, 9, 9, 9]);
});

it('brings one that is whole before anything of it is drawn onto the card in one piece', () => {
  const { gl, slices, uploads, allocated } = aCard();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
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

it('brings what is there onto the card when it is drawn, and the rest as it comes', () => {
  const { gl, slices, uploads } = aCard();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
  textures.acquire(volume);
  volume.addSlices({ from: 3, to: 5 });
  textures.textureOf(volume.id);
  volume.addSlices({ from: 1, to: 3 });
  expect(uploads).toEqual([2, 2]);
  expect([...slices]).toEqual([0, 7, 7, 7, 7, 0]);
});

it('says in words that a volume has no room, at once where it is whole and at the end where it grows', () => {
  const { gl } = aCard();
  Object.assign(gl, { getError: () => 1285 });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
  textures.acquire(volume);
  volume.addSlices({ from: 3, to: 6 });
  expect(textures.textureOf(volume.id)).toBeNull();
  volume.addSlices({ from: 0, to: 3 });
  const complete = { id: volume.id, geometry, voxels: volume.voxels };
  expect(() => textures.acquire(complete)).toThrow('4 × 4 × 6: out of memory');
  expect(() => textures.acquire({ ...complete, id: 'another' })).toThrow('out of memory');
});

/** Large enough that a slow card takes its time. */
const LARGE = {
  id: 'large',
  geometry: scannedVolumeGeometry([256, 256, 256], [1, 1, 1], 100),
  voxels: new Uint8Array(256 ** 3),
};

it('does not wait until a slow card has taken a large volume, and tells when it has', () => {
  const { gl } = aCard();
  const errorQueries: string[] = [];
  const card = { uploaded: false };
  Object.assign(gl, {
    SYNC_STATUS: 1,
    SIGNALED: 2,
    fenceSync: () => ({}),
    getError: () => errorQueries.push('error') - errorQueries.length,
    getSyncParameter: () => (card.uploaded ? 2 : 3),
  });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl, true);
  textures.acquire(LARGE);
  expect(textures.isPending(LARGE.id)).toBe(true);
  // Asked for its errors a card does all that it was told first.
  expect(errorQueries).toEqual([]);
  card.uploaded = true;
  expect(textures.isPending(LARGE.id)).toBe(false);
  expect(textures.textureOf(LARGE.id)).not.toBeNull();
  textures.acquire({ id: 'small', geometry, voxels: new Uint8Array(6 * slice) });
  expect(textures.isPending('small')).toBe(false);
});

it('leaves a volume to the processor for which a slow card turns out to have no room', () => {
  const { gl, allocated } = aCard();
  const card = { uploaded: false };
  Object.assign(gl, {
    SYNC_STATUS: 1,
    SIGNALED: 2,
    fenceSync: () => ({}),
    getError: () => 1285,
    getSyncParameter: () => (card.uploaded ? 2 : 3),
  });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl, true);
  textures.acquire(LARGE);
  card.uploaded = true;
  for (const _ of ['told', 'and stays so']) expect(textures.isPending(LARGE.id)).toBe(true);
  expect(textures.textureOf(LARGE.id)).toBeNull();
  expect(allocated.size).toBe(0);
});

it('draws on a slow card what had no room while it grew, and has when it is whole', () => {
  const { gl } = aCard();
  const card = { error: 1285 };
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

it('is waited for where it is no slow one', () => {
  const { gl } = aCard();
  Object.assign(gl, { fenceSync: () => ({}), getError: () => 1285 });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  expect(() => textures.acquire(LARGE)).toThrow('256 × 256 × 256: out of memory');
});

it('gives the memory of a volume back soon after the last view has left, not while one looks or comes back', () => {
  vi.useFakeTimers();
  const { gl, allocated } = aCard();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
  textures.acquire(volume);
  textures.acquire(volume);
  textures.textureOf(volume.id);
  textures.release(volume.id);
  vi.advanceTimersByTime(60_000);
  expect(allocated.size).toBe(1);
  textures.release(volume.id);
  vi.advanceTimersByTime(500);
  // Another layout of the same scan finds it.
  textures.acquire(volume);
  vi.advanceTimersByTime(60_000);
  expect(allocated.size).toBe(1);
  textures.release(volume.id);
  vi.advanceTimersByTime(60_000);
  expect(allocated.size).toBe(0);
  expect(textures.textureOf(volume.id)).toBeNull();
});
