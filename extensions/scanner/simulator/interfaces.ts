import type { FrameGeometry } from '../model/index.ts';
import { sampleToMm } from '../model/index.ts';
import type { Echoes } from './insonify.ts';
import { surfaceCosine } from './lesions.ts';
import type { Phantom } from './phantom.ts';
import { TISSUE, type TissueField } from './tissue.ts';

/** Strength of a mirror-like echo against the scatterers of gland; set by eye on skin and fascia. */
const GAIN = 14;
/** How sharply a mirror points: the echo falls with this power of the cosine. */
const SHARPNESS = 5;

interface Surface {
  readonly heightMm: Float32Array;
  readonly above: number;
  readonly below: number;
}

/**
 * Adds the specular echoes of smooth surfaces: skin, fascia and the borders of lesions. They are
 * real amplitudes that add along the surface, unlike the scatterers' random ones.
 */
export function addInterfaces(
  phantom: Phantom,
  frame: FrameGeometry,
  clockDeg: number,
  echoes: Echoes,
): void {
  const { field } = phantom;
  const surfaces: readonly Surface[] = [
    { heightMm: field.skinTopMm, above: TISSUE.gel, below: TISSUE.skin },
    { heightMm: field.skinBottomMm, above: TISSUE.skin, below: TISSUE.fat },
    { heightMm: field.muscleTopMm, above: TISSUE.fat, below: TISSUE.muscle },
  ];
  for (let line = 0; line < echoes.lines; line += 1) {
    const first = sampleToMm(frame, clockDeg, { line: line - echoes.margin, sample: 0 });
    const second = sampleToMm(frame, clockDeg, { line: line - echoes.margin, sample: 1 });
    for (const surface of surfaces) addSurface(field, surface, first, second, echoes, line);
    addLesionBorders(phantom, first, second, echoes, line);
  }
}

type Point = readonly [number, number, number];

const reflection = (field: TissueField, above: number, below: number): number => {
  const a = field.acoustics.impedance[above] ?? 1;
  const b = field.acoustics.impedance[below] ?? 1;
  return (GAIN * (b - a)) / (b + a);
};

/** Where a beam crosses a height map, with the echo shared by the two samples about the crossing. */
function addSurface(
  field: TissueField,
  surface: Surface,
  first: Point,
  second: Point,
  echoes: Echoes,
  line: number,
): void {
  const strength = reflection(field, surface.above, surface.below);
  const [dx, dy, dz] = [second[0] - first[0], second[1] - first[1], second[2] - first[2]];
  let before = first[1] - heightAt(field, surface.heightMm, first[0], first[2]);
  for (let j = 0; j + 1 < echoes.samples; j += 1) {
    const x = first[0] + (j + 1) * dx;
    const z = first[2] + (j + 1) * dz;
    const after = first[1] + (j + 1) * dy - heightAt(field, surface.heightMm, x, z);
    if (before < 0 && after >= 0) {
      const share = before / (before - after);
      const at = line * echoes.samples + j;
      const echo = strength * cosine(field, surface.heightMm, x, z) ** SHARPNESS;
      echoes.real[at] = (echoes.real[at] ?? 0) + echo * (1 - share);
      echoes.real[at + 1] = (echoes.real[at + 1] ?? 0) + echo * share;
      return;
    }
    before = after;
  }
}

function heightAt(field: TissueField, heightMm: Float32Array, x: number, z: number): number {
  const fx = Math.min(field.nx - 1.001, Math.max(0, x / field.cellMm + field.nx / 2 - 0.5));
  const fz = Math.min(field.nz - 1.001, Math.max(0, z / field.cellMm + field.nz / 2 - 0.5));
  const i = fx | 0;
  const k = fz | 0;
  const at = k * field.nx + i;
  const tx = fx - i;
  const tz = fz - k;
  const near = (heightMm[at] ?? 0) * (1 - tx) + (heightMm[at + 1] ?? 0) * tx;
  const far = (heightMm[at + field.nx] ?? 0) * (1 - tx) + (heightMm[at + field.nx + 1] ?? 0) * tx;
  return near * (1 - tz) + far * tz;
}

/** Cosine between depth and the surface's normal, from the slope over two millimetres. */
function cosine(field: TissueField, heightMm: Float32Array, x: number, z: number): number {
  const sx = (heightAt(field, heightMm, x + 1, z) - heightAt(field, heightMm, x - 1, z)) / 2;
  const sz = (heightAt(field, heightMm, x, z + 1) - heightAt(field, heightMm, x, z - 1)) / 2;
  return 1 / Math.sqrt(1 + sx * sx + sz * sz);
}

const LESION_TISSUE: ReadonlySet<number> = new Set([
  TISSUE.cyst,
  TISSUE.cystWall,
  TISSUE.solid,
  TISSUE.halo,
]);

function addLesionBorders(
  phantom: Phantom,
  first: Point,
  second: Point,
  echoes: Echoes,
  line: number,
): void {
  const from = line * echoes.samples;
  for (let j = 0; j + 1 < echoes.samples; j += 1) {
    const above = echoes.labels[from + j] ?? 0;
    const below = echoes.labels[from + j + 1] ?? 0;
    if (above === below || !(LESION_TISSUE.has(above) || LESION_TISSUE.has(below))) continue;
    const point: Point = [
      first[0] + j * (second[0] - first[0]),
      first[1] + j * (second[1] - first[1]),
      first[2] + j * (second[2] - first[2]),
    ];
    const lesion = nearestLesion(phantom, point);
    if (lesion === null) continue;
    const echo =
      reflection(phantom.field, above, below) * surfaceCosine(lesion, point) ** SHARPNESS;
    echoes.real[from + j] = (echoes.real[from + j] ?? 0) + echo;
  }
}

function nearestLesion(phantom: Phantom, point: Point): Phantom['lesions'][number] | null {
  let nearest: Phantom['lesions'][number] | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const lesion of phantom.lesions) {
    const [cx, cy, cz] = lesion.centreMm;
    const distance = Math.hypot(point[0] - cx, point[1] - cy, point[2] - cz);
    if (distance < least) {
      least = distance;
      nearest = lesion;
    }
  }
  return nearest;
}
