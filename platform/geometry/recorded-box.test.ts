import { describe, expect, it } from 'vitest';
import {
  depthBelowSkin,
  depthFromFaceMm,
  faceYMm,
  outsideBoxMm,
  scannedVolumeGeometry,
  transducerFace,
  type VolumeGeometry,
} from '#geometry';

const scanned = scannedVolumeGeometry([40, 30, 40], [1, 1, 1], 20);
/** A box of 10 × 20 × 30 mm, turned so that its depth runs to the patient's left too (3-4-5). */
const tilted: VolumeGeometry = {
  ...scanned,
  recordedBox: {
    cornerMm: [1, 2, 3],
    edgesMm: [
      [8, -6, 0],
      [12, 16, 0],
      [0, 0, 30],
    ],
  },
};

describe('the transducer face', () => {
  it('is the outer side of the first layer of a scanned volume', () => {
    const face = transducerFace(scanned);
    expect(face.inward).toEqual([0, 1, 0]);
    expect(depthFromFaceMm(face, [7, 12, -9])).toBe(12);
    expect(faceYMm(face, 7, -9)).toBe(0);
  });

  it('is that of the recorded box, from which depth counts at right angles', () => {
    const face = transducerFace(tilted);
    // 5 mm behind the face, along the depth edge (0.6, 0.8, 0).
    expect(depthFromFaceMm(face, [4, 6, 3])).toBeCloseTo(5, 12);
    // The same depth elsewhere on the face.
    expect(depthFromFaceMm(face, [12, 0, 33])).toBeCloseTo(5, 12);
    expect(depthBelowSkin({ skin: null, face }, [4, 6, 3])).toEqual({
      depthMm: expect.closeTo(5, 12),
      depthReference: 'transducer-face',
    });
    expect(faceYMm(face, 9, 20)).toBeCloseTo(-4, 12);
    expect(depthFromFaceMm(face, [9, faceYMm(face, 9, 20), 20])).toBeCloseTo(0, 12);
  });

  it('has the breast behind it for a mirrored box too', () => {
    const [left, depth, head] = tilted.recordedBox!.edgesMm;
    const mirrored = { cornerMm: [1, 2, 3], edgesMm: [head, depth, left] } as const;
    const face = transducerFace({ ...tilted, recordedBox: mirrored });
    expect(depthFromFaceMm(face, [4, 6, 3])).toBeCloseTo(5, 12);
  });
});

describe('a point beside the recorded box', () => {
  it('is outside by its distance along each edge, and 0 inside', () => {
    expect(outsideBoxMm(tilted, [11, 7, 10])).toEqual([0, 0, 0]);
    // 5 mm before the face, 10 mm beyond the end at the head.
    const [left, depth, head] = outsideBoxMm(tilted, [1 + 4 - 3, 2 - 3 - 4, 43]);
    expect([left, depth, head]).toEqual([0, expect.closeTo(-5, 12), expect.closeTo(10, 12)]);
    expect(outsideBoxMm(scanned, [900, 900, 900])).toEqual([0, 0, 0]);
  });
});
