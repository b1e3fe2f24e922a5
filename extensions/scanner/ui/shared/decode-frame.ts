import { ok, problem, type Result } from '#foundation';
import { readNrrd } from '#volume';
import {
  decodeRawHeader,
  frameGeometryOf,
  type RawHeader,
  sampleToAxisPoint,
} from '../../model/index.ts';
import { rawFileTexts } from '../../texts/raw-file-texts.ts';

/** A decoded raw frame: rows from the transducer face down, line 0 nearest the axis. */
export interface FrameImage {
  readonly lines: number;
  readonly samples: number;
  /** `lines · samples` grey levels, row by row. */
  readonly grey: Uint8Array;
  readonly header: RawHeader;
  readonly clockDeg: number;
}

/** Decodes a SCAN_IMAGE file. Problem `FRAME_UNREADABLE` if the file is not an 8-bit image. */
export async function decodeFrame(bytes: Uint8Array): Promise<Result<FrameImage>> {
  const nrrd = await readNrrd(bytes);
  if (!nrrd.ok) return nrrd;
  const header = decodeRawHeader(nrrd.value.keyValues);
  if (!header.ok) return header;
  const { sizes, data } = nrrd.value;
  const [lines, samples] = sizes;
  const [clockDeg] = header.value.clockDeg;
  const isImage = sizes.length === 2 && data instanceof Uint8Array;
  if (!isImage || lines === undefined || samples === undefined || clockDeg === undefined) {
    return {
      ok: false,
      problem: unreadable(rawFileTexts.frame.detail(sizes.join(' '), nrrd.value.type)),
    };
  }
  return ok({ lines, samples, grey: data, header: header.value, clockDeg });
}

function unreadable(detail: string) {
  return problem('FRAME_UNREADABLE', rawFileTexts.frame.title, detail, rawFileTexts.frame.next);
}

/** Returns whether a frame can be painted over another frame without any displacement. */
export function hasSameGeometry(first: FrameImage, second: FrameImage): boolean {
  const [a, b] = [first.header, second.header];
  return (
    first.lines === second.lines &&
    first.samples === second.samples &&
    a.tiltDeg === b.tiltDeg &&
    a.firstLateralMm === b.firstLateralMm &&
    a.lateralPitchMm === b.lateralPitchMm &&
    a.firstDepthMm === b.firstDepthMm &&
    a.depthStepMm === b.depthStepMm
  );
}

/** Edges of a frame along array and beam, and its extent about the axis, in mm. */
export interface FrameExtent {
  /** Along the array, from the axis outward. */
  readonly leftMm: number;
  readonly rightMm: number;
  /** Along the beam. */
  readonly topMm: number;
  readonly bottomMm: number;
  /** Maximum distance of a corner from the axis. */
  readonly maxRadiusMm: number;
  /** Maximum depth of a corner below the transducer face. */
  readonly depthMm: number;
}

export function frameExtent({ lines, samples, header }: FrameImage): FrameExtent {
  const { firstLateralMm, lateralPitchMm, firstDepthMm, depthStepMm } = header;
  const edges = {
    leftMm: firstLateralMm - lateralPitchMm / 2,
    rightMm: firstLateralMm + (lines - 0.5) * lateralPitchMm,
    topMm: firstDepthMm - depthStepMm / 2,
    bottomMm: firstDepthMm + (samples - 0.5) * depthStepMm,
  };
  const frame = frameGeometryOf(header, lines, samples);
  const corners = [0, lines - 1].flatMap((line) =>
    [0, samples - 1].map((sample) => sampleToAxisPoint(frame, { line, sample })),
  );
  return {
    ...edges,
    maxRadiusMm: Math.max(...corners.map(({ radiusMm }) => radiusMm)),
    depthMm: Math.max(...corners.map(({ depthMm }) => depthMm)),
  };
}
