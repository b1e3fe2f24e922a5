import { afterEach, expect, it, vi } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { GrowingVolume } from '../model/growing-volume.ts';
import { VolumeTextures } from './volume-textures.ts';

const geometry = scannedVolumeGeometry([4, 4, 6], [1, 1, 1], 2);
const slice = 16;

/** A graphics card that keeps what was uploaded, by slice. */
function aCard() {
  const slices = new Uint8Array(6);
  const pieces: number[] = [];
  const textures = new Set<object>();
  const buffers = new Map<object, Uint8Array>();
  let bound: object | null = null;
  const gl = new Proxy(
    {
      OUT_OF_MEMORY: 1285,
      NO_ERROR: 0,
      createBuffer: () => ({}),
      bindBuffer: (_: unknown, buffer: object | null) => {
        bound = buffer;
      },
      bufferData: (_: unknown, bytes: number) =>
        bound !== null && buffers.set(bound, new Uint8Array(bytes)),
      bufferSubData: (...[, at, from, first, count]: readonly unknown[]) => {
        const [start, bytes] = [first as number, count as number];
        const part = (from as Uint8Array).subarray(start, start + bytes);
        buffers.get(bound as object)?.set(part, at as number);
      },
      deleteBuffer: (buffer: object) => buffers.delete(buffer),
      getParameter: () => 2048,
      getError: () => 0,
      createTexture: () => {
        const texture = {};
        textures.add(texture);
        return texture;
      },
      deleteTexture: (texture: object) => textures.delete(texture),
      texImage3D: (...all: readonly unknown[]) => {
        const voxels = bound === null ? (all[9] as Uint8Array | null) : buffers.get(bound);
        slices.forEach((_, n) => {
          slices[n] = voxels?.[n * slice] ?? 0;
        });
        if (voxels !== null) pieces.push(bound === null ? 6 : 600);
      },
      texSubImage3D: (...all: readonly unknown[]) => {
        const [from, count] = [all[4] as number, all[7] as number];
        const [voxels, at] = [all[10] as Uint8Array, all[11] as number];
        pieces.push(count);
        for (let n = 0; n < count; n++) slices[from + n] = voxels[at + n * slice] ?? 0;
      },
    } as Record<string, unknown>,
    { get: (known, name: string) => known[name] ?? (() => undefined) },
  );
  return { gl: gl as unknown as WebGL2RenderingContext, slices, pieces, held: textures, buffers };
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
  textures.textureOf(broken.id);
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

it('brings one that is whole before anything of it is drawn onto the card in one piece', () => {
  const { gl, slices, pieces, held, buffers } = aCard();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
  textures.acquire(volume);
  volume.grow({ from: 3, to: 6 });
  expect(held.size).toBe(0);
  // What has come waits on the card already.
  expect([...buffers.values()].map((bytes) => bytes.filter((grey) => grey === 7).length)).toEqual([
    3 * slice,
  ]);
  volume.grow({ from: 0, to: 3 });
  textures.acquire({ id: volume.id, geometry, voxels: volume.voxels });
  expect(pieces).toEqual([600]);
  expect(buffers.size).toBe(0);
  expect([...slices]).toEqual([7, 7, 7, 7, 7, 7]);
  expect(textures.textureOf(volume.id)).not.toBeNull();
  expect(held.size).toBe(1);
});

it('brings what is there onto the card when it is drawn, and the rest as it comes', () => {
  const { gl, slices, pieces, buffers } = aCard();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
  textures.acquire(volume);
  volume.grow({ from: 3, to: 5 });
  textures.textureOf(volume.id);
  volume.grow({ from: 1, to: 3 });
  expect(pieces).toEqual([2, 2]);
  expect([...slices]).toEqual([0, 7, 7, 7, 7, 0]);
  expect(buffers.size).toBe(0);
});

it('takes it from the page where the card has no room for what waits beside the texture', () => {
  const { gl, slices, pieces, buffers } = aCard();
  const errors = [1285, 0];
  Object.assign(gl, { getError: () => errors.shift() ?? 0 });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
  textures.acquire(volume);
  volume.grow({ from: 3, to: 6 });
  volume.grow({ from: 0, to: 3 });
  textures.acquire({ id: volume.id, geometry, voxels: volume.voxels });
  expect(pieces.at(-1)).toBe(6);
  expect([...slices]).toEqual([7, 7, 7, 7, 7, 7]);
  expect(buffers.size).toBe(0);
});

it('lets go of what waits when nobody looks any more', () => {
  vi.useFakeTimers();
  const { gl, buffers } = aCard();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
  textures.acquire(volume);
  volume.grow({ from: 3, to: 6 });
  expect(buffers.size).toBe(1);
  textures.release(volume.id);
  vi.advanceTimersByTime(60_000);
  expect(buffers.size).toBe(0);
});

it('says in words that a volume has no room, at once where it is whole and at the end where it grows', () => {
  const { gl } = aCard();
  Object.assign(gl, { getError: () => 1285 });
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
  textures.acquire(volume);
  volume.grow({ from: 3, to: 6 });
  expect(textures.textureOf(volume.id)).toBeNull();
  volume.grow({ from: 0, to: 3 });
  const whole = { id: volume.id, geometry, voxels: volume.voxels };
  expect(() => textures.acquire(whole)).toThrow('4 × 4 × 6: out of memory');
  expect(() => textures.acquire({ ...whole, id: 'another' })).toThrow('out of memory');
});

it('gives the memory of a volume back soon after the last view has left, not while one looks or comes back', () => {
  vi.useFakeTimers();
  const { gl, held } = aCard();
  const textures = new VolumeTextures(() => undefined);
  textures.moveTo(gl);
  const volume = aVolume(7);
  textures.acquire(volume);
  textures.acquire(volume);
  textures.textureOf(volume.id);
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
