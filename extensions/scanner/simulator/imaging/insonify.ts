import type { DeviceSettings } from '../../model/index.ts';
import { NATIVE_PER_CELL } from '../kernels/frame-layout.ts';
import type { ImageKernels, LateralGrid } from '../kernels/image-kernels.ts';
import { sinCosDeg } from '../math/portable-math.ts';
import type { Phantom } from '../phantom/phantom.ts';
import { SCATTERER_CELL_MM, scattererStream } from '../phantom/scatterers.ts';
import type { Columns, LossTable } from './attenuation.ts';
import { type SliceTable, wavelengthMm } from './beam.ts';
import type { Contact } from './contact.ts';
import { type Beams, BIN_MM, FINE_MM } from './frame-grid.ts';
import { Interfaces } from './interfaces.ts';

/** Data that stay constant from frame to frame. */
export interface ImagingContext {
  readonly phantom: Phantom;
  readonly settings: DeviceSettings;
  readonly slice: SliceTable;
  readonly loss: LossTable;
  /** Fine steps from line 0 to the first column, and to the last column. */
  readonly firstFine: number;
  readonly lastFine: number;
  /** Specular echoes by the distance between columns in mm. */
  readonly interfaces: Map<number, Interfaces>;
}

/**
 * Fills all native lines with complex echoes: sums scatterers over the slice thickness, weighted by
 * the echo strength of their tissue, adds specular echoes, convolves with the pulse and applies the
 * loss. Scatterers are fixed in the tissue, so neighbouring frames agree where they overlap. Native
 * lines are upright columns of tissue, so that each uses a single column of scatterers although
 * image lines are tilted; the kernels' `shift` maps every sample of a line to the crossed column.
 */
export function insonify(
  context: ImagingContext,
  beams: Beams,
  contact: Contact,
  kernels: ImageKernels,
): LateralGrid {
  const { phantom, settings, slice, loss, firstFine } = context;
  const { buffers, layout } = kernels;
  const { field } = phantom;
  const columns = columnsOf(context, beams);
  const upright = beams.columns();
  const stepMm = sliceStepMm(beams);
  const interfaces = interfacesOf(context, columns);
  loss.fill(field, beams, settings, (u) => contact.lossDb(u));
  loss.amplitudes(columns, beams.sidePerRange, buffers.amplitude);
  writeLineShifts(beams, buffers.shift);
  field.acoustics.amplitude.forEach((amplitude, label) => {
    buffers.strength[label] = amplitude * Math.sqrt(stepMm);
  });
  const { firstDepthMm, depthStepMm } = beams.frame;
  const bins = { first: firstDepthMm / BIN_MM, step: depthStepMm / BIN_MM };
  const padMm = (layout.pad * field.cellMm) / NATIVE_PER_CELL;
  const stream = scattererStream(field.scattererSeed);
  const turnsPerMm = beams.turnsPerMm(wavelengthMm(settings.frequencyHz));
  for (let m = 0; m < columns.count; m += 1) {
    const u = columns.uOf(m);
    const { firstCell, cells } = upright.cellsOf(u, padMm, field.cellMm);
    buffers.line.fill(0);
    const middle = upright.rangeAt(u, (firstCell + 0.5) * field.cellMm);
    const bin = Math.max(0, Math.round(middle / BIN_MM - 0.5));
    const radius = upright.radiusMm(u, 0);
    for (const offMm of sliceOffsets(upright, radius, stepMm, slice.halfWidthMm)) {
      const [x, z] = [upright.xMm(radius, offMm), upright.zMm(radius, offMm)];
      const weightsAt = slice.rowAt(offMm) + bin;
      kernels.addSlice({ firstCell, cells, x, z }, stream, weightsAt);
    }
    if (turnsPerMm !== 0) turnPhase(buffers.line, turnsPerMm * u);
    const target = { line: buffers.line, pad: layout.pad, u, firstCell, cells };
    interfaces.addTo(target, upright);
    contact.addStripes(target, upright, field.cellMm);
    kernels.resampleAxially(m, upright.samplePositions(u, firstCell, field.cellMm), bins);
  }
  const finePerNative = beams.finePerColumn;
  const scale = Math.sqrt(finePerNative);
  return { firstFine, finePerNative, natives: columns.count, scale };
}

/** Returns the columns from the first to the last fine step of the context. */
function columnsOf({ firstFine, lastFine }: ImagingContext, beams: Beams): Columns {
  const pitchMm = beams.finePerColumn * FINE_MM;
  const first = beams.frame.firstLateralMm + firstFine * FINE_MM;
  const count = Math.ceil((lastFine - firstFine) / beams.finePerColumn) + 1;
  return { count, pitchMm, uOf: (m) => first + m * pitchMm };
}

/** Returns the specular echoes for a distance between columns, created once per distance. */
function interfacesOf({ phantom, interfaces }: ImagingContext, { pitchMm }: Columns): Interfaces {
  const known = interfaces.get(pitchMm) ?? new Interfaces(phantom, pitchMm);
  interfaces.set(pitchMm, known);
  return known;
}

/**
 * Writes the displacement of the image lines from their positions at the face, by blocks of four
 * samples.
 */
function writeLineShifts({ frame, imageSidePerRange }: Beams, shift: Int32Array): void {
  for (let block = 0; block < shift.length; block += 1) {
    const range = frame.firstDepthMm + (4 * block + 1.5) * frame.depthStepMm;
    shift[block] = Math.round((range * imageSidePerRange) / FINE_MM);
  }
}

/**
 * Rotates the phases of a line's scatterers; a steered look sees the same scatterers with other
 * phases and therefore other speckle.
 */
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
 * Returns the out-of-plane step for summing a line's slice: the distance between consecutive
 * scatterer cells crossed by the slice. Cells are fixed while the slice turns over them, so that a
 * small turn changes only their weights, as in tissue.
 */
function sliceStepMm({ turn }: Beams): number {
  return SCATTERER_CELL_MM / Math.max(Math.abs(turn.cos), Math.abs(turn.sin));
}

/** Returns the out-of-plane distances at which a slice crosses the middles of scatterer cells. */
function sliceOffsets(beams: Beams, radius: number, stepMm: number, halfWidthMm: number): number[] {
  const { turn } = beams;
  const acrossX = Math.abs(turn.cos) >= Math.abs(turn.sin);
  const slope = acrossX ? turn.cos : -turn.sin;
  const at = acrossX ? beams.xMm(radius, 0) : beams.zMm(radius, 0);
  const centre = (Math.floor(at / SCATTERER_CELL_MM) + 0.5) * SCATTERER_CELL_MM;
  const first = (centre - at) / slope;
  const offsets: number[] = [];
  for (let n = -Math.ceil(halfWidthMm / stepMm) - 1; ; n += 1) {
    const offMm = first + n * stepMm;
    if (offMm > halfWidthMm) return offsets;
    if (offMm >= -halfWidthMm) offsets.push(offMm);
  }
}
