import type { Disposable } from '#foundation';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { ProgressiveVolume, type SliceRange } from '../../model/planes/progressive-volume.ts';

/** A texture stays this long without a user, so that another layout of the same scan finds it. */
const RETAIN_MS = 2_000;
/** Less than this a slow card takes in before a picture could be cut without it. */
const AWAITED_BYTES = 16 * 1024 * 1024;

export type VoxelSource = LoadedVolume | ProgressiveVolume;

interface Entry {
  source: VoxelSource;
  texture: WebGLTexture | null;
  users: number;
  subscription: Disposable | null;
  /** The card had no room for it. */
  outOfMemory: boolean;
  /** Reached by a slow card when it has taken all voxels in; null: it has, or nothing is on its way. */
  uploadSync: WebGLSync | null;
  releaseTimer: ReturnType<typeof setTimeout> | null;
}

/**
 * The volumes on the graphics card, one byte a voxel, counted by their users. A texture that nobody
 * shows is deleted at once the grace has passed, not when the memory is collected.
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
   * Puts everything onto this context; null: the context is gone, and its textures with it. A slow
   * one is not waited for: whole volumes are on their way to it for a while, `isUnavailable` tells.
   */
  moveTo(gl: WebGL2RenderingContext | null, slow = false): void {
    this.#gl = gl;
    this.#slow = slow;
    for (const entry of this.#entries.values()) this.#upload(entry);
  }

  /**
   * One more user. Throws in words where the card cannot hold the volume. One that grows is brought
   * onto the card when something of it is drawn: whole in one piece it takes half of the time, and
   * a fast line brings it whole before.
   */
  acquire(source: VoxelSource): void {
    const present = this.#entries.get(source.id);
    if (present !== undefined) {
      if (present.texture === null) this.#upload(present, source);
      if (present.releaseTimer !== null) clearTimeout(present.releaseTimer);
      present.releaseTimer = null;
      present.users += 1;
      // The file is loaded again: its slices come from there now, into the same texture.
      if (present.source.voxels !== source.voxels) this.#replaceSource(present, source);
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

  /** Onto the card, if there is one, what has all its voxels. Throws in words where it has no room. */
  #upload(entry: Entry, source = entry.source): void {
    Object.assign(entry, { texture: null, uploadSync: null, outOfMemory: false });
    if (this.#gl === null || isIncomplete(source)) return;
    const texture = createTexture(this.#gl, source);
    const isAwaited = this.#slow && source.voxels.byteLength >= AWAITED_BYTES;
    if (isAwaited) entry.uploadSync = fenceOf(this.#gl);
    else throwIfOutOfMemory(this.#gl, texture, source);
    entry.texture = texture;
  }

  /**
   * Of a whole volume on a slow card: not taken in yet, so that what is drawn from it would wait,
   * or never, because the card has no room.
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
      // The processor goes on drawing it.
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

  /** What is drawn from; null where there is nothing yet, or no room. */
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
        // Said in words when it is whole; till then the coarse level is seen.
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
  // In one piece it need not be made empty first.
  gl.texImage3D(
    ...([gl.TEXTURE_3D, 0, gl.R8, nx, ny, nz, 0, gl.RED, gl.UNSIGNED_BYTE] as const),
    isComplete ? source.voxels : null,
  );
  setLinearFilter(gl);
  if (!isComplete) upload(gl, { source, texture }, { from, to });
  return texture;
}

/** Throws in words where the card had no room for what it was given last; waits until it knows. */
function throwIfOutOfMemory(
  gl: WebGL2RenderingContext,
  texture: WebGLTexture | null,
  { geometry: { sizes } }: VoxelSource,
): void {
  if (gl.getError() !== gl.OUT_OF_MEMORY) return;
  gl.deleteTexture(texture);
  throw new RangeError(`${sizes.join(' × ')}: out of memory`);
}

/** Of the bound texture: between its voxels greys run straight, beyond them they stay. */
export function setLinearFilter(gl: WebGL2RenderingContext): void {
  for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R]) {
    gl.texParameteri(gl.TEXTURE_3D, axis, gl.CLAMP_TO_EDGE);
  }
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
}

/** Reached when the card has done all that it was told so far. */
function fenceOf(gl: WebGL2RenderingContext): WebGLSync | null {
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  return sync;
}

/** The slices that are there. */
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
