// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { ShapesOverlay } from '#core';
import { render, unmountAll } from '#ui/testing';
import { PRESET_ORIENTATIONS } from '../../model/space/space-camera.ts';
import type { SceneProjection } from '../../rendering/space/scene-camera.ts';
import { OverlayShapes } from './overlay-shapes.tsx';

afterEach(unmountAll);

/** Seen from the front, 10 px per mm. */
const projection: SceneProjection = {
  orientation: PRESET_ORIENTATIONS.front,
  toPx: ([x, , z]) => ({ x: 100 + 10 * x, y: 100 - 10 * z }),
  toMm: () => [0, 0, 0],
  pxPerMm: 10,
};
const overlay: ShapesOverlay = {
  kind: 'shapes',
  scanId: 'scan',
  title: 'Places',
  colour: '#FFB020',
  shapes: [
    { kind: 'point', atMm: [1, 5, 2] },
    { kind: 'ball', centreMm: [-2, 0, 0], radiusMm: 3, label: 'Cyst' },
    {
      kind: 'line',
      pointsMm: [
        [0, 0, 0],
        [4, 0, -1],
      ],
    },
  ],
};

describe('shapes of an extension over a 3D scene', () => {
  it('are drawn at their projected place and size, with their label', async () => {
    const { host } = await render(
      <svg>
        <title>Scene</title>
        <OverlayShapes
          projection={projection}
          overlays={[{ id: 1, overlay, opacity: 0.5, order: 0 }]}
        />
      </svg>,
    );
    const circles = [...host.querySelectorAll('circle:last-of-type')].map((circle) =>
      ['cx', 'cy', 'r'].map((name) => Number(circle.getAttribute(name))),
    );
    expect(circles).toEqual([
      [110, 80, 4],
      [80, 100, 30],
    ]);
    expect(host.querySelector('path')?.getAttribute('d')).toBe('M100.00 100.00L140.00 110.00');
    expect(host.querySelector('text')?.textContent).toBe('Cyst');
    expect(host.querySelector('[data-testid=overlay-shapes-space]')?.getAttribute('opacity')).toBe(
      '0.5',
    );
  });
});
