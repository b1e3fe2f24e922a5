import type { Vec3 } from '#geometry';
import { lengthOf } from '../math/portable-math.ts';
import type { TissueField } from './tissue.ts';

/** A straight tapered segment, e.g. a spicule or part of a duct, in mm. */
export interface Cone {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly fromRadiusMm: number;
  readonly toRadiusMm: number;
}

/** Returns whether a point lies in a cone. */
export function inCone({ from, to, fromRadiusMm, toRadiusMm }: Cone, [x, y, z]: Vec3): boolean {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const [px, py, pz] = [x - from[0], y - from[1], z - from[2]];
  const along = (px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz);
  const t = Math.max(0, Math.min(1, along));
  const radius = fromRadiusMm + (toRadiusMm - fromRadiusMm) * t;
  return lengthOf(px - t * dx, py - t * dy, pz - t * dz) < radius;
}

/** Writes a label into every cell of a cone whose current label `accepts` returns true for. */
export function fillCone(
  field: TissueField,
  cone: Cone,
  label: number,
  accepts: (label: number) => boolean,
): void {
  const { from, to } = cone;
  const radius = Math.max(cone.fromRadiusMm, cone.toRadiusMm);
  const [[x0, y0, z0], [x1, y1, z1]] = [from, to];
  const low: Vec3 = [
    Math.min(x0, x1) - radius,
    Math.min(y0, y1) - radius,
    Math.min(z0, z1) - radius,
  ];
  const high: Vec3 = [
    Math.max(x0, x1) + radius,
    Math.max(y0, y1) + radius,
    Math.max(z0, z1) + radius,
  ];
  visitCells(field, low, high, (at, point) => {
    if (accepts(field.labels[at] ?? 0) && inCone(cone, point)) field.labels[at] = label;
  });
}

/** Calls `visit` with index and centre of the cells whose centres lie in a box. */
export function visitCells(
  field: TissueField,
  low: Vec3,
  high: Vec3,
  visit: (at: number, point: Vec3) => void,
): void {
  const { cellMm, nx, ny, nz } = field;
  const first = (mm: number, origin: number): number =>
    Math.max(0, Math.ceil((mm - origin) / cellMm));
  const last = (mm: number, origin: number, count: number): number =>
    Math.min(count - 1, Math.floor((mm - origin) / cellMm));
  const x0 = (-nx / 2 + 0.5) * cellMm;
  const z0 = (-nz / 2 + 0.5) * cellMm;
  const y0 = cellMm / 2;
  for (let k = first(low[2], z0); k <= last(high[2], z0, nz); k += 1) {
    for (let i = first(low[0], x0); i <= last(high[0], x0, nx); i += 1) {
      for (let j = first(low[1], y0); j <= last(high[1], y0, ny); j += 1) {
        const point: Vec3 = [x0 + i * cellMm, y0 + j * cellMm, z0 + k * cellMm];
        visit((k * nx + i) * ny + j, point);
      }
    }
  }
}
