import type { Mark } from '#contracts';
import { checkMark, checkMarkPlace, markInImage } from '#findings';
import { newId } from '#foundation';
import {
  clampToImage,
  imageFrame,
  mmToImage,
  mmToPosition,
  type PlanePosition,
  type VolumeGeometry,
} from '#geometry';
import type { DetectedLesion } from '../detection/index.ts';

/** Planes in which a lesion gets a box; the first box represents the finding. */
const PLANES = ['TRA', 'COR', 'SAG'] as const;

/**
 * Returns a box in the transverse, coronal and sagittal plane through the centre of a lesion, clipped
 * to the images; null if the volume can't hold one of the boxes.
 */
export function lesionMarks(
  volume: VolumeGeometry,
  lesion: Pick<DetectedLesion, 'centreMm' | 'boxMm'>,
): Readonly<Record<string, Mark>> | null {
  const position = mmToPosition(volume, null, lesion.centreMm, 0);
  const marks = PLANES.map((plane, idx) => boxMark(volume, plane, position, lesion, idx === 0));
  const areValid = marks.every((mark) => checkMark(mark).ok && checkMarkPlace(mark, [volume]).ok);
  return areValid ? Object.fromEntries(marks.map((mark) => [mark.id, mark])) : null;
}

function boxMark(
  volume: VolumeGeometry,
  plane: (typeof PLANES)[number],
  position: PlanePosition,
  { boxMm }: Pick<DetectedLesion, 'boxMm'>,
  rep: boolean,
): Mark {
  const frame = imageFrame(volume, plane, null, position);
  const points = [boxMm.min, boxMm.max].map((cornerMm) => clampToImage(mmToImage(frame, cornerMm)));
  return {
    ...markInImage({
      id: newId(),
      markType: 'BOUNDING_BOX',
      plane,
      frame,
      position,
      points,
      generator: 'AIAD',
    }),
    rep,
  };
}
