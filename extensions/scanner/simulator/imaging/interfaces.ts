import type { Vec3 } from '#geometry';
import { NATIVE_PER_CELL } from '../kernels/frame-layout.ts';
import { lengthOf } from '../math/portable-math.ts';
import type { Lesion } from '../phantom/lesions.ts';
import type { Phantom } from '../phantom/phantom.ts';
import type { TissueField } from '../phantom/tissue.ts';
import type { Beams } from './frame-grid.ts';

/**
 * Strength of a specular echo relative to the scatterers of gland; set by eye on skin and fascia.
 */
const GAIN = 11.7;
/** Sharpness of the specular reflection: the echo falls with this power of the cosine. */
const SHARPNESS = 5;
/** Step of the search for the surface of a lesion along a beam. */
const SEARCH_MM = 0.25;

/** Native line that receives echoes. */
export interface LineTarget {
  /** Complex echoes, interleaved, with `pad` native samples before the first cell. */
  readonly line: Float32Array;
  readonly pad: number;
  readonly u: number;
  readonly firstCell: number;
  readonly cells: number;
}

/**
 * Adds the specular echoes of smooth surfaces: skin, fascia and the borders of lesions. Their
 * amplitudes are real and add up along the surface, unlike the random amplitudes of scatterers.
 */
export class Interfaces {
  readonly #phantom: Phantom;
  readonly #gain: number;
  readonly #surfaces: readonly { readonly heightMm: Float32Array; readonly echo: number }[];

  /** `pitchMm` is the distance between native lines, which affects the sum along a surface. */
  constructor(phantom: Phantom, pitchMm: number) {
    const { field, specularSurfaces } = phantom;
    this.#phantom = phantom;
    this.#gain = GAIN * Math.sqrt((pitchMm * NATIVE_PER_CELL) / field.cellMm);
    this.#surfaces = specularSurfaces.map(({ heightMm, above, below }) => ({
      heightMm,
      echo: this.#gain * reflection(field, above, below),
    }));
  }

  addTo(target: LineTarget, beams: Beams): void {
    for (const { heightMm, echo } of this.#surfaces) {
      const point = this.#crossing(target.u, beams, heightMm);
      const slope = slopeAt(this.#phantom.field, heightMm, point[0], point[2]);
      this.#add(target, point[1], echo * specularFactor(beams, [-slope[0], 1, -slope[1]]));
    }
    for (const lesion of this.#phantom.lesions) this.#addLesion(target, beams, lesion);
  }

  /**
   * Returns the intersection of a beam with a height map; a few steps suffice, because the beam is
   * almost upright and the map is smooth.
   */
  #crossing(u: number, beams: Beams, heightMm: Float32Array): Vec3 {
    let depthMm = 0;
    let point: Vec3 = [0, 0, 0];
    for (let i = 0; i < 4; i += 1) {
      point = pointAt(beams, u, depthMm);
      depthMm = heightAt(this.#phantom.field, heightMm, point[0], point[2]);
    }
    return [point[0], depthMm, point[2]];
  }

  #addLesion(target: LineTarget, beams: Beams, lesion: Lesion): void {
    if (lesion.surfaceLabels === null) return;
    const [cx, cy, cz] = lesion.centreMm;
    const across = lesion.extent * Math.max(lesion.radiiMm[0], lesion.radiiMm[2]);
    const nearest = pointAt(beams, target.u, cy);
    // A tilted beam is slightly nearer above or below, hence the margin.
    if (lengthOf(nearest[0] - cx, nearest[2] - cz) > across + 1) return;
    const extentMm = lesion.extent * lesion.radiiMm[1] + SEARCH_MM;
    const { outside, inside } = lesion.surfaceLabels;
    const echo = this.#gain * reflection(this.#phantom.field, outside, inside);
    let before = lesion.relativeRadiusAt(pointAt(beams, target.u, cy - extentMm)) - 1;
    for (let y = cy - extentMm + SEARCH_MM; y <= cy + extentMm; y += SEARCH_MM) {
      const after = lesion.relativeRadiusAt(pointAt(beams, target.u, y)) - 1;
      if (before < 0 !== after < 0) {
        const depthMm = y - (SEARCH_MM * after) / (after - before);
        const normal = normalAt(lesion, pointAt(beams, target.u, depthMm));
        this.#add(target, depthMm, Math.sign(before) * echo * specularFactor(beams, normal));
      }
      before = after;
    }
  }

  /** Splits an echo between the two native samples adjacent to its depth. */
  #add({ line, pad, firstCell, cells }: LineTarget, depthMm: number, echo: number): void {
    const at = (depthMm * NATIVE_PER_CELL) / this.#phantom.field.cellMm - 0.5;
    const offset = at - firstCell * NATIVE_PER_CELL;
    const n = Math.floor(offset);
    if (n < 0 || n + 1 >= cells * NATIVE_PER_CELL) return;
    const index = 2 * (pad + n);
    line[index] = (line[index] ?? 0) + echo * (1 - (offset - n));
    line[index + 2] = (line[index + 2] ?? 0) + echo * (offset - n);
  }
}

/** Returns the point in the tissue at which a line of the array at `u` reaches a depth. */
function pointAt(beams: Beams, u: number, depthMm: number): Vec3 {
  const radius = beams.radiusMm(u, beams.rangeAt(u, depthMm));
  return [beams.xMm(radius, 0), depthMm, beams.zMm(radius, 0)];
}

/** Returns the amplitude reflection coefficient of a step in impedance, −1..1. */
function reflection(field: TissueField, above: number, below: number): number {
  const a = field.acoustics.impedance[above] ?? 1;
  const b = field.acoustics.impedance[below] ?? 1;
  return (b - a) / (b + a);
}

/** Returns the share of an echo that a surface with this normal reflects to the array, 0..1. */
function specularFactor(beams: Beams, [nx, ny, nz]: Vec3): number {
  const [bx, by, bz] = beams.direction;
  const size = lengthOf(nx, ny, nz) * lengthOf(bx, by, bz);
  if (size === 0) return 0;
  const cos = Math.abs(nx * bx + ny * by + nz * bz) / size;
  let power = 1;
  for (let i = 0; i < SHARPNESS; i += 1) power *= cos;
  return power;
}

/** Returns the outward normal of a lesion's surface; its length is arbitrary. */
function normalAt(lesion: Lesion, [x, y, z]: Vec3): Vec3 {
  const d = 0.3;
  return [
    lesion.relativeRadiusAt([x + d, y, z]) - lesion.relativeRadiusAt([x - d, y, z]),
    lesion.relativeRadiusAt([x, y + d, z]) - lesion.relativeRadiusAt([x, y - d, z]),
    lesion.relativeRadiusAt([x, y, z + d]) - lesion.relativeRadiusAt([x, y, z - d]),
  ];
}

/** Returns the slope along x and z over 2 mm. */
function slopeAt(field: TissueField, heightMm: Float32Array, x: number, z: number) {
  const at = (dx: number, dz: number) => heightAt(field, heightMm, x + dx, z + dz);
  return [(at(1, 0) - at(-1, 0)) / 2, (at(0, 1) - at(0, -1)) / 2] as const;
}

/** Returns the height map at (x, z), interpolated linearly. */
function heightAt(field: TissueField, heightMm: Float32Array, x: number, z: number): number {
  const fx = Math.min(field.nx - 1.001, Math.max(0, x / field.cellMm + field.nx / 2 - 0.5));
  const fz = Math.min(field.nz - 1.001, Math.max(0, z / field.cellMm + field.nz / 2 - 0.5));
  const i = Math.floor(fx);
  const k = Math.floor(fz);
  const at = k * field.nx + i;
  const tx = fx - i;
  const tz = fz - k;
  const near = (heightMm[at] ?? 0) * (1 - tx) + (heightMm[at + 1] ?? 0) * tx;
  const far = (heightMm[at + field.nx] ?? 0) * (1 - tx) + (heightMm[at + field.nx + 1] ?? 0) * tx;
  return near * (1 - tz) + far * tz;
}
