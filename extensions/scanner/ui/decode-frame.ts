import { ok, problem, type Result } from '#foundation';
import { readNrrd } from '#volume';
import { decodeRawHeader, type RawHeader } from '../model/index.ts';

/** A raw frame as a picture: rows from the transducer face down, line 0 nearest the axis. */
export interface FrameImage {
  readonly lines: number;
  readonly samples: number;
  /** lines · samples grey values, one row of lines after the other. */
  readonly grey: Uint8Array;
  readonly header: RawHeader;
  readonly clockDeg: number;
}

/** Reads a SCAN_IMAGE file. Problem `FRAME_UNREADABLE` when it is not an 8-bit picture. */
export async function decodeFrame(bytes: Uint8Array): Promise<Result<FrameImage>> {
  const nrrd = await readNrrd(bytes);
  if (!nrrd.ok) return nrrd;
  const header = decodeRawHeader(nrrd.value.keyValues);
  if (!header.ok) return header;
  const { sizes, data } = nrrd.value;
  const [lines, samples] = sizes;
  const [clockDeg] = header.value.clockDeg;
  const isPicture = sizes.length === 2 && data instanceof Uint8Array;
  if (!isPicture || lines === undefined || samples === undefined || clockDeg === undefined) {
    return { ok: false, problem: unreadable(`sizes ${sizes.join(' ')}, type ${nrrd.value.type}`) };
  }
  return ok({ lines, samples, grey: data, header: header.value, clockDeg });
}

function unreadable(detail: string) {
  return problem(
    'FRAME_UNREADABLE',
    'A raw frame is not an 8-bit picture',
    detail,
    'The scan goes on; tell support if every frame shows this.',
  );
}

/** Millimetres of the frame's edges: along the array from the axis, and along the beam. */
export function frameExtentMm({ lines, samples, header }: FrameImage) {
  const { firstLateralMm, lateralPitchMm, firstDepthMm, depthStepMm } = header;
  return {
    leftMm: firstLateralMm - lateralPitchMm / 2,
    rightMm: firstLateralMm + (lines - 0.5) * lateralPitchMm,
    topMm: firstDepthMm - depthStepMm / 2,
    bottomMm: firstDepthMm + (samples - 0.5) * depthStepMm,
  };
}
