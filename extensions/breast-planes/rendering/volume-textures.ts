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
  /** The card had no room for it while it grew. */
  refused: boolean;
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
      entry.refused = false;
      entry.texture = gl === null || isGrowing(entry.source) ? null : makeTexture(gl, entry.source);
    }
  }

  /**
   * One more user. Throws in words where the card cannot hold the volume. One that grows is brought
   * onto the card when something of it is drawn: whole in one piece it takes half of the time, and
   * a fast line brings it whole before.
   */
  acquire(source: VoxelSource): void {
    const present = this.#entries.get(source.id);
    if (present !== undefined) {
      if (this.#gl !== null && present.texture === null && !isGrowing(source)) {
        present.texture = makeTexture(this.#gl, source);
      }
      if (present.leaving !== null) clearTimeout(present.leaving);
      present.leaving = null;
      present.users += 1;
      // The file is loaded again: its slices come from there now, into the same texture.
      if (present.source.voxels !== source.voxels) this.#follow(present, source);
      return;
    }
    if (this.#gl !== null) checkSizes(this.#gl, source);
    const entry: Entry = {
      ...{ source, users: 1, growth: null, refused: false, leaving: null },
      texture: this.#gl === null || isGrowing(source) ? null : makeTexture(this.#gl, source),
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

  /** What is drawn from; null where there is nothing yet, or no room. */
  textureOf(volumeId: string): WebGLTexture | null {
    const entry = this.#entries.get(volumeId);
    if (entry === undefined) return null;
    if (entry.texture === null && this.#gl !== null && !entry.refused) {
      try {
        entry.texture = makeTexture(this.#gl, entry.source);
      } catch {
        // Said in words when it is whole; till then the coarse level is seen.
        entry.refused = true;
      }
    }
    return entry.texture;
  }
}

const isGrowing = (source: VoxelSource): boolean =>
  source instanceof GrowingVolume && !source.complete;

function checkSizes(gl: WebGL2RenderingContext, { geometry: { sizes } }: VoxelSource): void {
  const most = gl.getParameter(gl.MAX_3D_TEXTURE_SIZE) as number;
  if (Math.max(...sizes) > most) throw new RangeError(`${sizes.join(' × ')} > ${most}`);
}

function makeTexture(gl: WebGL2RenderingContext, source: VoxelSource): WebGLTexture | null {
  checkSizes(gl, source);
  const [nx, ny, nz] = source.geometry.sizes;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_3D, texture);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  const { from, to } = slicesOf(source);
  const whole = from === 0 && to === nz;
  // In one piece it need not be made empty first.
  gl.texImage3D(
    ...([gl.TEXTURE_3D, 0, gl.R8, nx, ny, nz, 0, gl.RED, gl.UNSIGNED_BYTE] as const),
    whole ? source.voxels : null,
  );
  if (gl.getError() === gl.OUT_OF_MEMORY) {
    gl.deleteTexture(texture);
    throw new RangeError(`${nx} × ${ny} × ${nz}: out of memory`);
  }
  readSmoothly(gl);
  if (!whole) upload(gl, { source, texture }, { from, to });
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
