import { describe, expect, it } from 'vitest';
import type { Mark, PlaneView } from '#contracts';
import {
  checkMark,
  checkMarkIdIsNew,
  geometryOfHeader,
  locationOf,
  markCentreMm,
  signedLocationFields,
  sizesFromMarks,
} from '#findings';
import { newId } from '#foundation';
import {
  imageFrame,
  mmToImage,
  scannedVolumeGeometry,
  type Vec3,
  type VolumePlane,
} from '#geometry';

const volume = scannedVolumeGeometry([201, 90, 201], [0.5, 0.5, 0.5], 50);
const position = { sag: 0, tra: 0, depth: 40, rad: 0 };

function aLength(plane: VolumePlane & PlaneView, from: Vec3, to: Vec3): Mark {
  const frame = imageFrame(volume, plane, null, position);
  return {
    id: newId(),
    markType: 'LENGTH',
    planeView: plane,
    rep: false,
    markViewParams: {
      points: [mmToImage(frame, from), mmToImage(frame, to)],
      unit: 'mm',
      colour: '#F2C94C',
      lineWidth: 1.5,
      radius: 5,
      shape: 'line',
      generatedBy: 'USER',
    },
    frame,
    ...position,
  };
}

/** Changes the type of a mark, and its points if given. */
function ofType(
  markType: Mark['markType'],
  mark: Mark,
  points: readonly { readonly u: number; readonly v: number }[] = mark.markViewParams.points,
): Mark {
  return { ...mark, markType, markViewParams: { ...mark.markViewParams, points: [...points] } };
}

describe('sizesFromMarks', () => {
  it('uses one plane for length and height and an orthogonal plane for width', () => {
    const sizes = sizesFromMarks([
      aLength('TRA', [-6, 20, 0], [6.4, 20, 0]),
      aLength('TRA', [0, 15, 0], [0, 24.4, 0]),
      aLength('SAG', [0, 20, 4], [0, 20, -4.4]),
    ]);
    expect(sizes).toEqual({ massLengthUm: 12_400, massWidthUm: 8_400, massHeightUm: 9_400 });
  });

  it('never uses two marks of one plane for length and width', () => {
    const sizes = sizesFromMarks([
      aLength('TRA', [-6, 20, 0], [6, 20, 0]),
      aLength('TRA', [-2, 22, 0], [2, 22, 0]),
    ]);
    expect(sizes.massWidthUm).toBeNull();
  });

  it('treats a cross as two lengths', () => {
    const across = aLength('TRA', [-6, 20, 0], [6, 20, 0]);
    const down = aLength('TRA', [0, 16, 0], [0, 24, 0]);
    const points = [...across.markViewParams.points, ...down.markViewParams.points];
    const cross: Mark = {
      ...across,
      markType: 'CROSS',
      markViewParams: { ...across.markViewParams, points },
    };
    expect(sizesFromMarks([cross])).toEqual(sizesFromMarks([across, down]));
    expect(sizesFromMarks([cross])).toMatchObject({ massLengthUm: 12_000, massHeightUm: 8_000 });
  });

  it('measures depth and width in patient space, also in a tilted raw frame', () => {
    const [cos, sin] = [Math.cos(0.5), Math.sin(0.5)];
    const frame = {
      originMm: [0, 0, 0] as const,
      widthMm: 60,
      heightMm: 60,
      right: [cos, sin, 0] as const,
      down: [-sin, cos, 0] as const,
    };
    const inFrame = (from: Vec3, to: Vec3): Mark => {
      const mark = aLength('TRA', from, to);
      const points = [mmToImage(frame, from), mmToImage(frame, to)];
      const markViewParams = { ...mark.markViewParams, points };
      return { ...mark, planeView: 'PER', frame, markViewParams };
    };
    const sizes = sizesFromMarks([
      inFrame([10, 20, 0], [10, 30, 0]),
      inFrame([5, 20, 0], [17, 20, 0]),
    ]);
    expect(sizes).toMatchObject({ massLengthUm: 12_000, massHeightUm: 10_000 });
  });

  it('takes the edges of a box', () => {
    const box = ofType('BOUNDING_BOX', aLength('TRA', [-6, 16, 0], [6, 24.5, 0]));
    expect(sizesFromMarks([box])).toEqual({
      massLengthUm: 12_000,
      massWidthUm: null,
      massHeightUm: 8_500,
    });
    const coronal = ofType('BOUNDING_BOX', aLength('COR', [-4, 20, -6], [4, 20, 6]));
    expect(sizesFromMarks([box, coronal])).toEqual({
      massLengthUm: 12_000,
      massWidthUm: 12_000,
      massHeightUm: 8_500,
    });
  });

  it('takes the axes of an ellipse', () => {
    const across = aLength('TRA', [-6, 20, 0], [6, 20, 0]);
    const down = aLength('TRA', [0, 16, 0], [0, 24, 0]);
    const points = [...across.markViewParams.points, ...down.markViewParams.points];
    const ellipse = ofType('ELLIPTICAL', across, points);
    expect(sizesFromMarks([ellipse])).toEqual(sizesFromMarks([across, down]));
  });

  it('takes a length rather than a box in the same direction', () => {
    const box = ofType('BOUNDING_BOX', aLength('TRA', [-10, 12, 0], [10, 28, 0]));
    const across = aLength('TRA', [-6, 20, 0], [6, 20, 0]);
    const down = aLength('SAG', [0, 16, 0], [0, 25, 0]);
    expect(sizesFromMarks([box, across])).toMatchObject({
      massLengthUm: 12_000,
      massHeightUm: 16_000,
    });
    expect(sizesFromMarks([box, across, down])).toEqual({
      massLengthUm: 12_000,
      massWidthUm: null,
      massHeightUm: 9_000,
    });
  });

  it('returns null for every size without a length or a box', () => {
    expect(sizesFromMarks([])).toEqual({
      massLengthUm: null,
      massWidthUm: null,
      massHeightUm: null,
    });
  });
});

describe('a mark', () => {
  it('is rejected when a point lies outside its image', () => {
    const mark = aLength('COR', [0, 20, 0], [60, 20, 0]);
    const checked = checkMark(mark);
    expect(checked.ok ? null : checked.problem.code).toBe('MARK_OUTSIDE_IMAGE');
  });

  it('is rejected when both ends are the same point', () => {
    const checked = checkMark(aLength('COR', [1, 20, 1], [1, 20, 1]));
    expect(checked.ok ? null : checked.problem.code).toBe('MARK_TOO_SHORT');
  });

  it('is rejected with a wrong number of points, for every type', () => {
    const pointCounts: Record<Mark['markType'], number> = {
      ARROW: 2,
      ELLIPTICAL: 4,
      FREEHAND: 3,
      LENGTH: 2,
      TEXT: 1,
      SELECTMARK: 1,
      PLANELOCATOR: 1,
      CROSS: 4,
      BOUNDING_BOX: 2,
    };
    const codeOf = (markType: Mark['markType'], count: number): string | null => {
      const mark = aLength('COR', [0, 20, 0], [5, 20, 0]);
      const points = Array.from({ length: count }, (_, idx) => ({ u: 0.1 + idx * 0.1, v: 0.5 }));
      const markViewParams = { ...mark.markViewParams, points, text: 'clip' };
      const checked = checkMark({ ...mark, markType, markViewParams });
      return checked.ok ? null : checked.problem.code;
    };
    for (const [type, count] of Object.entries(pointCounts)) {
      const markType = type as Mark['markType'];
      expect(codeOf(markType, count), type).toBeNull();
      expect(codeOf(markType, count - 1), type).toBe('MARK_INCOMPLETE');
      // An outline may have any number of further points.
      const codeOfMorePoints = markType === 'FREEHAND' ? null : 'MARK_INCOMPLETE';
      expect(codeOf(markType, count + 1), type).toBe(codeOfMorePoints);
    }
  });

  it('is rejected if its text is empty', () => {
    const mark = aLength('COR', [0, 20, 0], [5, 20, 0]);
    const [point] = mark.markViewParams.points;
    if (point === undefined) throw new Error('no point');
    for (const text of [undefined, '', '  ']) {
      const textFields = text === undefined ? {} : { text };
      const markViewParams = { ...mark.markViewParams, points: [point], ...textFields };
      const checked = checkMark({ ...mark, markType: 'TEXT', markViewParams });
      expect(checked.ok ? null : checked.problem.code).toBe('MARK_WITHOUT_WORDS');
    }
  });

  it('is rejected when another finding uses its id', () => {
    const mark = aLength('COR', [0, 20, 0], [5, 20, 0]);
    expect(checkMark(mark).ok).toBe(true);
    const checked = checkMarkIdIsNew(mark, [{ marks: { [mark.id]: mark } }]);
    expect(checked.ok ? null : checked.problem.code).toBe('DUPLICATE_MARK_ID');
  });
});

describe('the location of a finding', () => {
  const mark = aLength('COR', [-30, 20, 0], [-30, 20, 4]);
  const reference = {
    side: 'R',
    face: { pointMm: [0, 0, 0], inward: [0, 1, 0] },
    skin: null,
  } as const;

  it('is relative to the nipple', () => {
    const findingLocation = locationOf([mark], { ...reference, nippleMm: [0, 5, 2] });
    expect(findingLocation?.position?.clockDeg).toBeCloseTo(270);
    expect(findingLocation?.position?.distanceFromNippleMm).toBeCloseTo(30);
    expect(findingLocation?.position?.quadrant).toBe('outer central');
  });

  it('is the tip of an arrow', () => {
    const arrow = { ...aLength('COR', [30, 20, 40], [-8, 20, 12]), markType: 'ARROW' as const };
    const centre = markCentreMm(arrow);
    expect(centre[0]).toBeCloseTo(-8, 9);
    expect(centre[2]).toBeCloseTo(12, 9);
  });

  it('is the middle of an outline, not of the points along it', () => {
    const { frame, ...rest } = aLength('COR', [0, 20, 0], [5, 20, 0]);
    const cornersMm: readonly Vec3[] = [
      [-20, 20, 10],
      [-19, 20, 10],
      [-18, 20, 10],
      [-10, 20, 10],
      [-10, 20, 20],
      [-20, 20, 20],
    ];
    const points = cornersMm.map((cornerMm) => mmToImage(frame, cornerMm));
    const markViewParams = { ...rest.markViewParams, points };
    const centre = markCentreMm({ ...rest, frame, markType: 'FREEHAND', markViewParams });
    expect(centre[0]).toBeCloseTo(-15, 9);
    expect(centre[2]).toBeCloseTo(15, 9);
  });

  it('has depth but no clock position without a nipple', () => {
    const findingLocation = locationOf([mark], { ...reference, nippleMm: null });
    expect(findingLocation?.position).toBeNull();
    // The centre of slice 40 lies 40.5 × 0.5 mm below the transducer face.
    expect(findingLocation?.depthMm).toBeCloseTo(20.25);
  });
});

describe('the location of a signed finding', () => {
  const signed = {
    clockPositionSec: 36_000,
    quadrant: null,
    distanceFromNippleUm: 32_000,
    depthUm: 14_000,
    depthReference: 'skin',
  } as const;

  it('gets the quadrant of its clock position if the report contains none', () => {
    expect(signedLocationFields('R', signed)).toEqual({ ...signed, quadrant: 'upper outer' });
    expect(signedLocationFields('L', signed)).toEqual({ ...signed, quadrant: 'upper inner' });
  });

  it('loses a clock position that was signed within 10 mm of the nipple', () => {
    const near = { ...signed, distanceFromNippleUm: 9_999 };
    expect(signedLocationFields('R', near)).toEqual({
      ...near,
      clockPositionSec: null,
      quadrant: 'subareolar',
    });
  });

  it('stays as signed with a quadrant or without a nipple', () => {
    const subareolar = { ...signed, clockPositionSec: null, quadrant: 'subareolar' } as const;
    expect(signedLocationFields('R', subareolar)).toEqual(subareolar);
    const unknown = { ...signed, clockPositionSec: null, distanceFromNippleUm: null };
    expect(signedLocationFields('R', unknown)).toEqual(unknown);
  });
});

describe('the geometry of a file header', () => {
  const header = {
    sizes: '4 4 4',
    spacingMm: [1, 1, 1],
    originMm: [0, 0, 0],
    coverageRadiusMm: 3,
  };
  const edgesMm = [
    [3, 0, 0],
    [0, 2, 1],
    [0, -1, 2],
  ] as const;

  it('contains the recorded box, unless its edges do not run left, to depth and to the head', () => {
    const recordedBox = { cornerMm: [0, 0, 0], edgesMm } as const;
    expect(geometryOfHeader({ ...header, recordedBox })?.recordedBox).toEqual(recordedBox);
    const [left, depth, head] = edgesMm;
    for (const invalid of [
      [left, [0, 0, 0], head],
      [left, [0, -2, 1], head],
      [depth, left, head],
      [left, depth, [0, 1, Number.NaN]],
    ] as const) {
      const geometry = geometryOfHeader({
        ...header,
        recordedBox: { ...recordedBox, edgesMm: invalid },
      });
      expect(geometry?.recordedBox).toBeUndefined();
      expect(geometry?.coverageRadiusMm).toBe(3);
    }
  });
});
