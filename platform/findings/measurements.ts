import type { Finding, Mark, Measurement } from '#contracts';
import { lengthMm, type NormalisedPoint } from '#geometry';
import { measureTexts } from './texts/measure-texts.ts';

const MM_PER_CM = 10;

/** Measurement of one mark: extents in millimetres and, for a closed shape, the area in mm². */
interface Measured {
  readonly extentsMm: readonly number[];
  readonly areaMm2: number | null;
}

/**
 * Returns the measurements of a finding's lengths, crosses, boxes, ellipses and outlines, in the
 * order of the marks. Texts are in centimetres, `area` in cm²: `CM` is the smallest metric unit
 * that the interface defines. Texts, arrows and points have no measurement.
 */
export function measurementsOf(
  finding: Pick<Finding, 'marks' | 'label' | 'scan' | 'updatedAt'>,
): readonly Measurement[] {
  return Object.values(finding.marks).flatMap((mark) => {
    const measured = measuredBy(mark);
    if (measured === null) return [];
    const { extentsMm, areaMm2 } = measured;
    return [
      {
        id: mark.id,
        label: measureTexts.label(finding.label),
        description: measureTexts.extents(extentsMm.map((mm) => mm / MM_PER_CM)),
        type: mark.markType,
        unit: 'CM',
        area: areaMm2 === null ? null : areaMm2 / MM_PER_CM ** 2,
        points: [...mark.markViewParams.points],
        source: `${finding.scan.id} ${mark.planeView}`,
        modifiedTimestamp: finding.updatedAt,
      },
    ];
  });
}

/** Returns the measurement of a mark; null for types without measurement. */
function measuredBy({ markType, markViewParams, frame }: Mark): Measured | null {
  const { points } = markViewParams;
  const between = (from: number, to: number): number => {
    const [a, b] = [points[from], points[to]];
    return a === undefined || b === undefined ? 0 : lengthMm(frame, a, b);
  };
  switch (markType) {
    case 'LENGTH':
      return { extentsMm: [between(0, 1)], areaMm2: null };
    case 'CROSS':
      return { extentsMm: [between(0, 1), between(2, 3)], areaMm2: null };
    case 'ELLIPTICAL': {
      const [first, second] = [between(0, 1), between(2, 3)];
      return { extentsMm: [first, second], areaMm2: (Math.PI / 4) * first * second };
    }
    case 'BOUNDING_BOX': {
      const [a, b] = points;
      if (a === undefined || b === undefined) return null;
      const width = Math.abs(b.u - a.u) * frame.widthMm;
      const height = Math.abs(b.v - a.v) * frame.heightMm;
      return { extentsMm: [width, height], areaMm2: width * height };
    }
    case 'FREEHAND':
      return { extentsMm: [], areaMm2: areaMm2(frame, points) };
    default:
      return null;
  }
}

/**
 * Returns the area of a closed line in an image in mm² (shoelace formula; parts of a self-crossing
 * line count with their orientation).
 */
export function areaMm2(
  { widthMm, heightMm }: Pick<Mark['frame'], 'widthMm' | 'heightMm'>,
  points: readonly NormalisedPoint[],
): number {
  const doubledArea = points.reduce((sum, at, idx) => {
    const next = points[(idx + 1) % points.length] ?? at;
    return sum + at.u * next.v - next.u * at.v;
  }, 0);
  return (Math.abs(doubledArea) / 2) * widthMm * heightMm;
}
