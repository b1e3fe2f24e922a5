import type { NewAiRunFields } from '#contracts';
import { markInImage } from '#findings';
import { newId } from '#foundation';
import type { FramedLesion } from '../model/segmentation/framed-lesion.ts';
import { SEGMENT_PROVIDER_ID } from '../segmentation/segmented-finding.ts';
import { frameSegmentTexts } from '../texts/frame-segment-texts.ts';

const UM_PER_MM = 1_000;
const MM2_PER_CM2 = 100;
/** Marks of single images have no plane position. */
const NO_POSITION = { sag: 0, tra: 0, depth: 0, rad: 0 } as const;

/**
 * Returns the run to store: one finding with its outline in the image. One image shows two directions,
 * so the third size is unknown.
 */
export function framedRun(lesion: FramedLesion): NewAiRunFields {
  const { runId, findingId, frame, outline, sizes, score, model, image } = lesion;
  const mark = markInImage({
    id: newId(),
    markType: 'FREEHAND',
    plane: 'IMG',
    frame,
    position: NO_POSITION,
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
    volumeFileId: null,
    messages: [],
    findings: [
      {
        id: findingId,
        marks: { [mark.id]: mark },
        score,
        note: frameSegmentTexts.note(cm2, image.frameIdx + 1),
        massLengthUm: Math.round(sizes.acrossMm * UM_PER_MM),
        massWidthUm: null,
        massHeightUm: Math.round(sizes.downMm * UM_PER_MM),
      },
    ],
  };
}
