import type { FrameSensors, ScanFileFields, ScanSide } from '#contracts';
import { nrrdHeader, writeNrrd } from '#volume';
import {
  clockDegOfDevice,
  type DeviceSettings,
  encodeRawHeader,
  type RawHeader,
  type SweepPlan,
} from '../../model/index.ts';
import { SPEED_OF_SOUND_MPS } from '../../simulator/index.ts';
import type { DeviceDescription, RecordedFrame } from '../driver/scanner-driver.ts';
import type { SignalSpool } from './signal-spool.ts';

/** Properties shared by all files of an attempt. */
export interface RawContext {
  readonly scanId: string;
  readonly epoch: number;
  readonly side: ScanSide;
  readonly device: DeviceDescription;
  readonly settings: DeviceSettings;
}

/** A file to store: its row and its bytes. */
export interface RawFile<Bytes extends Uint8Array | Blob = Uint8Array> {
  readonly fields: ScanFileFields;
  readonly bytes: Bytes;
}

/** Returns the header of a sweep whose frames were recorded at these encoder angles. */
export function rawHeaderOf(
  context: RawContext,
  plan: SweepPlan,
  deviceDeg: readonly number[],
): RawHeader {
  const { frame } = plan;
  const { settings, device } = context;
  return {
    schema: 1,
    sweep: plan.sweep,
    plane: 'half',
    side: context.side,
    clockDeg: deviceDeg.map((deg) => clockDegOfDevice(device.deviceAngle, deg)),
    lateralPitchMm: frame.lateralPitchMm,
    firstLateralMm: frame.firstLateralMm,
    depthStepMm: frame.depthStepMm,
    firstDepthMm: frame.firstDepthMm,
    tiltDeg: frame.tiltDeg,
    axisColumn: -frame.firstLateralMm / frame.lateralPitchMm,
    planeOffsetMm: frame.planeOffsetMm,
    speedOfSoundMps: SPEED_OF_SOUND_MPS,
    deviceAngle: device.deviceAngle,
    epoch: context.epoch,
    settingsVersion: settings.devSetSchemaVersion,
    acquisitionMode: settings.acquisitionMode,
    content: 'BMODE',
    dynamicRangeDb: settings.dynamicRangeDb,
    frequencyHz: settings.frequencyHz,
    focusMm: settings.focusMm,
    filterName: settings.filterName,
    compound: settings.compound,
    doubler: settings.doubler,
  };
}

/**
 * Builds a SCAN_IMAGE file: a single frame as an image, rows from the face down, the axis at the
 * left (x fastest).
 */
export function frameFile(
  context: RawContext,
  plan: SweepPlan,
  frame: RecordedFrame,
  sensors: FrameSensors,
): RawFile {
  const { lines, samples, lateralPitchMm, depthStepMm } = plan.frame;
  const header = rawHeaderOf(context, plan, [frame.deviceDeg]);
  const bytes = writeNrrd({
    type: 'uint8',
    sizes: [lines, samples],
    kinds: ['domain', 'domain'],
    spacings: [lateralPitchMm, depthStepMm],
    keyValues: encodeRawHeader(header),
    data: rowsOf(frame.grey, lines, samples),
  });
  return {
    fields: {
      scanId: context.scanId,
      fileCategory: 'SCAN_IMAGE',
      fileName: `${nameOf(context, plan)}-${String(frame.frameIdx).padStart(4, '0')}.nrrd`,
      fileExtension: 'nrrd',
      acquisitionTime: new Date().toISOString(),
      header: {
        ...sharedFileHeader(context, plan),
        sizes: `${lines} ${samples}`,
        spacingMm: [lateralPitchMm, depthStepMm],
        frameIdx: frame.frameIdx,
        sensors,
        ...(header.clockDeg[0] === undefined ? {} : { clockDeg: header.clockDeg[0] }),
      },
    },
    bytes,
  };
}

/** Builds a RAW file: all frames of a sweep, axes depth (fastest), lateral, frame. */
export function sweepFile(
  context: RawContext,
  plan: SweepPlan,
  deviceDeg: readonly number[],
  data: Uint8Array,
): RawFile {
  const { lines, samples, lateralPitchMm, depthStepMm } = plan.frame;
  const bytes = writeNrrd({
    type: 'uint8',
    sizes: [samples, lines, deviceDeg.length],
    kinds: ['domain', 'domain', 'list'],
    spacings: [depthStepMm, lateralPitchMm, null],
    keyValues: encodeRawHeader(rawHeaderOf(context, plan, deviceDeg)),
    data,
  });
  return {
    fields: {
      scanId: context.scanId,
      fileCategory: 'RAW',
      fileName: `${nameOf(context, plan)}.nrrd`,
      fileExtension: 'nrrd',
      acquisitionTime: new Date().toISOString(),
      header: {
        ...sharedFileHeader(context, plan),
        content: 'BMODE',
        sizes: `${samples} ${lines} ${deviceDeg.length}`,
      },
    },
    bytes,
  };
}

/**
 * Builds the RAW file of the receiver's signal: int16, axes as in a sweep. Contains the frames that
 * have a signal; the header lists their clock angles. Returns null if there is no signal. Reads the
 * bytes from the spool while they are sent.
 */
export async function rfFile(
  context: RawContext,
  plan: SweepPlan,
  deviceDeg: readonly number[],
  spool: SignalSpool,
): Promise<RawFile<Blob> | null> {
  const { layout, frames } = spool;
  if (layout === null) return null;
  const { lines, samples, depthStepMm, firstDepthMm, lateralPitchMm, whiteAmplitude } = layout;
  const angles = frames.map((frameIdx) => deviceDeg[frameIdx] ?? 0);
  const header = rawHeaderOf(context, plan, angles);
  const head = nrrdHeader({
    type: 'int16',
    sizes: [samples, lines, frames.length],
    kinds: ['domain', 'domain', 'list'],
    spacings: [depthStepMm, lateralPitchMm, null],
    keyValues: encodeRawHeader({
      ...header,
      content: 'RF',
      depthStepMm,
      firstDepthMm,
      lateralPitchMm,
      axisColumn: -header.firstLateralMm / lateralPitchMm,
      signal: {
        // Half the speed of sound in mm/s, because an echo travels forth and back.
        samplingHz: (SPEED_OF_SOUND_MPS * 500) / depthStepMm,
        whiteAmplitude,
        linesPerBeam: Math.round(lateralPitchMm / plan.frame.lateralPitchMm),
      },
    }),
  });
  const bytes = new Blob([new Uint8Array(head), await spool.blob()]);
  return {
    fields: {
      scanId: context.scanId,
      fileCategory: 'RAW',
      fileName: `${nameOf(context, plan)}-rf.nrrd`,
      fileExtension: 'nrrd',
      acquisitionTime: new Date().toISOString(),
      header: {
        ...sharedFileHeader(context, plan),
        depthStepMm,
        lateralPitchMm,
        content: 'RF',
        sizes: `${samples} ${lines} ${frames.length}`,
      },
    },
    bytes,
  };
}

const nameOf = (context: RawContext, plan: SweepPlan): string =>
  `${plan.sweep.toLowerCase()}-e${context.epoch}`;

function sharedFileHeader(context: RawContext, { sweep, frame }: SweepPlan) {
  return {
    sweep,
    tiltDeg: frame.tiltDeg,
    lateralPitchMm: frame.lateralPitchMm,
    firstLateralMm: frame.firstLateralMm,
    depthStepMm: frame.depthStepMm,
    plane: 'half' as const,
    epoch: context.epoch,
  };
}

/** Converts depth-fastest lines to image rows. */
function rowsOf(grey: Uint8Array, lines: number, samples: number): Uint8Array {
  const rows = new Uint8Array(grey.length);
  for (let line = 0; line < lines; line += 1) {
    for (let j = 0; j < samples; j += 1) {
      rows[j * lines + line] = grey[line * samples + j] ?? 0;
    }
  }
  return rows;
}
