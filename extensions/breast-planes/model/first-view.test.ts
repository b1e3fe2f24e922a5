import { describe, expect, it } from 'vitest';
import type { FileHeader } from '#contracts';
import { geometryOfHeader } from '#findings';
import { positionToMm, scannedVolumeGeometry } from '#geometry';
import { aScan } from '#testing';
import {
  firstGeometry,
  firstPosition,
  firstPresentationOf,
  firstScan,
  firstView,
  NO_SAVED_VIEW,
  panOf,
} from './first-view.ts';
import { defaultSlab, NEUTRAL_ADJUSTMENT } from './planes/plane-presentation.ts';

const geometry = scannedVolumeGeometry([64, 40, 64], [1, 1, 1], 32);
const right = aScan({ id: 'r' });
const position = { sag: 3, tra: -4, depth: 12, rad: 90 };
const stored = (change: object): string =>
  JSON.stringify({ version: 1, states: [{ scanId: 'r', savedViewports: [], ...change }] });

const readScan = (change: object = {}) => firstScan({ ...right, ...change });

describe('firstPosition', () => {
  it('starts at the nipple, or at the centre while no nipple is set', () => {
    const view = firstView(undefined, 'r');
    const startPosition = (nippleLocation: unknown) => {
      const scan = readScan({ nippleLocation });
      return scan === null || view === null ? null : firstPosition(geometry, scan, view);
    };
    expect(startPosition(null)).toMatchObject({ sag: 0, tra: 0 });
    expect(startPosition(position)).toMatchObject({ sag: 3, tra: -4 });
  });
});

describe('the saved view', () => {
  const scan = readScan();

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
    if (view === null || scan === null) throw new Error('The saved view or the scan is missing');
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
    if (view === null || scan === null) throw new Error('The saved view or the scan is missing');
    const restoredMm = positionToMm(geometry, firstPosition(geometry, scan, view));
    const storedMm = positionToMm(finer, finerPosition);
    for (const axis of [0, 1, 2]) {
      expect(restoredMm[axis]).toBeCloseTo(storedMm[axis] ?? Number.NaN, 6);
    }
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

  it('is null if the stored voxel grid is unreadable', () => {
    const volume = { sizes: [1, 2], spacingMm: [1, 1, 1], originMm: [0, 0, 0] };
    expect(firstView(stored({ positions: { r: position }, volume }), 'r')).toBeNull();
  });

  it('shows each plane with the default slab', () => {
    if (scan === null) throw new Error('No scan');
    expect(firstPresentationOf(scan, NO_SAVED_VIEW, 'COR').slab).toEqual(defaultSlab('COR'));
    expect(firstPresentationOf(scan, NO_SAVED_VIEW, 'COR').slab.thicknessMm).toBe(2);
    expect(firstPresentationOf(scan, NO_SAVED_VIEW, 'TRA').slab).toEqual(defaultSlab('TRA'));
  });

  it('clamps the position to a smaller volume', () => {
    const view = firstView(stored({ positions: { r: { ...position, depth: 400 } } }), 'r');
    if (view === null || scan === null) throw new Error('The saved view or the scan is missing');
    expect(firstPosition(geometry, scan, view).depth).toBe(40);
  });

  it('is null if a view was maximised', () => {
    const maximised = { view: 'COR', zoom: 1, pan: [0, 0], size: 'MAXIMIZED' };
    expect(firstView(stored({ savedViewports: [maximised] }), 'r')).toBeNull();
  });

  it.each(['not JSON', '[]', '{"states":7}', '{"states":[null,7]}'])(
    'has default values for %s',
    (text) => {
      expect(firstView(text, 'r')).toMatchObject({ position: null, zoom: 1 });
    },
  );
});
