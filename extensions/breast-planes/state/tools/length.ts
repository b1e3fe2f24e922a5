import { lengthMm } from '#geometry';
import { MIN_MARK_MM } from '../../model/marks/mark-geometry.ts';
import { markTexts } from '../../texts/mark-texts.ts';
import { drawingTool, type MarkKind } from './mark-kind.ts';

/** LENGTH: the distance between two ends, in millimetres of the volume. */
const kind: MarkKind = {
  id: 'breast-planes.length',
  markType: 'LENGTH',
  childStates: ['end'],
  build: (_, points) => (points.length === 2 ? points : null),
  drawShapes({ frame, points: [start, end] }) {
    if (start === undefined || end === undefined) return [];
    return [
      { kind: 'line', from: start, to: end },
      { kind: 'text', at: end, text: markTexts.length(lengthMm(frame, start, end)) },
    ];
  },
  handles: ({ points }) => points,
  reshape: ({ points }, handle, to) => points.map((point, idx) => (idx === handle ? to : point)),
  isLargeEnough({ frame, points: [start, end] }) {
    if (start === undefined || end === undefined) return false;
    return lengthMm(frame, start, end) >= MIN_MARK_MM;
  },
};

export const lengthTool = drawingTool(kind);
