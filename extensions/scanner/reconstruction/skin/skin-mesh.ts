import { radialDirection } from '#geometry';
import { SKIN_ANGLES, SKIN_RADII, type SkinMap } from './skin-map.ts';

/** Triangle mesh in patient mm (LPS), counter-clockwise as seen from the transducer. */
export interface Mesh {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array;
}

/**
 * Builds the mesh of the skin: closed at the axis and around the circle, open where contact ends.
 */
export function skinMesh(map: SkinMap): Mesh {
  const vertexOf = new Int32Array(map.depthMm.length).fill(-1);
  const positions: number[] = [];
  const apex = meanAtAxis(map);
  if (apex !== null) positions.push(0, apex, 0);
  for (let angle = 0; angle < SKIN_ANGLES; angle += 1) {
    const [dx, , dz] = radialDirection(angle);
    // All samples at the axis share a single vertex.
    if (apex !== null) vertexOf[angle * SKIN_RADII] = 0;
    for (let r = 1; r < SKIN_RADII; r += 1) {
      const depth = map.depthMm[angle * SKIN_RADII + r] ?? Number.NaN;
      if (Number.isNaN(depth)) continue;
      vertexOf[angle * SKIN_RADII + r] = positions.length / 3;
      positions.push(r * map.radiusStepMm * dx, depth, r * map.radiusStepMm * dz);
    }
  }
  return { positions: Float32Array.from(positions), triangles: trianglesOf(vertexOf) };
}

/** Returns the mean depth of the skin at the axis over all angles; null if unknown. */
function meanAtAxis({ depthMm }: SkinMap): number | null {
  let sum = 0;
  let count = 0;
  for (let angle = 0; angle < SKIN_ANGLES; angle += 1) {
    const depth = depthMm[angle * SKIN_RADII] ?? Number.NaN;
    if (Number.isNaN(depth)) continue;
    sum += depth;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** Returns two triangles for each square of the map whose corners have a vertex. */
function trianglesOf(vertexOf: Int32Array): Uint32Array {
  const triangles: number[] = [];
  const add = (a: number, b: number, c: number): void => {
    if (Math.min(a, b, c) >= 0 && a !== b && b !== c && a !== c) triangles.push(a, b, c);
  };
  for (let angle = 0; angle < SKIN_ANGLES; angle += 1) {
    const next = (angle + 1) % SKIN_ANGLES;
    for (let r = 0; r + 1 < SKIN_RADII; r += 1) {
      const inner = vertexOf[angle * SKIN_RADII + r] ?? -1;
      const outer = vertexOf[angle * SKIN_RADII + r + 1] ?? -1;
      const innerNext = vertexOf[next * SKIN_RADII + r] ?? -1;
      const outerNext = vertexOf[next * SKIN_RADII + r + 1] ?? -1;
      add(inner, outerNext, outer);
      add(inner, innerNext, outerNext);
    }
  }
  return Uint32Array.from(triangles);
}
