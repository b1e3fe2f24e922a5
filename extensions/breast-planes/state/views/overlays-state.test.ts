import { describe, expect, it } from 'vitest';
import type { Overlay } from '#core';
import { createOverlaysState } from './overlays-state.ts';

const grid = { sizes: [2, 2, 2], spacingMm: [1, 1, 1], originMm: [0, 0, 0] } as const;
const base = { scanId: 's', title: 'Mask' };
const labels = { ...base, kind: 'labelmap', grid, colours: { 1: '#00FF00' } } as const;
const mask = { ...labels, labels: new Uint8Array(8) };
const scalar = {
  ...base,
  kind: 'scalar',
  grid,
  values: new Float32Array(8),
  range: [0, 1],
  colours: ['#000000', '#FFFFFF'],
} as const;
const shapes = { ...base, kind: 'shapes', colour: '#FFFFFF', shapes: [] } as const;

describe('overlays', () => {
  it('are listed by order, then by creation, until they are disposed', () => {
    const overlays = createOverlaysState();
    const add = (title: string, order: number) => {
      const added = overlays.add({ ...mask, title, order });
      if (!added.ok) throw new Error(added.problem.code);
      return added.value;
    };
    const titles = () => overlays.store.getState().entries.map(({ overlay }) => overlay.title);
    const first = add('first', 1);
    const second = add('second', 0);
    add('third', 1);
    expect(titles()).toEqual(['second', 'first', 'third']);
    second.set({ order: 2, opacity: 0.9 });
    expect(titles()).toEqual(['first', 'third', 'second']);
    expect(overlays.store.getState().entries.at(-1)?.opacity).toBe(0.9);
    second.set({ opacity: 7 });
    expect(overlays.store.getState().entries.at(-1)?.opacity).toBe(0.9);
    first.dispose();
    first.dispose();
    expect(titles()).toEqual(['third', 'second']);
  });

  it.each<[string, Overlay]>([
    ['labels', { ...mask, labels: new Uint8Array(7) }],
    ['colours', { ...mask, colours: { 0: '#00FF00' } }],
    ['colours', { ...mask, colours: { 1: 'green' } }],
    ['grid', { ...mask, grid: { ...grid, spacingMm: [1, Number.NaN, 1] } }],
    ['grid', { ...mask, grid: { ...grid, sizes: [2, 2, -2] } }],
    ['opacity', { ...mask, opacity: Number.NaN }],
    ['order', { ...mask, order: Number.POSITIVE_INFINITY }],
    ['values', { ...scalar, values: new Float32Array(9) }],
    ['range', { ...scalar, range: [1, 1] }],
    ['colours', { ...scalar, colours: ['#000000'] }],
    ['colour', { ...shapes, colour: 'red' }],
    ['shapes[0]', { ...shapes, shapes: [{ kind: 'ball', centreMm: [0, 0, 0], radiusMm: -1 }] }],
    [
      'shapes[1]',
      {
        ...shapes,
        shapes: [
          { kind: 'point', atMm: [0, 0, 0] },
          { kind: 'line', pointsMm: [[0, 0, 0]] },
        ],
      },
    ],
    ['shapes', { ...shapes, shapes: new Array(10_001).fill({ kind: 'point', atMm: [0, 0, 0] }) }],
  ])('are refused by the name of the invalid field: %s', (field, overlay) => {
    const overlays = createOverlaysState();
    const added = overlays.add(overlay);
    expect(!added.ok && added.problem).toMatchObject({ code: 'OVERLAY_INVALID' });
    expect(!added.ok && added.problem.detail).toContain(`'${field}'`);
    expect(overlays.store.getState().entries).toEqual([]);
  });
});
