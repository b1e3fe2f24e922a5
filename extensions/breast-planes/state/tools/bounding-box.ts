import type { NormalisedPoint } from '#geometry';
import { MIN_MARK_MM } from '../../model/marks/mark-geometry.ts';
import { markTexts } from '../../texts/mark-texts.ts';
import { drawingTool, type MarkKind } from './mark-kind.ts';

/** Returns the four corners in order from two opposite corners. */
const cornersOf = (a: NormalisedPoint, b: NormalisedPoint): readonly NormalisedPoint[] => [
  a,
  { u: b.u, v: a.v },
  b,
  { u: a.u, v: b.v },
];

/** BOUNDING_BOX: two opposite corners; moving a corner keeps the opposite corner. */
const kind: MarkKind = {
  id: 'breast-planes.bounding-box',
  markType: 'BOUNDING_BOX',
  childStates: ['opposite-corner'],
  build: (_, points) => (points.length === 2 ? points : null),
  drawShapes({ frame, points: [a, b] }) {
    if (a === undefined || b === undefined) return [];
    const [width, height] = [
      Math.abs(a.u - b.u) * frame.widthMm,
      Math.abs(a.v - b.v) * frame.heightMm,
    ];
    const lowerRight = { u: Math.max(a.u, b.u), v: Math.max(a.v, b.v) };
    return [
      { kind: 'path', points: cornersOf(a, b), closed: true },
      { kind: 'text', at: lowerRight, text: markTexts.size(width, height) },
    ];
  },
  handles: ({ points: [a, b] }) => (a === undefined || b === undefined ? [] : cornersOf(a, b)),
  reshape({ points: [a, b] }, handle, to) {
    if (a === undefined || b === undefined) return [];
    switch (handle) {
      case 0:
        return [to, b];
      case 1:
        return [
          { u: a.u, v: to.v },
          { u: to.u, v: b.v },
        ];
      case 2:
        return [a, to];
      default:
        return [
          { u: to.u, v: a.v },
          { u: b.u, v: to.v },
        ];
    }
  },
  isLargeEnough({ frame, points: [a, b] }) {
    if (a === undefined || b === undefined) return false;
    return (
      Math.abs(a.u - b.u) * frame.widthMm >= MIN_MARK_MM &&
      Math.abs(a.v - b.v) * frame.heightMm >= MIN_MARK_MM
    );
  },
};

export const boundingBoxTool = drawingTool(kind);
