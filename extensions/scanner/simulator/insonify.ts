import type { FrameGeometry } from '../model/index.ts';
import type { BeamKernels } from './beam.ts';
import { columnStart, SCATTERER_CELL_MM, SCATTERERS_PER_MM, scattererRing } from './scatterers.ts';
import { TISSUE, type TissueField } from './tissue.ts';

/** A frame being formed: complex echoes and, in its middle plane, tissue. Depth fastest. */
export interface Echoes {
  /** Lines computed: the frame's own and `margin` more on each side, which the beam overlaps. */
  readonly lines: number;
  readonly margin: number;
  readonly samples: number;
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
  /** Tissue in the middle of the slice. */
  readonly labels: Uint8Array;
}

/** A straight walk through the tissue along one beam: place of the first sample and step. */
interface Walk {
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
}

/**
 * Scatterers summed over the slice thickness, each weighted by its tissue's echo strength. The
 * scatterers belong to the place in the tissue, so neighbouring frames agree where they overlap.
 */
export function insonify(
  field: TissueField,
  frame: FrameGeometry,
  clockDeg: number,
  kernels: BeamKernels,
): Echoes {
  const margin = kernels.lateralReach;
  const lines = frame.lines + 2 * margin;
  const { samples } = frame;
  const echoes: Echoes = {
    lines,
    margin,
    samples,
    real: new Float32Array(lines * samples),
    imaginary: new Float32Array(lines * samples),
    labels: new Uint8Array(lines * samples),
  };
  for (let line = 0; line < lines; line += 1) {
    const out = line * samples;
    const { offsetsMm, stepMm } = sliceOffsets(frame, clockDeg, line - margin, kernels);
    const nearest = Math.min(...offsetsMm.map(Math.abs));
    for (const offMm of offsetsMm) {
      const walk = walkOf(frame, clockDeg, line - margin, offMm);
      const row = kernels.sliceRow(offMm) * samples;
      const scale = Math.sqrt(stepMm);
      addWalk(field, walk, echoes, out, kernels.slice, row, scale, Math.abs(offMm) === nearest);
    }
  }
  return echoes;
}

/**
 * Out-of-plane places at which a line's slice is summed: the centres of the scatterer cells that
 * it crosses. Cells stand still while the slice turns over them, so that a small turn changes only
 * their weights, as in tissue.
 */
function sliceOffsets(
  frame: FrameGeometry,
  clockDeg: number,
  line: number,
  kernels: BeamKernels,
): { readonly offsetsMm: readonly number[]; readonly stepMm: number } {
  const theta = (clockDeg * Math.PI) / 180;
  const acrossX = Math.abs(Math.cos(theta)) >= Math.abs(Math.sin(theta));
  const slope = acrossX ? Math.cos(theta) : -Math.sin(theta);
  const middle = walkOf(frame, clockDeg, line, 0);
  const at = acrossX ? middle.x : middle.z;
  const stepMm = SCATTERER_CELL_MM / Math.abs(slope);
  const centre = (Math.floor(at / SCATTERER_CELL_MM) + 0.5) * SCATTERER_CELL_MM;
  const first = (centre - at) / slope;
  const offsetsMm: number[] = [];
  for (let n = -Math.ceil(kernels.sliceReachMm / stepMm); ; n += 1) {
    const offMm = first + n * stepMm;
    if (offMm > kernels.sliceReachMm) return { offsetsMm, stepMm };
    if (offMm >= -kernels.sliceReachMm) offsetsMm.push(offMm);
  }
}

function walkOf(frame: FrameGeometry, clockDeg: number, line: number, offMm: number): Walk {
  const theta = (clockDeg * Math.PI) / 180;
  const tilt = (frame.tiltDeg * Math.PI) / 180;
  const sin = Math.sin(theta);
  const cos = Math.cos(theta);
  const u = frame.firstLateralMm + line * frame.lateralPitchMm;
  const v = frame.firstDepthMm;
  const r = u * Math.cos(tilt) - v * Math.sin(tilt);
  const off = frame.planeOffsetMm + offMm;
  const dr = -Math.sin(tilt) * frame.depthStepMm;
  return {
    x: r * sin + off * cos,
    y: u * Math.sin(tilt) + v * Math.cos(tilt),
    z: r * cos - off * sin,
    dx: dr * sin,
    dy: Math.cos(tilt) * frame.depthStepMm,
    dz: dr * cos,
  };
}

/** Keeps indices positive wherever the walk leads, so that truncation rounds one way. */
const SHIFT = 1 << 12;

function addWalk(
  field: TissueField,
  walk: Walk,
  echoes: Echoes,
  out: number,
  weights: Float32Array,
  weightsAt: number,
  scale: number,
  keepLabels: boolean,
): void {
  const { nx, ny, nz, labels, skinTopMm, skinBottomMm, muscleTopMm, acoustics } = field;
  const { real, imaginary, samples } = echoes;
  const { amplitude } = acoustics;
  const ring = scattererRing().values;
  const perCell = 1 / field.cellMm;
  const perScatterer = 1 / SCATTERER_CELL_MM;
  let { x, y, z } = walk;
  let scattererKey = -1;
  let start = 0;
  let columnKey = -1;
  let base = 0;
  let top = 0;
  let bottom = 0;
  let muscle = 0;
  for (let j = 0; j < samples; j += 1) {
    const sx = (x * perScatterer + SHIFT) | 0;
    const sz = (z * perScatterer + SHIFT) | 0;
    const key = (sx << 13) | sz;
    if (key !== scattererKey) {
      scattererKey = key;
      start = columnStart(field.scattererSeed, sx, sz);
    }
    const i = clampIndex((x * perCell + nx / 2 + SHIFT) | 0, nx);
    const k = clampIndex((z * perCell + nz / 2 + SHIFT) | 0, nz);
    const column = k * nx + i;
    if (column !== columnKey) {
      columnKey = column;
      base = column * ny;
      top = skinTopMm[column] ?? 0;
      bottom = skinBottomMm[column] ?? 0;
      muscle = muscleTopMm[column] ?? 0;
    }
    let label: number = TISSUE.gel;
    if (y >= bottom) {
      label = labels[base + Math.min(ny - 1, (y * perCell) | 0)] ?? 0;
      // The height map, not the cells, says where muscle begins.
      if (y >= muscle !== (label === TISSUE.muscle) && label !== TISSUE.ligament) {
        label = y >= muscle ? TISSUE.muscle : TISSUE.fat;
      }
    } else if (y >= top) label = TISSUE.skin;
    if (keepLabels) echoes.labels[out + j] = label;
    const weight = weights[weightsAt + j] ?? 0;
    if (weight !== 0) {
      const strength = scale * weight * (amplitude[label] ?? 0);
      const n = 2 * (start + ((y * SCATTERERS_PER_MM + 128) | 0));
      real[out + j] = (real[out + j] ?? 0) + strength * (ring[n] ?? 0);
      imaginary[out + j] = (imaginary[out + j] ?? 0) + strength * (ring[n + 1] ?? 0);
    }
    x += walk.dx;
    y += walk.dy;
    z += walk.dz;
  }
}

function clampIndex(shifted: number, count: number): number {
  const index = shifted - SHIFT;
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}
