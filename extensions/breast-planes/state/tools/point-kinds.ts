import type { MarkGeometry, Shape } from '#core';
import { drawingTool, type MarkKind } from './mark-kind.ts';

/** Creates a mark type with one point, set by one click. */
function pointKind(
  options: Pick<MarkKind, 'id' | 'markType' | 'requiresText'>,
  drawShapes: (mark: MarkGeometry) => readonly Shape[],
): MarkKind {
  return {
    ...options,
    childStates: [],
    build: (_, points) => points.slice(0, 1),
    drawShapes,
    handles: ({ points }) => points,
    reshape: (_, __, to) => [to],
    isLargeEnough: ({ points }) => points.length === 1,
  };
}

/** SELECTMARK: the representative point of the finding under the click, else a new finding. */
export const selectMarkTool = drawingTool(
  pointKind({ id: 'breast-planes.select-mark', markType: 'SELECTMARK' }, ({ points }) =>
    points.map((at) => ({ kind: 'sign', at, sign: 'pin' })),
  ),
);

/** PLANELOCATOR: a point that all planes are moved to. */
export const planeLocatorTool = drawingTool(
  pointKind({ id: 'breast-planes.plane-locator', markType: 'PLANELOCATOR' }, ({ points }) =>
    points.map((at) => ({ kind: 'sign', at, sign: 'target' })),
  ),
);

/** TEXT: a label that starts at a point. */
export const textTool = drawingTool(
  pointKind(
    { id: 'breast-planes.text', markType: 'TEXT', requiresText: true },
    ({ points, text = '' }) => points.map((at) => ({ kind: 'label', at, text })),
  ),
);
