import type { SkinProfile } from './skin-profile.ts';

/** Cost in grey levels per mm of depth difference between adjacent columns. */
const STEP_COST = 60;
/** Cost in grey levels per mm of depth difference between neighbouring frames. */
const TURN_COST = 25;
/** Maximum depth difference between adjacent columns in samples; the skin is never steeper. */
const MAX_STEPS = 4;

/**
 * Finds the path of least cost through the edges of a frame, as a depth index per column: along the
 * strongest edge, without jumps, near the paths of the neighbouring frames.
 */
export function skinPath(
  { lines, depths, edge }: SkinProfile,
  depthStepMm: number,
  neighbours: readonly Int16Array[],
): Int16Array {
  const columns = lines.length;
  const cost = new Float32Array(columns * depths);
  const cameFrom = new Int8Array(columns * depths);
  const step = STEP_COST * depthStepMm;
  const turn = TURN_COST * depthStepMm;
  for (let c = 0; c < columns; c += 1) {
    for (let j = 1; j < depths; j += 1) {
      const at = c * depths + j;
      let nodeCost = -(edge[at] ?? 0);
      for (const path of neighbours) nodeCost += turn * Math.abs(j - (path[c] ?? j));
      if (c === 0) {
        cost[at] = nodeCost;
        continue;
      }
      let minCost = Number.POSITIVE_INFINITY;
      const first = Math.max(1, j - MAX_STEPS);
      const last = Math.min(depths - 1, j + MAX_STEPS);
      for (let k = first; k <= last; k += 1) {
        const pathCost = (cost[at - depths - j + k] ?? 0) + step * Math.abs(k - j);
        if (pathCost >= minCost) continue;
        minCost = pathCost;
        cameFrom[at] = k - j;
      }
      cost[at] = nodeCost + minCost;
    }
  }
  return traceBack(cost, cameFrom, columns, depths);
}

/** Follows the path of least cost from the last column to the first. */
function traceBack(
  cost: Float32Array,
  cameFrom: Int8Array,
  columns: number,
  depths: number,
): Int16Array {
  const path = new Int16Array(columns);
  const end = (columns - 1) * depths;
  let j = 1;
  for (let k = 1; k < depths; k += 1) {
    if ((cost[end + k] ?? 0) < (cost[end + j] ?? 0)) j = k;
  }
  for (let c = columns - 1; c >= 0; c -= 1) {
    path[c] = j;
    j += cameFrom[c * depths + j] ?? 0;
  }
  return path;
}
