import type { FrameGeometry } from '../model/index.ts';
import type { BeamKernels } from './beam.ts';
import { SCATTERER_CELL_MM } from './scatterers.ts';
import type { TissueField } from './tissue.ts';
import { type BeamGrid, beamGrid, TissueWalker, type Walk } from './tissue-walker.ts';

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
  const walker = new TissueWalker(field, echoes);
  let grid: BeamGrid | null = null;
  for (let line = 0; line < lines; line += 1) {
    const middle = walkOf(frame, clockDeg, line - margin, 0);
    // The beams of an upright array all have the same depths.
    if (grid === null || frame.tiltDeg !== 0) grid = beamGrid(middle, samples, field.cellMm);
    const { offsetsMm, stepMm } = sliceOffsets(middle, clockDeg, kernels.sliceReachMm);
    walker.begin(line * samples, grid, Math.sqrt(stepMm));
    for (const offMm of offsetsMm) {
      const walk = walkOf(frame, clockDeg, line - margin, offMm);
      walker.addEchoes(walk, kernels.slice, kernels.sliceRow(offMm) * samples);
    }
    walker.keepLabels(middle);
  }
  return echoes;
}

/**
 * Out-of-plane places at which a line's slice is summed: the centres of the scatterer cells that
 * it crosses. Cells stand still while the slice turns over them, so that a small turn changes only
 * their weights, as in tissue.
 */
function sliceOffsets(
  middle: Walk,
  clockDeg: number,
  reachMm: number,
): { readonly offsetsMm: readonly number[]; readonly stepMm: number } {
  const theta = (clockDeg * Math.PI) / 180;
  const acrossX = Math.abs(Math.cos(theta)) >= Math.abs(Math.sin(theta));
  const slope = acrossX ? Math.cos(theta) : -Math.sin(theta);
  const at = acrossX ? middle.x : middle.z;
  const stepMm = SCATTERER_CELL_MM / Math.abs(slope);
  const centre = (Math.floor(at / SCATTERER_CELL_MM) + 0.5) * SCATTERER_CELL_MM;
  const first = (centre - at) / slope;
  const offsetsMm: number[] = [];
  for (let n = -Math.ceil(reachMm / stepMm); ; n += 1) {
    const offMm = first + n * stepMm;
    if (offMm > reachMm) return { offsetsMm, stepMm };
    if (offMm >= -reachMm) offsetsMm.push(offMm);
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
