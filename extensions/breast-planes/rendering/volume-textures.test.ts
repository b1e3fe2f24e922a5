import { afterEach, expect, it, vi } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { GrowingVolume } from '../model/growing-volume.ts';
import { VolumeTextures } from './volume-textures.ts';

const geometry = scannedVolumeGeometry([4, 4, 6], [1, 1, 1], 2);
const slice = 16;

/** A graphics card that keeps what was uploaded, by slice. */
function aCard() {
  const slices = new Uint8Array(6);
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
      texSubImage3D: (...all: readonly unknown[]) => {
        const [from, count] = [all[4] as number, all[7] as number];
        const [voxels, at] = [all[10] as Uint8Array, all[11] as number];
        for (let n = 0; n < count; n++) slices[from + n] = voxels[at + n * slice] ?? 0;
      },
    } as Record<string, unknown>,
    { get: (known, name: string) => known[name] ?? (() => undefined) },
  );
  return { gl: gl as unknown as WebGL2RenderingContext, slices, held: textures };
}

function aVolume(grey: number): GrowingVolume {
  const volume = new GrowingVolume('volume-a', geometry, 3);
  volume.voxels.fill(grey);
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
  broken.grow({ from: 3, to: 4 });
  textures.release(broken.id);
  const again = aVolume(9);
  textures.acquire(again);
  again.grow({ from: 3, to: 6 });
  again.grow({ from: 0, to: 3 });
  textures.acquire({ id: again.id, geometry, voxels: again.voxels });
  expect([...slices]).toEqual([9, 9, 9, 9, 9, 9]);
  // What still comes of the broken one is nobody's.
  broken.grow({ from: 4, to: 6 });
  expect([...slices]).toEqual([9, 9, 9, 9, 9, 9]);
});

it('gives the memory of a volume back soon after the last view has left, not while one looks or comes back', () => {
  vi.useFakeTimers();
  const { gl, held } = aCard();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
  textures.acquire(volume);
  textures.acquire(volume);
  textures.release(volume.id);
  vi.advanceTimersByTime(60_000);
  expect(held.size).toBe(1);
  textures.release(volume.id);
  vi.advanceTimersByTime(500);
  // Another layout of the same scan finds it.
  textures.acquire(volume);
  vi.advanceTimersByTime(60_000);
  expect(held.size).toBe(1);
  textures.release(volume.id);
  vi.advanceTimersByTime(60_000);
  expect(held.size).toBe(0);
  expect(textures.textureOf(volume.id)).toBeNull();
});
