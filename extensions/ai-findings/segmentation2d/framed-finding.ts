import type { NewAiRunFields } from '#contracts';
import { markInImage } from '#findings';
import { newId } from '#foundation';
import { imageToMm, mmToPosition, type PlanePosition } from '#geometry';
import type { FramedLesion, ImageKey } from '../model/segmentation/framed-lesion.ts';
import { SEGMENT_PROVIDER_ID } from '../segmentation/segmented-finding.ts';
import { frameSegmentTexts } from '../texts/frame-segment-texts.ts';

const UM_PER_MM = 1_000;
const MM2_PER_CM2 = 100;

/**
 * Returns the run to store: one finding with its outline in the image. One image shows two directions,
 * so the third size is unknown.
 */
export function framedRun(lesion: FramedLesion): NewAiRunFields {
  const { runId, findingId, frame, outline, sizes, score, model, image, volume } = lesion;
  const mark = markInImage({
    id: newId(),
    markType: 'FREEHAND',
    plane: image.plane,
    frame,
    position: positionOf(lesion),
    points: outline,
    generator: 'AI',
  });
  const cm2 = (sizes.areaMm2 / MM2_PER_CM2).toFixed(2);
  return {
    id: runId,
    task: 'SEGMENTATION',
    providerId: SEGMENT_PROVIDER_ID,
    generator: 'AI',
    model,
    volumeFileId: volume?.fileId ?? null,
    imageFileId: volume === null ? image.fileId : null,
    messages: [],
    findings: [
      {
        id: findingId,
        marks: { [mark.id]: mark },
        score,
        note: frameSegmentTexts.note(cm2, placeText(image)),
        massLengthUm: Math.round(sizes.acrossMm * UM_PER_MM),
        massWidthUm: null,
        massHeightUm: Math.round(sizes.downMm * UM_PER_MM),
      },
    ],
  };
}

/**
 * Returns the plane positions of the outline. Those of a slice count the voxels of the volume that
 * was read, because a stored mark can count those of an earlier volume.
 */
function positionOf({ image, frame, prompt, volume }: FramedLesion): PlanePosition {
  if (volume === null) return image.position;
  const [{ u, v }] = prompt.inside;
  const clicked = mmToPosition(volume.geometry, null, imageToMm(frame, u, v), 0);
  return { ...clicked, rad: image.position.rad };
}

/** Returns the words for an image: its number in the scan, or its plane. */
export function placeText({ plane, frameIdx }: ImageKey): string {
  const { planes, frame } = frameSegmentTexts;
  return plane === 'TRA' || plane === 'SAG' || plane === 'RAD'
    ? planes[plane]
    : frame(frameIdx + 1);
}
