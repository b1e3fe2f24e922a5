import { describe, expect, it } from 'vitest';
import type { Mark, MarkType, PlaneView } from '#contracts';
import { joinsFinding, markInImage, singleImageFrame } from '#findings';
import { newId } from '#foundation';
import {
  imageFrame,
  mmToImage,
  scannedVolumeGeometry,
  type Vec3,
  type VolumePlane,
} from '#geometry';
import { aFinding } from '#testing';

const volume = scannedVolumeGeometry([201, 90, 201], [0.5, 0.5, 0.5], 50);

/** Creates a mark of two points 8 mm apart about a place in the patient. */
function aMark(atMm: Vec3, plane: VolumePlane & PlaneView = 'TRA', markType: MarkType = 'LENGTH') {
  const position = { sag: 0, tra: 0, depth: 40, rad: 0 };
  const frame = { ...imageFrame(volume, plane, null, position) };
  const [x, y, z] = atMm;
  const ends: readonly Vec3[] = [
    [x - 4, y, z],
    [x + 4, y, z],
  ];
  // Marks of this test lie in the image through their own middle.
  const [ox, oy, oz] = frame.originMm;
  const originMm: Vec3 = plane === 'TRA' ? [ox, oy, z] : [ox, y, oz];
  const ownFrame = { ...frame, originMm };
  const points = ends.map((end) => mmToImage(ownFrame, end));
  return markInImage({ id: newId(), markType, plane, frame: ownFrame, position, points });
}

const findingWith = (...marks: readonly Mark[]) => aFinding({ marks });

describe('a new mark', () => {
  it('belongs to a finding up to 15 mm away, in whatever plane', () => {
    const finding = findingWith(aMark([0, 20, 0]));
    expect(joinsFinding(aMark([0, 20, 14.9]), finding)).toBe(true);
    expect(joinsFinding(aMark([0, 20, 15.1]), finding)).toBe(false);
    expect(joinsFinding(aMark([0, 34, 0], 'COR'), finding)).toBe(true);
    expect(joinsFinding(aMark([10, 32, 0], 'COR'), finding)).toBe(false);
  });

  it('belongs to a finding whose nearest mark is close', () => {
    const finding = findingWith(aMark([0, 20, 0]), aMark([0, 20, 14]));
    expect(joinsFinding(aMark([0, 20, 26]), finding)).toBe(true);
  });

  it('belongs to a finding only if it measures', () => {
    const finding = findingWith(aMark([0, 20, 0]));
    for (const type of ['BOUNDING_BOX'] as const)
      expect(joinsFinding(aMark([0, 20, 2], 'TRA', type), finding)).toBe(true);
    for (const type of ['ARROW', 'TEXT', 'FREEHAND', 'SELECTMARK', 'PLANELOCATOR'] as const)
      expect(joinsFinding(aMark([0, 20, 2], 'TRA', type), finding)).toBe(false);
  });

  it('never belongs to an AI finding', () => {
    const finding = findingWith(aMark([0, 20, 0]));
    const ofAi = { ...finding, generator: { ...finding.generator, id: 'AI' as const } };
    expect(joinsFinding(aMark([0, 20, 0]), ofAi)).toBe(false);
  });

  it('never belongs to a finding of a reader study, which no report contains', () => {
    const finding = aFinding({ marks: [aMark([0, 20, 0])], ofReaderStudy: true });
    expect(joinsFinding(aMark([0, 20, 2]), finding)).toBe(false);
  });

  it('of a single image belongs to a finding of the same image only', () => {
    const inImage = (frameIdx: number): Mark => ({
      ...aMark([0, 20, 0]),
      planeView: 'IMG',
      frame: singleImageFrame({
        frameIdx,
        widthPx: 100,
        heightPx: 100,
        pixelMm: { across: 0.5, down: 0.5 },
      }),
    });
    const finding = findingWith(inImage(3));
    expect(joinsFinding(inImage(3), finding)).toBe(true);
    expect(joinsFinding(inImage(4), finding)).toBe(false);
    expect(joinsFinding(aMark([0, 20, 0]), finding)).toBe(false);
  });
});
