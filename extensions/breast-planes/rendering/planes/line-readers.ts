import { cross, type ImageFrame, type Vec3, type VolumeGeometry } from '#geometry';
import { depthWeights, meanOfRows } from '../../model/planes/depth-mean.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import type { Slab, SlabKind } from '../../model/planes/plane-presentation.ts';
import { slabOffsetsMm } from '../../model/planes/slab-offsets.ts';

/** Value outside the volume. */
export const NO_VALUE = -1;

/**
 * Fills `into` with the grey levels (0..255, or `NO_VALUE`) at equidistant points, given in voxel
 * indices.
 */
export type LineReader = (start: Vec3, step: Vec3, into: Float32Array) => void;

/** Returns a reader for a slice or slab around the points of a plane. */
export function slabReader(
  { geometry, voxels }: LoadedVolume,
  frame: ImageFrame,
  slab: Slab,
): LineReader {
  const mean = depthWeights(geometry, geometry, frame, slab);
  if (mean !== null) {
    const [nx, , nz] = geometry.sizes;
    const layer = new Float32Array(nx * nz);
    meanOfRows(voxels, geometry, mean, { from: 0, to: nz }, layer);
    return layerReader(layer, nx, nz);
  }
  const read = trilinearReader(voxels, geometry.sizes);
  const offsets = slabOffsetsMm(geometry, frame, slab.thicknessMm);
  if (offsets.length === 1) return read;
  const perMm = towardsViewer(geometry, frame);
  const shifts = offsets.map((mm) => [perMm[0] * mm, perMm[1] * mm, perMm[2] * mm] as const);
  return combinedReader(read, shifts, COMBINED[slab.kind]);
}

/** Returns one millimetre towards the viewer, in voxels. */
function towardsViewer({ spacingMm }: VolumeGeometry, frame: ImageFrame): Vec3 {
  const normal = cross(frame.down, frame.right);
  return [normal[0] / spacingMm[0], normal[1] / spacingMm[1], normal[2] / spacingMm[2]];
}

/**
 * Interpolates between the eight voxels around each point; repeats the outermost voxels up to the
 * volume's faces.
 */
function trilinearReader(voxels: Uint8Array, [nx, ny, nz]: Vec3): LineReader {
  const layer = nx * ny;
  return (start, step, into) => {
    for (let n = 0; n < into.length; n++) {
      const i = start[0] + n * step[0];
      const j = start[1] + n * step[1];
      const k = start[2] + n * step[2];
      // Written so that NaN counts as outside.
      const inside = i >= -0.5 && i <= nx - 0.5 && j >= -0.5 && j <= ny - 0.5;
      if (!(inside && k >= -0.5 && k <= nz - 0.5)) {
        into[n] = NO_VALUE;
        continue;
      }
      const x = Math.min(nx - 1, Math.max(0, i));
      const y = Math.min(ny - 1, Math.max(0, j));
      const z = Math.min(nz - 1, Math.max(0, k));
      const [x0, y0, z0] = [Math.floor(x), Math.floor(y), Math.floor(z)];
      const at = x0 + nx * y0 + layer * z0;
      const right = x0 + 1 < nx ? 1 : 0;
      const below = at + (y0 + 1 < ny ? nx : 0);
      const deep = z0 + 1 < nz ? layer : 0;
      const upper = mix(voxels[at], voxels[at + right], x - x0);
      const lower = mix(voxels[below], voxels[below + right], x - x0);
      const deepUpper = mix(voxels[at + deep], voxels[at + deep + right], x - x0);
      const deepLower = mix(voxels[below + deep], voxels[below + deep + right], x - x0);
      const near = mix(upper, lower, y - y0);
      into[n] = near + (mix(deepUpper, deepLower, y - y0) - near) * (z - z0);
    }
  };
}

const mix = (a: number | undefined, b: number | undefined, fraction: number): number =>
  (a as number) + ((b as number) - (a as number)) * fraction;

/** Returns a reader of one layer of means (0..1) along x and z; ignores the depth of the points. */
function layerReader(layer: Float32Array, nx: number, nz: number): LineReader {
  return (start, step, into) => {
    for (let n = 0; n < into.length; n++) {
      const i = start[0] + n * step[0];
      const k = start[2] + n * step[2];
      if (!(i >= -0.5 && i <= nx - 0.5 && k >= -0.5 && k <= nz - 0.5)) {
        into[n] = NO_VALUE;
        continue;
      }
      const x = Math.min(nx - 1, Math.max(0, i));
      const z = Math.min(nz - 1, Math.max(0, k));
      const [x0, z0] = [Math.floor(x), Math.floor(z)];
      const at = x0 + nx * z0;
      const right = x0 + 1 < nx ? 1 : 0;
      const deep = at + (z0 + 1 < nz ? nx : 0);
      const near = mix(layer[at], layer[at + right], x - x0);
      into[n] = 255 * (near + (mix(layer[deep], layer[deep + right], x - x0) - near) * (z - z0));
    }
  };
}

interface Combination {
  readonly initial: number;
  add(combined: number, greyLevel: number): number;
  /** Returns the grey level from the combined value of `count` points. */
  finish(combined: number, count: number): number;
}

const COMBINED: Readonly<Record<SlabKind, Combination>> = {
  mean: {
    initial: 0,
    add: (sum, greyLevel) => sum + greyLevel,
    finish: (sum, count) => sum / count,
  },
  mip: { initial: 0, add: (max, greyLevel) => Math.max(max, greyLevel), finish: (max) => max },
  minip: { initial: 255, add: (min, greyLevel) => Math.min(min, greyLevel), finish: (min) => min },
};

/** Combines the points inside the volume over all slices of a slab. */
function combinedReader(
  read: LineReader,
  shifts: readonly Vec3[],
  { initial, add, finish }: Combination,
): LineReader {
  return (start, step, into) => {
    const [slice, counts] = [new Float32Array(into.length), new Uint8Array(into.length)];
    into.fill(initial);
    for (const shift of shifts) {
      read([start[0] + shift[0], start[1] + shift[1], start[2] + shift[2]], step, slice);
      for (let n = 0; n < slice.length; n++) {
        const greyLevel = slice[n] as number;
        if (greyLevel === NO_VALUE) continue;
        into[n] = add(into[n] as number, greyLevel);
        counts[n] = (counts[n] as number) + 1;
      }
    }
    for (let n = 0; n < into.length; n++) {
      const count = counts[n] as number;
      into[n] = count === 0 ? NO_VALUE : finish(into[n] as number, count);
    }
  };
}
