import { describe, expect, it } from 'vitest';
import { newAiRunSchema } from '#contracts';
import { checkMark, checkMarkPlace, singleImageFrame, sizesFromMarks } from '#findings';
import { newId } from '#foundation';
import { imageFrame, mmToPosition, scannedVolumeGeometry } from '#geometry';
import type { FramedLesion } from '../model/segmentation/framed-lesion.ts';
import { framedRun } from './framed-finding.ts';

const lesion: FramedLesion = {
  runId: newId(),
  findingId: newId(),
  image: {
    scanId: newId(),
    plane: 'IMG',
    position: { sag: 0, tra: 0, depth: 0, rad: 0 },
    fileId: newId(),
    frameIdx: 11,
  },
  volume: null,
  frame: singleImageFrame({
    frameIdx: 11,
    widthPx: 100,
    heightPx: 100,
    pixelMm: { across: 0.1, down: 0.1 },
  }),
  prompt: { inside: [{ u: 0.5, v: 0.5 }], outside: [], box: null, thresholdShift: 0 },
  outline: [
    { u: 0.4, v: 0.4 },
    { u: 0.6, v: 0.4 },
    { u: 0.6, v: 0.7 },
  ],
  sizes: { acrossMm: 2, downMm: 3, areaMm2: 3 },
  score: 0.87,
  model: { name: 'segmenter2d', version: '1.0.0', weightsSha256: 'b'.repeat(64), use: 'research' },
  tookMs: 400,
};

describe('the run of an outline in a single image', () => {
  it('has one outline on its image, two sizes, and no volume', () => {
    const run = newAiRunSchema.parse(framedRun(lesion));
    expect(run).toMatchObject({ task: 'SEGMENTATION', generator: 'AI', volumeFileId: null });
    expect(run.model).toEqual(lesion.model);
    const [finding] = run.findings;
    expect(finding).toMatchObject({
      score: 0.87,
      massLengthUm: 2_000,
      massWidthUm: null,
      massHeightUm: 3_000,
      note: 'AI Segment: area 0.03 cm² in frame 12',
    });
    const marks = Object.values(finding?.marks ?? {});
    expect(marks).toMatchObject([{ markType: 'FREEHAND', planeView: 'IMG', rep: true }]);
    for (const mark of marks) {
      expect(checkMark(mark).ok && checkMarkPlace(mark, []).ok).toBe(true);
    }
    // Outlines measure an area only, so the sizes of the model stay.
    expect(sizesFromMarks(marks).massLengthUm).toBeNull();
  });
});

describe('the run of an outline in a slice', () => {
  it('names the volume, and has its outline in the plane at its position', () => {
    const geometry = scannedVolumeGeometry([200, 100, 200], [0.5, 0.5, 0.5], 45);
    const position = mmToPosition(geometry, null, [10, 20, 5], 0);
    const frame = imageFrame(geometry, 'TRA', null, position);
    // Positions of a stored mark that count the voxels of an earlier volume.
    const earlier = { ...position, tra: 2 * position.tra + 7 };
    const image = {
      ...lesion.image,
      plane: 'TRA',
      position: earlier,
      fileId: null,
      frameIdx: 0,
    } as const;
    const volume = { fileId: newId(), geometry };
    const run = newAiRunSchema.parse(framedRun({ ...lesion, image, frame, volume }));
    expect(run.volumeFileId).toBe(volume.fileId);
    expect(run.findings[0]?.note).toBe('AI Segment: area 0.03 cm² in a transverse slice');
    const marks = Object.values(run.findings[0]?.marks ?? {});
    expect(marks).toMatchObject([{ planeView: 'TRA', rad: position.rad }]);
    expect(marks[0]?.tra).toBeCloseTo(position.tra, 6);
    for (const mark of marks) expect(checkMarkPlace(mark, [geometry])).toMatchObject({ ok: true });
  });
});
