// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { GENERATOR_COLOURS, type MarkType } from '#contracts';
import type { Shape } from '#core';
import type { NormalisedPoint } from '#geometry';
import { render, unmountAll } from '#ui/testing';
import { MarkDrawing } from './mark-drawing.tsx';

afterEach(unmountAll);

const px = ({ u, v }: NormalisedPoint) => ({ x: 100 * u, y: 100 * v });
const from = { u: 0.2, v: 0.2 };
const to = { u: 0.6, v: 0.2 };

/** Draws a mark and returns the dash pattern and the path of each coloured line. */
async function draw(markType: MarkType, shapes: readonly Shape[], source: 'USER' | 'AI' = 'USER') {
  const generator = { id: source, labelColour: GENERATOR_COLOURS[source] };
  const { host: root } = await render(
    <svg aria-hidden="true">
      <MarkDrawing
        markId="mark"
        shapes={shapes}
        finding={{ generator, label: 1 }}
        markType={markType}
        selected
        labels={null}
        grabbed={null}
        toPx={px}
      />
    </svg>,
  );
  const paths = [...root.querySelectorAll(`path[stroke="${generator.labelColour}"]`)];
  return {
    root,
    lines: paths.map((path) => ({
      dash: path.getAttribute('stroke-dasharray'),
      d: path.getAttribute('d'),
      width: path.getAttribute('stroke-width'),
    })),
  };
}

describe('a mark on an image', () => {
  it.each<[MarkType, Shape]>([
    ['LENGTH', { kind: 'line', from, to }],
    ['ARROW', { kind: 'line', from, to }],
    ['FREEHAND', { kind: 'path', points: [from, to, { u: 0.4, v: 0.5 }], closed: true }],
  ])('of type %s has dashed lines over an unbroken halo', async (markType, shape) => {
    const { root, lines } = await draw(markType, [shape]);
    expect(lines).toMatchObject([{ dash: '4 4', width: '1.5' }]);
    const halo = root.querySelector('path[class*="halo"]');
    expect(halo?.getAttribute('d')).toBe(lines[0]?.d);
    expect(halo?.getAttribute('stroke-dasharray')).toBeNull();
  });

  it('keeps small signs solid, which dashes would make unreadable', async () => {
    const arrow: readonly Shape[] = [
      { kind: 'line', from, to },
      { kind: 'arrow-head', from, at: to },
    ];
    expect((await draw('ARROW', arrow)).lines.map(({ dash }) => dash)).toEqual([null, '4 4']);
    await unmountAll();
    const pin: Shape = { kind: 'sign', at: from, sign: 'pin' };
    expect((await draw('PLANELOCATOR', [pin])).lines.map(({ dash }) => dash)).toEqual([null]);
  });

  it('keeps a line of a tool that asks for a solid line', async () => {
    const solid: Shape = { kind: 'line', from, to, dashed: false };
    expect((await draw('LENGTH', [solid])).lines.map(({ dash }) => dash)).toEqual([null]);
  });

  it('of the AI has wider lines with longer dashes', async () => {
    const { lines } = await draw('BOUNDING_BOX', [{ kind: 'line', from, to }], 'AI');
    expect(lines).toMatchObject([{ dash: '8 4', width: '2' }]);
  });

  it('has handles with a radius of 5 px on the selected finding', async () => {
    const { root } = await draw('LENGTH', [
      { kind: 'line', from, to },
      { kind: 'handle', at: from },
    ]);
    expect(root.querySelector('[data-testid="mark-handle"]')?.getAttribute('r')).toBe('5');
  });
});
