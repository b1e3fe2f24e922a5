import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '#core';
import type { PointPx } from '../model/planes/image-layout.ts';
import { toolOfType } from '../state/tools/tools.ts';
import { selectableMarksIn } from './interaction-context.ts';
import { A, B, createInteractionHarness } from './test-support/interaction-harness.ts';

const ID = 'org.example.arrows.double';

/** An arrow whose stored marks have one handle, at the tip, that mirrors the start. */
function doubleArrow(change: Partial<ToolDefinition> = {}): ToolDefinition {
  const arrow = toolOfType('ARROW');
  if (arrow === null) throw new Error('No arrow tool');
  return {
    ...arrow,
    id: ID,
    shapes: ({ points: [from, to] }) =>
      from === undefined || to === undefined
        ? []
        : [
            { kind: 'line', from, to, dashed: false },
            { kind: 'handle', at: to },
          ],
    moveHandle: ({ points: [from] }, _, to) => [from ?? to, { u: to.u, v: 0.25 }],
    moveBy: ({ points }) => points.map(({ u }) => ({ u, v: 0.75 })),
    ...change,
  } as ToolDefinition;
}

async function drawn(tool = doubleArrow()) {
  const harness = await createInteractionHarness();
  harness.tools.set(ID, tool);
  harness.viewState.set({ activeToolId: ID });
  harness.drag(A, B);
  const [mark] = harness.marks();
  if (mark === undefined) throw new Error('No mark was drawn');
  const shapes = () => {
    const { context, ready } = harness.imageInfo;
    return ready === null
      ? []
      : selectableMarksIn(context, { ...ready }).flatMap((visible) => visible.shapes);
  };
  return { ...harness, mark, shapes };
}

const kinds = (shapes: readonly { readonly kind: string }[]): readonly string[] =>
  shapes.map(({ kind }) => kind);

describe('a stored mark of a tool of another extension', () => {
  it('names its tool', async () => {
    const { mark } = await drawn();
    expect(mark.toolId).toBe(ID);
  });

  it('has the shapes and handles of this tool', async () => {
    const { shapes } = await drawn();
    expect(kinds(shapes())).toEqual(['line', 'handle']);
  });

  it('is moved by this tool, at a handle and as a whole', async () => {
    const { interactions, marks } = await drawn();
    const drag = (from: PointPx, to: PointPx): void => {
      interactions.edit.press(from, 'mouse');
      interactions.move(to, 'mouse', true);
      interactions.edit.release();
    };
    const heights = () => marks()[0]?.markViewParams.points.map(({ v }) => v);
    drag(B, { x: B.x + 20, y: B.y + 20 });
    expect(heights()?.[1]).toBe(0.25);
    drag(A, { x: A.x + 20, y: A.y });
    expect(heights()).toEqual([0.75, 0.75]);
    expect(marks()[0]?.toolId).toBe(ID);
  });

  it('has the shapes of the built-in tool of its type when the extension is off', async () => {
    const { tools, shapes } = await drawn();
    tools.delete(ID);
    expect(kinds(shapes())).toEqual(kinds((await drawnBuiltIn()).shapes()));
  });

  it.each<[string, Partial<ToolDefinition>]>([
    [
      'throws',
      {
        shapes: () => {
          throw new Error('broken');
        },
      },
    ],
    [
      'returns points that are no numbers',
      { shapes: () => [{ kind: 'handle', at: { u: Number.NaN, v: 0 } }] },
    ],
    ['is now a tool for another type', { markType: 'CROSS' }],
  ])('has the shapes of the built-in tool when its tool %s', async (_, change) => {
    const { tools, shapes } = await drawn();
    tools.set(ID, doubleArrow(change));
    expect(kinds(shapes())).toEqual(kinds((await drawnBuiltIn()).shapes()));
  });
});

async function drawnBuiltIn() {
  const harness = await createInteractionHarness();
  harness.selectTool('ARROW');
  harness.drag(A, B);
  const { context, ready } = harness.imageInfo;
  return {
    ...harness,
    shapes: () =>
      ready === null ? [] : selectableMarksIn(context, ready).flatMap(({ shapes }) => shapes),
  };
}

it('a mark of a built-in tool names no tool', async () => {
  const { marks } = await drawnBuiltIn();
  expect(marks()[0]).not.toHaveProperty('toolId');
});
