import type { DeviceSettings } from '../model/index.ts';
import { amplitudeLeft, type NativeLines } from './attenuation.ts';
import { type SliceTable, wavelengthMm } from './beam.ts';
import { type Beams, BIN_MM } from './frame-grid.ts';
import type { Interfaces } from './interfaces.ts';
import { NATIVE_PER_CELL } from './kernels/frame-layout.ts';
import type { ImageKernels } from './kernels/image-kernels.ts';
import type { Phantom } from './phantom.ts';
import { sinCosDeg } from './portable-math.ts';
import { SCATTERER_CELL_MM } from './scatterers.ts';

/** What stays the same from frame to frame. */
export interface Scene {
  readonly phantom: Phantom;
  readonly settings: DeviceSettings;
  readonly interfaces: Interfaces;
  readonly slice: SliceTable;
  readonly lines: NativeLines;
}

/**
 * Fills all native lines with complex echoes: scatterers summed over the slice thickness, each
 * weighted by its tissue's echo strength, and mirror echoes; convolved with the pulse and weakened by
 * loss. The scatterers belong to the place in the tissue, so neighbouring frames agree where they
 * overlap.
 */
export function insonify(
  { phantom, settings, interfaces, slice, lines }: Scene,
  beams: Beams,
  lostDb: (m: number) => number,
  kernels: ImageKernels,
): void {
  const { buffers, layout } = kernels;
  const { field } = phantom;
  amplitudeLeft(field, beams, lines, settings, layout.bins, lostDb, buffers.amplitude);
  const stepMm = sliceStepMm(beams);
  field.acoustics.amplitude.forEach((amplitude, label) => {
    buffers.strength[label] = amplitude * Math.sqrt(stepMm);
  });
  const { firstDepthMm, depthStepMm } = beams.frame;
  const bins = { first: firstDepthMm / BIN_MM, step: depthStepMm / BIN_MM };
  const padMm = (layout.pad * field.cellMm) / NATIVE_PER_CELL;
  const phasePerMm = steeringPhasePerMm(beams, settings);
  for (let m = 0; m < lines.count; m += 1) {
    const u = lines.uOf(m);
    const { firstCell, cells } = beams.cellsOf(u, padMm, field.cellMm);
    buffers.line.fill(0);
    const centre = beams.rangeAt(u, (firstCell + 0.5) * field.cellMm);
    const bin = Math.max(0, Math.round(centre / BIN_MM - 0.5));
    for (const offMm of sliceOffsets(beams, u, stepMm, slice.reachMm)) {
      const walk = beams.walk(u, offMm, firstCell, cells, field.cellMm);
      kernels.addSlice(walk, field.scattererSeed, slice.rowAt(offMm) + bin);
    }
    if (phasePerMm !== 0) turnPhase(buffers.line, phasePerMm * u);
    interfaces.addTo({ line: buffers.line, pad: layout.pad, u, firstCell, cells }, beams);
    kernels.resampleAxially(m, beams.samplePlaces(u, firstCell, field.cellMm), bins);
  }
}

/**
 * A steered beam meets the same scatterers with other phases from line to line, which is why its
 * speckle differs. Turns a millimetre of the array: both ways, at the lean of the beam.
 */
function steeringPhasePerMm(beams: Beams, settings: DeviceSettings): number {
  const sine = beams.lean / Math.sqrt(1 + beams.lean * beams.lean);
  return (2 * sine) / wavelengthMm(settings.frequencyHz);
}

function turnPhase(line: Float32Array, turns: number): void {
  const { sin, cos } = sinCosDeg(360 * turns);
  for (let i = 0; i < line.length; i += 2) {
    const a = line[i] ?? 0;
    const b = line[i + 1] ?? 0;
    line[i] = a * cos - b * sin;
    line[i + 1] = a * sin + b * cos;
  }
}

/**
 * Out-of-plane step at which a line's slice is summed: the way from one scatterer cell that it
 * crosses to the next. Cells stand still while the slice turns over them, so that a small turn changes
 * only their weights, as in tissue.
 */
function sliceStepMm({ turn }: Beams): number {
  return SCATTERER_CELL_MM / Math.max(Math.abs(turn.cos), Math.abs(turn.sin));
}

function sliceOffsets(beams: Beams, u: number, stepMm: number, reachMm: number): number[] {
  const { turn, frame } = beams;
  const radius = beams.radiusMm(u, frame.firstDepthMm);
  const acrossX = Math.abs(turn.cos) >= Math.abs(turn.sin);
  const slope = acrossX ? turn.cos : -turn.sin;
  const at = acrossX ? beams.xMm(radius, 0) : beams.zMm(radius, 0);
  const centre = (Math.floor(at / SCATTERER_CELL_MM) + 0.5) * SCATTERER_CELL_MM;
  const first = (centre - at) / slope;
  const offsets: number[] = [];
  for (let n = -Math.ceil(reachMm / stepMm) - 1; ; n += 1) {
    const offMm = first + n * stepMm;
    if (offMm > reachMm) return offsets;
    if (offMm >= -reachMm) offsets.push(offMm);
  }
}
