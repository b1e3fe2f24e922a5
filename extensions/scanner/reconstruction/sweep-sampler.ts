import { axisPointToSample, polarOf } from '../model/index.ts';
import { type AngleNeighbours, angleTable, exactWeight } from './angle-table.ts';
import type { RawSweep } from './raw-sweep.ts';

/** Over this distance from the beam's edge a sweep's weight grows from nothing to full. */
const BLEND_MM = 8;

/** Depth places that a column is sampled at. */
export interface ColumnDepths {
  readonly count: number;
  readonly firstMm: number;
  readonly stepMm: number;
}

/** Values and weights of one sweep along one column; weight 0 means not covered. */
export interface ColumnSamples {
  readonly value: Float32Array;
  readonly weight: Float32Array;
}

export interface SweepSampler {
  /** Samples the column at (x, z) into `into`; false when nothing of it is covered. */
  sampleColumn(x: number, z: number, into: ColumnSamples): boolean;
}

/**
 * Backward mapping of one sweep. Along a column, line and sample change linearly with depth (also
 * in a tilted sweep), so a column needs two starts and two steps; the frames' angles come from a
 * table. Linear in angle, lateral and range.
 */
export function sweepSampler(sweep: RawSweep, depths: ColumnDepths): SweepSampler {
  const { frame, header, data } = sweep;
  const { lines, samples } = frame;
  const angles = angleTable(header.clockDeg);
  const found: AngleNeighbours = { before: 0, after: 0, weight: 0 };
  const frameSize = lines * samples;
  const edges = {
    // The inner edge of a sweep that begins at the axis is no edge: the opposite frame goes on.
    inner: frame.firstLateralMm > frame.lateralPitchMm,
    near: frame.firstDepthMm > frame.depthStepMm,
  };
  const lastMm = depths.firstMm + (depths.count - 1) * depths.stepMm;
  return {
    sampleColumn(x, z, into) {
      into.weight.fill(0);
      const { clockDeg, radiusMm } = polarOf(frame.planeOffsetMm, x, z);
      const top = axisPointToSample(frame, { radiusMm, depthMm: depths.firstMm });
      const end = axisPointToSample(frame, { radiusMm, depthMm: lastMm });
      if (Math.max(top.line, end.line) < -0.5 || Math.min(top.line, end.line) > lines - 0.5) {
        return false;
      }
      if (!angles.find(clockDeg, found)) return false;
      const span = Math.max(1, depths.count - 1);
      const lineStep = (end.line - top.line) / span;
      const sampleStep = (end.sample - top.sample) / span;
      const a = found.before * frameSize;
      const b = found.after * frameSize;
      const tb = found.weight;
      let covered = false;
      for (let j = 0; j < depths.count; j += 1) {
        const line = top.line + j * lineStep;
        const sample = top.sample + j * sampleStep;
        if (line < -0.5 || line > lines - 0.5 || sample < -0.5 || sample > samples - 0.5) continue;
        covered = true;
        const l = Math.min(lines - 2, Math.max(0, Math.floor(line)));
        const s = Math.min(samples - 2, Math.max(0, Math.floor(sample)));
        const tl = exactWeight(Math.min(1, Math.max(0, line - l)));
        const ts = exactWeight(Math.min(1, Math.max(0, sample - s)));
        const at = l * samples + s;
        const va = bilinear(data, a + at, samples, tl, ts);
        into.value[j] = va + tb * (bilinear(data, b + at, samples, tl, ts) - va);
        into.weight[j] = edgeWeight(sweep, edges, line, sample);
      }
      return covered;
    },
  };
}

function bilinear(data: Uint8Array, at: number, stride: number, tl: number, ts: number): number {
  const inner = (data[at] ?? 0) * (1 - ts) + (data[at + 1] ?? 0) * ts;
  const outer = (data[at + stride] ?? 0) * (1 - ts) + (data[at + stride + 1] ?? 0) * ts;
  return inner * (1 - tl) + outer * tl;
}

/** 1 well inside the beam, falling to almost 0 at its edges; never 0 where there is an image. */
function edgeWeight(
  sweep: RawSweep,
  edges: { readonly inner: boolean; readonly near: boolean },
  line: number,
  sample: number,
): number {
  const { lines, samples, lateralPitchMm, depthStepMm } = sweep.frame;
  let mm = Math.min((lines - 0.5 - line) * lateralPitchMm, (samples - 0.5 - sample) * depthStepMm);
  if (edges.inner) mm = Math.min(mm, (line + 0.5) * lateralPitchMm);
  if (edges.near) mm = Math.min(mm, (sample + 0.5) * depthStepMm);
  return Math.max(1 / 256, Math.min(1, mm / BLEND_MM));
}
