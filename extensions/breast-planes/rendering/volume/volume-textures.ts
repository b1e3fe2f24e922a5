import type { Disposable } from '#foundation';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { ProgressiveVolume, type SliceRange } from '../../model/planes/progressive-volume.ts';

/**
 * Time in ms that a texture stays without users, so that another layout of the same scan can reuse
 * it.
 */
const RETAIN_MS = 2_000;
/**
 * Size from which uploads to a slow GPU run in the background; for smaller volumes waiting for the
 * upload takes less time than reslicing an image on the CPU.
 */
const BACKGROUND_UPLOAD_BYTES = 16 * 1024 * 1024;

export type VoxelSource = LoadedVolume | ProgressiveVolume;

interface Entry {
  source: VoxelSource;
  texture: WebGLTexture | null;
  users: number;
  subscription: Disposable | null;
  /** Set if the GPU has no memory for the volume. */
  outOfMemory: boolean;
  /** Signalled when a slow GPU has finished the upload; null without a pending upload. */
  uploadSync: WebGLSync | null;
  releaseTimer: ReturnType<typeof setTimeout> | null;
}

/**
 * Reference-counted volume textures on the GPU, one byte per voxel. Deletes unused textures after
 * `RETAIN_MS` instead of at garbage collection.
 */
export class VolumeTextures {
  readonly #entries = new Map<string, Entry>();
  readonly #onSlicesAdded: (volumeId: string, complete: boolean) => void;
  #gl: WebGL2RenderingContext | null = null;
  #slow = false;

  constructor(onSlicesAdded: (volumeId: string, complete: boolean) => void) {
    this.#onSlicesAdded = onSlicesAdded;
  }

  /**
   * Moves all volumes to this context; null after a context loss, which deletes all textures. Does
   * not wait for uploads on a slow context; `isPending` reports unfinished uploads.
   */
  moveTo(gl: WebGL2RenderingContext | null, slow = false): void {
    this.#gl = gl;
    this.#slow = slow;
    for (const entry of this.#entries.values()) this.#upload(entry);
  }

  /**
   * Adds one user. Throws if the GPU cannot hold the volume. A loading volume is uploaded on its
   * first drawing, because one upload of the complete volume takes half the time and a fast
   * connection completes the volume before.
   */
  acquire(source: VoxelSource): void {
    const existing = this.#entries.get(source.id);
    if (existing !== undefined) {
      if (existing.texture === null) this.#upload(existing, source);
      if (existing.releaseTimer !== null) clearTimeout(existing.releaseTimer);
      existing.releaseTimer = null;
      existing.users += 1;
      // The file is loaded again; its slices now update the same texture.
      if (existing.source.voxels !== source.voxels) this.#replaceSource(existing, source);
      return;
    }
    if (this.#gl !== null) checkSizes(this.#gl, source);
    const entry: Entry = {
      source,
      users: 1,
      subscription: null,
      outOfMemory: false,
      uploadSync: null,
      releaseTimer: null,
      texture: null,
    };
    this.#upload(entry);
    this.#listen(entry, source);
    this.#entries.set(source.id, entry);
  }

  /** Uploads a complete volume if there is a context. Throws if out of memory. */
  #upload(entry: Entry, source = entry.source): void {
    Object.assign(entry, { texture: null, uploadSync: null, outOfMemory: false });
    if (this.#gl === null || isIncomplete(source)) return;
    const texture = createTexture(this.#gl, source);
    const inBackground = this.#slow && source.voxels.byteLength >= BACKGROUND_UPLOAD_BYTES;
    if (inBackground) entry.uploadSync = fenceOf(this.#gl);
    else throwIfOutOfMemory(this.#gl, texture, source);
    entry.texture = texture;
  }

  /**
   * Returns true while the upload of a complete volume to a slow GPU has not finished, so that
   * drawing would wait, and if the GPU has no memory for the volume.
   */
  isPending(volumeId: string): boolean {
    const entry = this.#entries.get(volumeId);
    if (entry === undefined || this.#gl === null || !this.#slow) return false;
    if (entry.uploadSync === null) return entry.outOfMemory;
    const gl = this.#gl;
    if (gl.getSyncParameter(entry.uploadSync, gl.SYNC_STATUS) !== gl.SIGNALED) return true;
    gl.deleteSync(entry.uploadSync);
    entry.uploadSync = null;
    try {
      throwIfOutOfMemory(gl, entry.texture, entry.source);
    } catch {
      // The CPU continues to draw the volume.
      entry.texture = null;
      entry.outOfMemory = true;
    }
    return entry.outOfMemory;
  }

  #replaceSource(entry: Entry, source: VoxelSource): void {
    entry.source = source;
    this.#listen(entry, source);
    if (this.#gl !== null && entry.texture !== null) upload(this.#gl, entry, slicesOf(source));
  }

  #listen(entry: Entry, source: VoxelSource): void {
    entry.subscription?.dispose();
    entry.subscription =
      source instanceof ProgressiveVolume
        ? source.on((range) => {
            if (this.#gl !== null && entry.texture !== null) upload(this.#gl, entry, range);
            this.#onSlicesAdded(source.id, source.complete);
          })
        : null;
  }

  release(volumeId: string): void {
    const entry = this.#entries.get(volumeId);
    if (entry === undefined) return;
    entry.users -= 1;
    if (entry.users > 0 || entry.releaseTimer !== null) return;
    entry.releaseTimer = setTimeout(() => {
      this.#entries.delete(volumeId);
      entry.subscription?.dispose();
      this.#gl?.deleteTexture(entry.texture);
    }, RETAIN_MS);
  }

  /** Returns the texture; null without slices, context or memory. */
  textureOf(volumeId: string): WebGLTexture | null {
    const entry = this.#entries.get(volumeId);
    if (entry === undefined) return null;
    if (entry.texture === null && this.#gl !== null && !entry.outOfMemory) {
      try {
        if (isIncomplete(entry.source)) {
          const texture = createTexture(this.#gl, entry.source);
          throwIfOutOfMemory(this.#gl, texture, entry.source);
          entry.texture = texture;
        } else this.#upload(entry);
      } catch {
        // Reported when the volume is complete; the coarse level is shown until then.
        entry.outOfMemory = true;
      }
    }
    return entry.texture;
  }
}

const isIncomplete = (source: VoxelSource): boolean =>
  source instanceof ProgressiveVolume && !source.complete;

function checkSizes(gl: WebGL2RenderingContext, { geometry: { sizes } }: VoxelSource): void {
  const maxSize = gl.getParameter(gl.MAX_3D_TEXTURE_SIZE) as number;
  if (Math.max(...sizes) > maxSize) throw new RangeError(`${sizes.join(' × ')} > ${maxSize}`);
}

function createTexture(gl: WebGL2RenderingContext, source: VoxelSource): WebGLTexture {
  checkSizes(gl, source);
  const [nx, ny, nz] = source.geometry.sizes;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_3D, texture);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  const { from, to } = slicesOf(source);
  const isComplete = from === 0 && to === nz;
  // A complete upload needs no prior clearing.
  gl.texImage3D(
    ...([gl.TEXTURE_3D, 0, gl.R8, nx, ny, nz, 0, gl.RED, gl.UNSIGNED_BYTE] as const),
    isComplete ? source.voxels : null,
  );
  setLinearFilter(gl);
  if (!isComplete) upload(gl, { source, texture }, { from, to });
  return texture;
}

/** Throws if the last upload ran out of memory; waits for pending GPU commands. */
function throwIfOutOfMemory(
  gl: WebGL2RenderingContext,
  texture: WebGLTexture | null,
  { geometry: { sizes } }: VoxelSource,
): void {
  if (gl.getError() !== gl.OUT_OF_MEMORY) return;
  gl.deleteTexture(texture);
  throw new RangeError(`${sizes.join(' × ')}: out of memory`);
}

/** Sets linear filtering and edge clamping on the bound texture. */
export function setLinearFilter(gl: WebGL2RenderingContext): void {
  for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R]) {
    gl.texParameteri(gl.TEXTURE_3D, axis, gl.CLAMP_TO_EDGE);
  }
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
}

/** Returns a fence that is signalled after all commands issued so far. */
function fenceOf(gl: WebGL2RenderingContext): WebGLSync | null {
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  return sync;
}

/** Returns the loaded slices. */
export const slicesOf = (source: VoxelSource): SliceRange =>
  source instanceof ProgressiveVolume ? source.ready : { from: 0, to: source.geometry.sizes[2] };

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
