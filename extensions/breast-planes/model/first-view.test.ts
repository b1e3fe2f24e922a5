import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FileHeader } from '#contracts';
import { geometryOfHeader } from '#findings';
import { positionToMm, scannedVolumeGeometry } from '#geometry';
import { BOTH_CORONALS, FOUR_PLANES } from './first-layout.ts';
import {
  firstGeometry,
  firstHanging,
  firstPosition,
  firstPresentationOf,
  firstView,
  NO_SAVED_VIEW,
  panOf,
} from './first-view.ts';
import { defaultSlab, NEUTRAL_ADJUSTMENT } from './planes/plane-presentation.ts';

const geometry = scannedVolumeGeometry([64, 40, 64], [1, 1, 1], 32);
const right = {
  id: 'r',
  scanState: 'C',
  label: 'R',
  orientationConfirmed: true,
  laterality: { id: 'R' },
  nippleLocation: null,
  imageAdjustments: {},
};
const left = { ...right, id: 'l', label: 'L', laterality: { id: 'L' } };
const position = { sag: 3, tra: -4, depth: 12, rad: 90 };
const stored = (change: object): string =>
  JSON.stringify({ version: 1, states: [{ scanId: 'r', savedViewports: [], ...change }] });

it('declares the default layouts as the manifest does', () => {
  const manifest = JSON.parse(
    readFileSync(new URL('../manifest.json', import.meta.url), 'utf8'),
  ) as { contributes: { hangingProtocols: Record<string, unknown>[] } };
  const { hangingProtocols } = manifest.contributes;
  const ranked = [...hangingProtocols].sort((a, b) => Number(b.priority) - Number(a.priority));
  for (const [at, layout] of [BOTH_CORONALS, FOUR_PLANES].entries()) {
    const tracksOf = (sizes: readonly number[]) => sizes.map((size) => `${size}fr`).join(' ');
    expect(ranked[at]).toMatchObject({
      id: layout.id,
      grid: {
        columns: tracksOf(layout.columns),
        rows: tracksOf(layout.rows),
        areas: layout.areas.map((row) => row.join(' ')),
      },
      cells: layout.cells.map(({ area, plane, side }) => ({
        area,
        options: { plane },
        image: { kind: 'VOLUME', laterality: side ?? 'target' },
      })),
    });
  }
});

describe('firstHanging', () => {
  const idsOf = (scans: readonly object[], layoutId: string | null = null) => {
    const hung = firstHanging(scans as Record<string, unknown>[], 'r', layoutId);
    return hung && [hung.layout.id, ...hung.cells.map(({ scan }) => scan.id)];
  };

  it('hangs four planes of one breast, also if that breast was scanned twice', () => {
    const ids = ['breast-planes.four-planes', 'r', 'r', 'r', 'r'];
    expect(idsOf([right, { ...right, id: 'older' }])).toEqual(ids);
    expect(idsOf([right, { ...left, scanState: 'I' }])).toEqual(ids);
  });

  it('hangs both breasts side by side, with the newest scan of the other breast', () => {
    const older = { ...left, id: 'l0', acquisitionTime: '2026-01-01T00:00:00Z' };
    const newer = { ...left, acquisitionTime: '2026-02-01T00:00:00Z' };
    expect(idsOf([left, right])).toEqual(['breast-planes.both-coronals', 'r', 'l']);
    expect(idsOf([older, newer, right])).toEqual(['breast-planes.both-coronals', 'r', 'l']);
  });

  it('hangs the saved layout', () => {
    expect(idsOf([left, right], FOUR_PLANES.id)?.[0]).toBe(FOUR_PLANES.id);
  });

  it.each([
    ['the target is not finished', [{ ...right, scanState: 'I' }, left], null],
    ['the target is not among them', [left], null],
    ['a label cannot be read', [right, { ...left, label: 7 }], null],
    ['a nipple cannot be read, which is not none', [{ ...right, nippleLocation: {} }], null],
    ['another layout was chosen', [right], 'breast-planes.space'],
    ['the chosen one cannot be hung', [right], BOTH_CORONALS.id],
  ])('returns null if %s', (_why, scans, layoutId) => {
    expect(idsOf(scans, layoutId)).toBeNull();
  });
});

const opened = (change: object = {}) =>
  firstHanging([{ ...right, ...change }], 'r', null)?.scans[0] ?? null;

describe('firstPosition', () => {
  it('starts at the nipple, or at the centre while no nipple is set', () => {
    const view = firstView(undefined, 'r');
    const at = (nippleLocation: unknown) => {
      const scan = opened({ nippleLocation });
      return scan === null || view === null ? null : firstPosition(geometry, scan, view);
    };
    expect(at(null)).toMatchObject({ sag: 0, tra: 0 });
    expect(at(position)).toMatchObject({ sag: 3, tra: -4 });
  });
});

describe('the saved view', () => {
  const scan = opened();

  it('restores position, zoom, pan and adjustments', () => {
    const adjustment = { ...NEUTRAL_ADJUSTMENT, brightness: 20, inverted: true };
    const view = firstView(
      stored({
        positions: { r: position },
        imageAdjustments: { COR: adjustment },
        layout: null,
        savedViewports: [{ view: 'TRA', zoom: 2, pan: [5, 6], size: 'AUTOSIZE' }],
      }),
      'r',
    );
    if (view === null || scan === null) throw new Error('Not followed');
    expect(firstPosition(geometry, scan, view)).toEqual(position);
    expect(view.zoom).toBe(2);
    expect(panOf(view, 'TRA')).toEqual({ rightMm: 5, downMm: 6 });
    expect(firstPresentationOf(scan, view, 'COR').adjustment).toEqual(adjustment);
    expect(firstPresentationOf(scan, view, 'SAG').adjustment).toEqual(NEUTRAL_ADJUSTMENT);
  });

  it('keeps the point in the tissue if another reconstruction has other voxels', () => {
    const finer = scannedVolumeGeometry([128, 80, 128], [0.5, 0.5, 0.5], 32);
    const { sizes, spacingMm, originMm } = finer;
    const volume = { sizes, spacingMm, originMm, fileId: 'f' };
    const finerPosition = { sag: 6, tra: -8, depth: 24, rad: 90 };
    const view = firstView(stored({ positions: { r: finerPosition }, volume }), 'r');
    if (view === null || scan === null) throw new Error('Not followed');
    const now = positionToMm(geometry, firstPosition(geometry, scan, view));
    const before = positionToMm(finer, finerPosition);
    for (const axis of [0, 1, 2]) expect(now[axis]).toBeCloseTo(before[axis] ?? Number.NaN, 6);
  });

  it.each([
    [{ sizes: '64 40 64', spacingMm: [1, 1, 2], originMm: [-32, 0.5, -64], coverageRadiusMm: 30 }],
    [{ sizes: '64 40', spacingMm: [1, 1, 2], originMm: [-32, 0.5, -64], coverageRadiusMm: 30 }],
    [{ sizes: '64 40 64', spacingMm: [1, 1, 2], originMm: [-32, 0.5, -64] }],
    [{ sizes: '64 40 64' }],
    [null],
  ])('takes the volume geometry from the header as the application does: %j', (header) => {
    expect(firstGeometry(header)).toEqual(geometryOfHeader(header as FileHeader | null));
  });

  it('is null if its voxel grid is unreadable', () => {
    const volume = { sizes: [1, 2], spacingMm: [1, 1, 1], originMm: [0, 0, 0] };
    expect(firstView(stored({ positions: { r: position }, volume }), 'r')).toBeNull();
  });

  it('shows each plane with the default slab', () => {
    if (scan === null) throw new Error('No scan');
    expect(firstPresentationOf(scan, NO_SAVED_VIEW, 'COR').slab).toEqual(defaultSlab('COR'));
    expect(firstPresentationOf(scan, NO_SAVED_VIEW, 'COR').slab.thicknessMm).toBe(2);
    expect(firstPresentationOf(scan, NO_SAVED_VIEW, 'TRA').slab).toEqual(defaultSlab('TRA'));
  });

  it('is clamped to a smaller volume', () => {
    const view = firstView(stored({ positions: { r: { ...position, depth: 400 } } }), 'r');
    if (view === null || scan === null) throw new Error('Not followed');
    expect(firstPosition(geometry, scan, view).depth).toBe(40);
  });

  it.each([
    [
      'one view alone',
      { savedViewports: [{ view: 'COR', zoom: 1, pan: [0, 0], size: 'MAXIMIZED' }] },
    ],
  ])('is null if it showed %s', (_what, state) => {
    expect(firstView(stored(state), 'r')).toBeNull();
  });

  it.each(['no JSON', '[]', '{"states":7}', '{"states":[null,7]}'])(
    'has default values for %s',
    (text) => {
      expect(firstView(text, 'r')).toMatchObject({ position: null, zoom: 1 });
    },
  );
});
