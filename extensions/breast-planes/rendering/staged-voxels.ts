import type { SliceRange } from '../model/growing-volume.ts';
import type { VoxelSource } from './volume-textures.ts';

/**
 * Voxels of a volume that comes, in a buffer of the card: each slab is brought there while the next
 * is on its way, and the texture is made of all in one piece. In parts it would take twice as long.
 */
export class StagedVoxels {
  readonly #gl: WebGL2RenderingContext;
  readonly #buffer: WebGLBuffer;
  readonly #slice: number;

  constructor(gl: WebGL2RenderingContext, { geometry, voxels }: VoxelSource) {
    this.#gl = gl;
    this.#slice = geometry.sizes[0] * geometry.sizes[1];
    this.#buffer = gl.createBuffer();
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, this.#buffer);
    gl.bufferData(gl.PIXEL_UNPACK_BUFFER, voxels.byteLength, gl.STREAM_DRAW);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
  }

  /** Slices that have come. */
  add({ voxels }: VoxelSource, { from, to }: SliceRange): void {
    const gl = this.#gl;
    const [at, count] = [from * this.#slice, (to - from) * this.#slice];
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, this.#buffer);
    gl.bufferSubData(gl.PIXEL_UNPACK_BUFFER, at, voxels, at, count);
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
  }

  /** Makes the bound texture of all slices. False where the card had no room for both. */
  intoTexture([nx, ny, nz]: readonly [number, number, number]): boolean {
    const gl = this.#gl;
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, this.#buffer);
    gl.texImage3D(
      ...([gl.TEXTURE_3D, 0, gl.R8, nx, ny, nz, 0, gl.RED, gl.UNSIGNED_BYTE, 0] as const),
    );
    gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
    return gl.getError() === gl.NO_ERROR;
  }

  dispose(): void {
    this.#gl.deleteBuffer(this.#buffer);
  }
}
