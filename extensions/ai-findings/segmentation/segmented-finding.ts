import type { FindingMask, Mark, NewAiRunFields } from '#contracts';
import { checkMark, checkMarkPlace, markInImage } from '#findings';
import { newId } from '#foundation';
import {
  add,
  clampToImage,
  type ImageFrame,
  imageFrame,
  lengthMm,
  mmToImage,
  mmToPosition,
  type NormalisedPoint,
  scale,
  type Vec3,
  type VolumeGeometry,
} from '#geometry';
import type { Segmentation, SegmentationBasis } from '../model/segmentation/segmentation.ts';
import { type VoxelMask, visitMask } from '../model/segmentation/voxel-mask.ts';
import { segmentTexts } from '../texts/segment-texts.ts';
import { maskContours } from './mask-contours.ts';

export const SEGMENT_PROVIDER_ID = 'ai-findings.segmenter';

/** Planes in which a lesion gets a contour; the first contour represents the finding. */
const PLANES = ['TRA', 'COR', 'SAG'] as const;
/** Maximum number of points of a contour. */
const MAX_POINTS = 400;
const UM_PER_MM = 1_000;
const MM3_PER_ML = 1_000;

/** Contents of a run; its ids stay the same when a failed call is repeated. */
export interface SegmentedFinding {
  readonly runId: string;
  readonly findingId: string;
  readonly segmentation: Segmentation;
}

/** Returns the run to store; null if the volume can't hold a contour of the lesion. */
export function segmentationRun(
  geometry: VolumeGeometry,
  volumeFileId: string,
  { runId, findingId, segmentation }: SegmentedFinding,
): NewAiRunFields | null {
  const marks = contourMarks(geometry, segmentation.mask);
  if (marks === null) return null;
  const [lengthOf, widthOf, depthOf] = segmentation.axesMm;
  const um = (mm: number): number => Math.round(mm * UM_PER_MM);
  return {
    id: runId,
    task: 'SEGMENTATION',
    providerId: SEGMENT_PROVIDER_ID,
    generator: 'AI',
    model: modelOf(segmentation.basis),
    volumeFileId,
    messages: [],
    findings: [
      {
        id: findingId,
        marks,
        score: scoreOf(segmentation.basis),
        note: segmentTexts.note((segmentation.volumeMm3 / MM3_PER_ML).toFixed(2)),
        massLengthUm: um(lengthOf),
        massWidthUm: um(widthOf),
        massHeightUm: um(depthOf),
      },
    ],
    masks: [findingMask(findingId, segmentation.mask)],
  };
}

/** The region fit has no trained weights. */
const FIT_MODEL = {
  name: 'star-fit',
  version: '1.0.0',
  weightsSha256: null,
  use: 'research',
} as const;

const modelOf = (basis: SegmentationBasis): NewAiRunFields['model'] =>
  basis.kind === 'slices' ? basis.model : FIT_MODEL;

/** Returns 1 for a fit, which gives no probability: the reader has chosen the lesion. */
const scoreOf = (basis: SegmentationBasis): number => (basis.kind === 'slices' ? basis.score : 1);

/** Returns the contours of a mask in the three planes through its middle. */
function contourMarks(
  geometry: VolumeGeometry,
  mask: VoxelMask,
): Readonly<Record<string, Mark>> | null {
  const position = mmToPosition(geometry, null, middleOf(mask), 0);
  const marks = PLANES.flatMap((plane, idx): Mark[] => {
    const frame = imageFrame(geometry, plane, null, position);
    const points = contourPoints(mask, frame);
    if (points.length < 3) return [];
    const fields = { id: newId(), markType: 'FREEHAND', plane, frame, position, points } as const;
    return [{ ...markInImage({ ...fields, generator: 'AI' }), rep: idx === 0 }];
  });
  const areValid =
    marks.length === PLANES.length &&
    marks.every((mark) => checkMark(mark).ok && checkMarkPlace(mark, [geometry]).ok);
  return areValid ? Object.fromEntries(marks.map((mark) => [mark.id, mark])) : null;
}

/** Returns the voxel of the mask that is nearest to its centre of mass. */
function middleOf(mask: VoxelMask): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  let count = 0;
  visitMask(mask, (mm) => {
    sum = add(sum, mm);
    count += 1;
  });
  return scale(sum, 1 / Math.max(1, count));
}

/** Returns the longest contour of the mask in an image. */
function contourPoints(mask: VoxelMask, frame: ImageFrame): readonly NormalisedPoint[] {
  const { originMm: pointMm, right, down } = frame;
  const lines = maskContours(mask, { pointMm, right, down }).map((contour) =>
    contour.slice(0, -1).map((mm) => clampToImage(mmToImage(frame, mm))),
  );
  const lengthOf = (line: readonly NormalisedPoint[]): number =>
    line.reduce((sum, at, n) => sum + lengthMm(frame, at, line[(n + 1) % line.length] ?? at), 0);
  const longest = lines.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0] ?? [];
  const step = Math.max(1, Math.ceil(longest.length / MAX_POINTS));
  return longest.filter((_, n) => n % step === 0);
}

function findingMask(
  findingId: string,
  { sizes, spacingMm, originMm, bits }: VoxelMask,
): FindingMask {
  return {
    findingId,
    sizes: [...sizes],
    spacingMm: [...spacingMm],
    originMm: [...originMm],
    bitsBase64: base64Of(bits),
  };
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
