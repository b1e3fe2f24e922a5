import { describe, expect, it } from 'vitest';
import { distance } from '#geometry';
import { shapeEdges } from './shape-edges.ts';

describe('the lines of a shape in a 3D view', () => {
  it('are a circle for a point and a ball', () => {
    expect(shapeEdges({ kind: 'point', atMm: [1, 2, 3] })).toEqual({
      kind: 'circle',
      centreMm: [1, 2, 3],
      radiusMm: 0,
    });
    expect(shapeEdges({ kind: 'ball', centreMm: [1, 2, 3], radiusMm: 4 })).toEqual({
      kind: 'circle',
      centreMm: [1, 2, 3],
      radiusMm: 4,
    });
  });

  it('return to the first point of a closed line', () => {
    const pointsMm = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
    ] as const;
    expect(shapeEdges({ kind: 'line', pointsMm })).toEqual({ kind: 'lines', linesMm: [pointsMm] });
    expect(shapeEdges({ kind: 'line', pointsMm, closed: true })).toEqual({
      kind: 'lines',
      linesMm: [[...pointsMm, [0, 0, 0]]],
    });
  });

  it('are the twelve edges of a box', () => {
    const edges = shapeEdges({ kind: 'box', minMm: [0, 0, 0], maxMm: [1, 2, 3] });
    if (edges.kind !== 'lines') throw new Error('no lines');
    const lengths = edges.linesMm.map(([a, b]) => (a && b ? distance(a, b) : 0));
    expect(lengths.toSorted()).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  });
});
