import { describe, expect, it } from 'vitest';
import type { ExtensionContext, ToolDefinition } from '#core';
import { aLengthMark } from '#core/testing';
import { type ImageFrame, lengthMm, type NormalisedPoint } from '#geometry';
import { toolOfMark } from './tool-of-mark.ts';

const frame: ImageFrame = {
  originMm: [-50, 0, 30],
  right: [1, 0, 0],
  down: [0, 1, 0],
  widthMm: 100,
  heightMm: 45,
};

/** A tool of another extension that moves points without limits. */
const tool = {
  id: 'org.example.lines.line',
  markType: 'LENGTH',
  moveBy: ({ points }, by) => points.map(({ u, v }) => ({ u: u + by.u, v: v + by.v })),
} as Partial<ToolDefinition> as ToolDefinition;
const context = { tryUse: () => ({ find: () => tool }) } as unknown as ExtensionContext;

/** Moves a line drawn by the tool. */
function move(points: readonly NormalisedPoint[], by: NormalisedPoint): readonly NormalisedPoint[] {
  const own = toolOfMark({ ...aLengthMark(), toolId: tool.id }, context);
  return own?.moveBy({ frame, points }, by) ?? [];
}

describe('a mark of a tool of another extension', () => {
  it.each([
    { u: 0.9, v: 0 },
    { u: -0.9, v: -0.9 },
    { u: 0, v: 5 },
  ])('keeps its length when it is moved beyond the image by $u, $v', (by) => {
    const points = [
      { u: 0.3, v: 0.2 },
      { u: 0.6, v: 0.7 },
    ] as const;
    const [from, to] = move(points, by);
    if (from === undefined || to === undefined) throw new Error('The mark lost its points');
    expect(lengthMm(frame, from, to)).toBeCloseTo(lengthMm(frame, points[0], points[1]), 9);
    for (const { u, v } of [from, to]) {
      expect(Math.min(u, v)).toBeGreaterThanOrEqual(0);
      expect(Math.max(u, v)).toBeLessThanOrEqual(1);
    }
  });

  it('moves freely within the image', () => {
    const moved = move([{ u: 0.25, v: 0.25 }], { u: 0.25, v: 0.5 });
    expect(moved).toEqual([{ u: 0.5, v: 0.75 }]);
  });
});
