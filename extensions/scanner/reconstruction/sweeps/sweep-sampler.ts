import { polarOf } from '../../model/index.ts';
import { type AngleNeighbours, angleTable, exactWeight } from './angle-table.ts';
import { beamMap, type ColumnDepths, columnMap } from './column-map.ts';
import { edgeWeight } from './edge-weight.ts';
import type { RawSweep } from './raw-sweep.ts';

/** Values and weights of a sweep along a column; weight 0 means not covered. */
export interface ColumnSamples {
  readonly value: Float32Array;
  readonly weight: Float32Array;
}

export interface SweepSampler {
  /**
   * Samples the column at (x, z) into `into`; returns false if no part of the column is covered.
   */
  sampleColumn(x: number, z: number, into: ColumnSamples): boolean;
}

/**
 * Creates a sampler for the backward mapping of a sweep: linear in range along each beam, then
 * between the two adjacent beams and the two adjacent frames. Reads each beam where the beam meets
 * the column's depth.
 */
export function sweepSampler(sweep: RawSweep, depths: ColumnDepths): SweepSampler {
  const { frame, header, data } = sweep;
  const { lines, samples } = frame;
  const angles = angleTable(header.clockDeg);
  const neighbours: AngleNeighbours = { before: 0, after: 0, weight: 0 };
  const frameSize = lines * samples;
  const map = columnMap(frame, depths);
  const beams = Array.from({ length: lines }, (_, line) => beamMap(frame, line, depths));
  const alongBeam = (from: number, line: number, j: number): number => {
    const beam = beams[line];
    if (beam === undefined) return 0;
    const sample = Math.min(samples - 1, Math.max(0, beam.first + j * beam.step));
    const s = Math.min(samples - 2, Math.floor(sample));
    const t = sample - s;
    const at = from + line * samples + s;
    return (data[at] ?? 0) * (1 - t) + (data[at + 1] ?? 0) * t;
  };
  return {
    sampleColumn(x, z, into) {
      into.weight.fill(0);
      const { clockDeg, radiusMm } = polarOf(frame.planeOffsetMm, x, z);
      if (!angles.find(clockDeg, neighbours)) return false;
      const lineAtTop = map.lineAtAxis + radiusMm * map.linePerMm;
      const sampleAtTop = map.sampleAtAxis + radiusMm * map.samplePerMm;
      const a = neighbours.before * frameSize;
      const b = neighbours.after * frameSize;
      let covered = false;
      for (let j = 0; j < depths.count; j += 1) {
        const line = lineAtTop + j * map.lineStep;
        const sample = sampleAtTop + j * map.sampleStep;
        if (line < -0.5 || line > lines - 0.5 || sample < -0.5 || sample > samples - 0.5) continue;
        covered = true;
        const l = Math.min(lines - 2, Math.max(0, Math.floor(line)));
        const tl = exactWeight(Math.min(1, Math.max(0, line - l)));
        const before = alongBeam(a, l, j) * (1 - tl) + alongBeam(a, l + 1, j) * tl;
        const after = alongBeam(b, l, j) * (1 - tl) + alongBeam(b, l + 1, j) * tl;
        into.value[j] = before * (1 - neighbours.weight) + after * neighbours.weight;
        into.weight[j] = edgeWeight(frame, line, sample);
      }
      return covered;
    },
  };
}
