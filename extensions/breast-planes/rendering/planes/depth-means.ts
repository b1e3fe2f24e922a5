import { type DepthWeights, depthWeights, meanOfRows } from '../../model/planes/depth-mean.ts';
import type { SliceRange } from '../../model/planes/progressive-volume.ts';
import { setLinearFilter, slicesOf, type VoxelSource } from '../volume/volume-textures.ts';
import type { SliceContent, SliceView } from './slice-view.ts';

interface Entry {
  /** Source of the mean; the same array until and after the last slice has arrived. */
  readonly voxels: Uint8Array;
  readonly weights: DepthWeights;
  /** Slices whose mean is on the GPU. */
  readonly done: SliceRange;
  readonly texture: WebGLTexture;
}

/** Means of a view's volume, and of the finer level loading over it. */
export interface Means {
  readonly coarse: WebGLTexture | null;
  readonly fine: WebGLTexture | null;
}

/**
 * Mean slabs across the depth, computed on the CPU: one layer per view, which the GPU reads once
 * per pixel instead of once per voxel of the slab. Stored as half floats, because bytes would show
 * steps at high contrast.
 */
export class DepthMeans {
  readonly #gl: WebGL2RenderingContext;
  readonly #entries = new Map<SliceView, readonly Entry[]>();
  #means = new Float32Array(0);

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /** Returns the updated means of a view; null if its slab is not a mean slab across the depth. */
  meansOf(view: SliceView, { volume, placement, presentation }: SliceContent): Means | null {
    const { finer } = volume;
    const box = finer?.geometry ?? volume.geometry;
    const weightsFor = (source: VoxelSource) => {
      const weights = depthWeights(source.geometry, box, placement.frame, presentation.slab);
      return weights === null ? null : { source, weights };
    };
    const coarse = weightsFor(volume);
    const fine = finer === undefined ? undefined : weightsFor(finer);
    if (coarse === null || fine === null) {
      this.drop(view);
      return null;
    }
    const previous = this.#entries.get(view) ?? [];
    const current = [coarse, ...(fine === undefined ? [] : [fine])].map(({ source, weights }) =>
      this.#updated(
        previous.find(({ voxels }) => voxels === source.voxels),
        source,
        weights,
      ),
    );
    for (const { texture } of previous) {
      if (!current.some((entry) => entry.texture === texture)) this.#gl.deleteTexture(texture);
    }
    this.#entries.set(view, current);
    return { coarse: current[0]?.texture ?? null, fine: current[1]?.texture ?? null };
  }

  drop(view: SliceView): void {
    for (const { texture } of this.#entries.get(view) ?? []) this.#gl.deleteTexture(texture);
    this.#entries.delete(view);
  }

  #updated(existing: Entry | undefined, source: VoxelSource, weights: DepthWeights): Entry {
    const texture = existing?.texture ?? layerOn(this.#gl, source);
    const available = slicesOf(source);
    const same = existing !== undefined && sameWeights(existing.weights, weights);
    const missing = same
      ? [
          { from: available.from, to: existing.done.from },
          { from: existing.done.to, to: available.to },
        ]
      : [available];
    for (const slices of missing) this.#fill(texture, source, weights, slices);
    return { voxels: source.voxels, weights, done: available, texture };
  }

  #fill(
    texture: WebGLTexture,
    { geometry, voxels }: VoxelSource,
    weights: DepthWeights,
    slices: SliceRange,
  ): void {
    const { from, to } = slices;
    if (to <= from) return;
    const gl = this.#gl;
    const [nx, , nz] = geometry.sizes;
    if (this.#means.length < nx * nz) this.#means = new Float32Array(nx * nz);
    meanOfRows(voxels, geometry, weights, slices, this.#means);
    gl.bindTexture(gl.TEXTURE_3D, texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texSubImage3D(
      ...([gl.TEXTURE_3D, 0, 0, 0, from, nx, 1, to - from, gl.RED, gl.FLOAT] as const),
      ...([this.#means, from * nx] as const),
    );
  }
}

/** Creates an empty layer with the width and height of the source. */
function layerOn(gl: WebGL2RenderingContext, { geometry }: VoxelSource): WebGLTexture {
  const [nx, , nz] = geometry.sizes;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_3D, texture);
  gl.texStorage3D(gl.TEXTURE_3D, 1, gl.R16F, nx, 1, nz);
  setLinearFilter(gl);
  return texture;
}

const sameWeights = (a: DepthWeights, b: DepthWeights): boolean =>
  a.from === b.from &&
  a.weights.length === b.weights.length &&
  a.weights.every((weight, at) => weight === b.weights[at]);
