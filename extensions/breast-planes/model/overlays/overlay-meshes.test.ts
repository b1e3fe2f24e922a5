import { describe, expect, it } from 'vitest';
import type { VolumeGrid } from '#geometry';
import { boundsOf } from '../space/mesh.ts';
import { overlayMeshes } from './overlay-meshes.ts';

const grid: VolumeGrid = { sizes: [12, 6, 6], spacingMm: [1, 1, 1], originMm: [0, 0, 0] };
const voxels = grid.sizes[0] * grid.sizes[1] * grid.sizes[2];
const columnOf = (index: number): number => index % grid.sizes[0];
const overlay = { scanId: 'scan', title: 'Tissue', grid } as const;

describe('the surfaces of an overlay', () => {
  it('are one per drawn label, in its colour and at its place', () => {
    const labels = Uint8Array.from({ length: voxels }, (_, n) =>
      columnOf(n) < 3 ? 1 : columnOf(n) < 6 ? 2 : columnOf(n) < 9 ? 3 : 0,
    );
    const colours = { 1: '#FF0000', 3: '#00FF00', 7: '#0000FF' };
    const parts = overlayMeshes({ ...overlay, kind: 'labelmap', labels, colours });
    expect(parts.map(({ key, colour, opacity }) => [key, colour, opacity])).toEqual([
      ['1', [255, 0, 0], 1],
      ['3', [0, 255, 0], 1],
    ]);
    const [red, green] = parts.map(({ mesh }) => boundsOf([mesh]));
    expect([red?.[0][0], red?.[1][0]]).toEqual([-0.5, 2.5]);
    expect([green?.[0][0], green?.[1][0]]).toEqual([5.5, 8.5]);
  });

  it('of values lie at quarters of the range, nested, the outer ones fainter', () => {
    const values = Float32Array.from({ length: voxels }, (_, n) => columnOf(n));
    const parts = overlayMeshes({
      ...overlay,
      kind: 'scalar',
      values,
      range: [0, 12],
      colours: ['#000000', '#FFFFFF'],
    });
    expect(parts.map(({ mesh }) => boundsOf([mesh])?.[0][0])).toEqual([2.5, 5.5, 8.5]);
    expect(parts.map(({ opacity }) => opacity)).toEqual([0.35, 0.6, 1]);
    expect(parts.map(({ colour }) => Math.round(colour[0]))).toEqual([64, 128, 191]);
  });

  it('are computed once per overlay', () => {
    const labels = new Uint8Array(voxels).fill(1);
    const whole = { ...overlay, kind: 'labelmap', labels, colours: { 1: '#FF0000' } } as const;
    expect(overlayMeshes(whole)).toBe(overlayMeshes(whole));
  });
});
