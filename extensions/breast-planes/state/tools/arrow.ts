import { distance, MIN_MARK_MM, toFlat } from '../../model/marks/mark-geometry.ts';
import { drawingTool, type MarkKind } from './mark-kind.ts';

/** ARROW: from tail to tip; the tip is the mark's location. */
const kind: MarkKind = {
  id: 'breast-planes.arrow',
  markType: 'ARROW',
  childStates: ['tip'],
  build: (_, points) => (points.length === 2 ? points : null),
  drawShapes({ points: [tail, tip] }) {
    if (tail === undefined || tip === undefined) return [];
    return [
      { kind: 'line', from: tail, to: tip },
      { kind: 'arrow-head', from: tail, at: tip },
    ];
  },
  handles: ({ points }) => points,
  reshape: ({ points }, handle, to) => points.map((point, idx) => (idx === handle ? to : point)),
  isLargeEnough({ frame, points: [tail, tip] }) {
    if (tail === undefined || tip === undefined) return false;
    return distance(toFlat(frame, tail), toFlat(frame, tip)) >= MIN_MARK_MM;
  },
};

export const arrowTool = drawingTool(kind);
