import type { Disposable } from '#foundation';
import { GrowingVolume, type SliceRange } from '../model/growing-volume.ts';
import type { LoadedVolume } from '../model/loaded-volume.ts';

/** A texture stays this long without a user, so that another layout of the same scan finds it. */
const KEPT_MS = 2_000;

export type VoxelSource = LoadedVolume | GrowingVolume;

interface Entry {
  source: VoxelSource;
  texture: WebGLTexture | null;
  users: number;
  growth: Disposable | null;
  leaving: ReturnType<typeof setTimeout> | null;
}

/**
 * The volumes on the graphics card, one byte a voxel, counted by their users. A texture that nobody
 * shows is deleted at once the grace has passed, not when the memory is collected.
 */
export class VolumeTextures {
  readonly #entries = new Map<string, Entry>();
  readonly #onGrown: (volumeId: string, complete: boolean) => void;
  #gl: WebGL2RenderingContext | null = null;

  constructor(onGrown: (volumeId: string, complete: boolean) => void) {
    this.#onGrown = onGrown;
  }

  /** Puts everything onto this context; null: the context is gone, and its textures with it. */
  moveTo(gl: WebGL2RenderingContext | null): void {
    this.#gl = gl;
    for (const entry of this.#entries.values()) {
      entry.texture = gl === null ? null : makeTexture(gl, entry.source);
    }
  }

  /** One more user. Throws in words where the card cannot hold the volume. */
  acquire(source: VoxelSource): void {
    const present = this.#entries.get(source.id);
    if (present !== undefined) {
      if (present.leaving !== null) clearTimeout(present.leaving);
      present.leaving = null;
      present.users += 1;
      // The file is loaded again: its slices come from there now, into the same texture.
      if (present.source.voxels !== source.voxels) this.#follow(present, source);
      return;
    }
    const entry: Entry = {
      source,
      texture: this.#gl === null ? null : makeTexture(this.#gl, source),
      users: 1,
      growth: null,
      leaving: null,
    };
    this.#listen(entry, source);
    this.#entries.set(source.id, entry);
  }

  #follow(entry: Entry, source: VoxelSource): void {
    entry.source = source;
    this.#listen(entry, source);
    if (this.#gl !== null && entry.texture !== null) upload(this.#gl, entry, slicesOf(source));
  }

  #listen(entry: Entry, source: VoxelSource): void {
    entry.growth?.dispose();
    entry.growth =
      source instanceof GrowingVolume
        ? source.on((part) => {
            if (this.#gl !== null && entry.texture !== null) upload(this.#gl, entry, part);
            this.#onGrown(source.id, source.complete);
          })
        : null;
  }

  release(volumeId: string): void {
    const entry = this.#entries.get(volumeId);
    if (entry === undefined) return;
    entry.users -= 1;
    if (entry.users > 0 || entry.leaving !== null) return;
    entry.leaving = setTimeout(() => {
      this.#entries.delete(volumeId);
      entry.growth?.dispose();
      this.#gl?.deleteTexture(entry.texture);
    }, KEPT_MS);
  }

  textureOf(volumeId: string): WebGLTexture | null {
    return this.#entries.get(volumeId)?.texture ?? null;
  }
}

function makeTexture(gl: WebGL2RenderingContext, source: VoxelSource): WebGLTexture | null {
  const [nx, ny, nz] = source.geometry.sizes;
  const most = gl.getParameter(gl.MAX_3D_TEXTURE_SIZE) as number;
  if (Math.max(nx, ny, nz) > most) {
    throw new RangeError(`${nx} × ${ny} × ${nz} > ${most}`);
  }
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_3D, texture);
  gl.texStorage3D(gl.TEXTURE_3D, 1, gl.R8, nx, ny, nz);
  if (gl.getError() === gl.OUT_OF_MEMORY) {
    gl.deleteTexture(texture);
    throw new RangeError(`${nx} × ${ny} × ${nz}: out of memory`);
  }
  readSmoothly(gl);
  upload(gl, { source, texture }, slicesOf(source));
  return texture;
}

/** Of the bound texture: between its voxels greys run straight, beyond them they stay. */
export function readSmoothly(gl: WebGL2RenderingContext): void {
  for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R]) {
    gl.texParameteri(gl.TEXTURE_3D, axis, gl.CLAMP_TO_EDGE);
  }
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
}

/** The slices that are there. */
export const slicesOf = (source: VoxelSource): SliceRange =>
  source instanceof GrowingVolume ? source.ready : { from: 0, to: source.geometry.sizes[2] };

function upload(
  gl: WebGL2RenderingContext,
  { source, texture }: Pick<Entry, 'source' | 'texture'>,
  { from, to }: SliceRange,
): void {
  if (to <= from) return;
  const [nx, ny] = source.geometry.sizes;
  gl.bindTexture(gl.TEXTURE_3D, texture);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.texSubImage3D(
    ...([gl.TEXTURE_3D, 0, 0, 0, from, nx, ny, to - from, gl.RED, gl.UNSIGNED_BYTE] as const),
    ...([source.voxels, from * nx * ny] as const),
  );
}
