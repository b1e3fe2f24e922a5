import { describe, expect, it } from 'vitest';
import {
  type ImageFrame,
  imageFrame,
  imageToMm,
  mmToImage,
  scannedVolumeGeometry,
  subtract,
  type Vec3,
  VOLUME_PLANES,
} from '#geometry';
import {
  barLengthMm,
  commonPxPerMm,
  fitPxPerMm,
  fromPx,
  layoutImage,
  NO_PAN,
  panForZoom,
  panTo,
  rulerTicks,
  toPx,
} from './image-layout.ts';

const volume = scannedVolumeGeometry([200, 90, 180], [0.5, 0.5, 0.5], 45);
const nipple: Vec3 = [3, 2, -4];
const position = { sag: -30, tra: 24, depth: 27.5, rad: 300 };
const view = { width: 604, height: 280 };
const frameOf = (plane: 'COR' | 'TRA' | 'SAG' | 'RAD'): ImageFrame =>
  imageFrame(volume, plane, nipple, position);

describe('the image of a plane', () => {
  it('maps pixels to millimetres and back in every plane', () => {
    for (const plane of VOLUME_PLANES) {
      const frame = frameOf(plane);
      const layout = layoutImage(frame, view, 6, { rightMm: 3, downMm: -2 });
      const px = { x: 411, y: 97 };
      const point = fromPx(layout, frame, px);
      const back = toPx(layout, frame, mmToImage(frame, imageToMm(frame, point.u, point.v)));
      expect(back.x).toBeCloseTo(px.x, 9);
      expect(back.y).toBeCloseTo(px.y, 9);
    }
  });

  it('has the patient’s left (COR, TRA), the feet (SAG) or the rim (RAD) at the right', () => {
    const directionToRight = (plane: 'COR' | 'TRA' | 'SAG' | 'RAD'): Vec3 => {
      const frame = frameOf(plane);
      const layout = layoutImage(frame, view, 6, NO_PAN);
      const mmAt = (x: number): Vec3 => {
        const { u, v } = fromPx(layout, frame, { x, y: 100 });
        return imageToMm(frame, u, v);
      };
      // 6 px are 1 mm.
      return subtract(mmAt(306), mmAt(300));
    };
    const expected: Readonly<Record<string, Vec3>> = {
      COR: [1, 0, 0],
      TRA: [1, 0, 0],
      SAG: [0, 0, -1],
      RAD: [Math.sin((300 * Math.PI) / 180), 0, Math.cos((300 * Math.PI) / 180)],
    };
    for (const plane of VOLUME_PLANES) {
      directionToRight(plane).forEach((component, axis) => {
        expect(component, `${plane} ${axis}`).toBeCloseTo(expected[plane]![axis]!, 9);
      });
    }
  });

  it('is centred in its view', () => {
    const frame = frameOf('TRA');
    const layout = layoutImage(frame, view, 6, NO_PAN);
    expect(toPx(layout, frame, { u: 0.5, v: 0.5 })).toEqual({
      x: view.width / 2,
      y: view.height / 2,
    });
  });
});

describe('the common scale', () => {
  it('is the smallest fit of all planes times the zoom', () => {
    const coronal = fitPxPerMm('COR', { width: 100, height: 90 }, { width: 904, height: 970 });
    const transverse = fitPxPerMm('TRA', { width: 100, height: 45 }, view);
    // 904 px less 60 px on each side, for 100 mm.
    expect(coronal).toBeCloseTo(7.84, 2);
    expect(transverse).toBeCloseTo(6.22, 2);
    expect(commonPxPerMm([coronal ?? 0, transverse ?? 0], 2)).toBeCloseTo(12.44, 2);
  });

  it('is null until a view has a size', () => {
    expect(fitPxPerMm('TRA', { width: 100, height: 45 }, { width: 0, height: 0 })).toBeNull();
    expect(commonPxPerMm([], 1)).toBeNull();
  });

  it('keeps the tissue under the pointer fixed while zooming', () => {
    const frame = frameOf('TRA');
    const pointer = { x: 150, y: 60 };
    const initialLayout = layoutImage(frame, view, 6, NO_PAN);
    const { u, v } = fromPx(initialLayout, frame, pointer);
    const anchor = { rightMm: (u - 0.5) * frame.widthMm, downMm: (v - 0.5) * frame.heightMm };
    const zoomedLayout = layoutImage(frame, view, 12, panForZoom(NO_PAN, anchor, 1, 2));
    const zoomed = toPx(zoomedLayout, frame, { u, v });
    expect(zoomed.x).toBeCloseTo(pointer.x, 9);
    expect(zoomed.y).toBeCloseTo(pointer.y, 9);
  });
});

describe('the ruler', () => {
  it('labels every 10 mm at reading scale and smaller steps when zoomed in', () => {
    const labels = (pxPerMm: number) =>
      rulerTicks(0, 20, pxPerMm, 0, 1000).flatMap((tick) => tick.label ?? []);
    expect(labels(6)).toEqual(['0', '10', '20']);
    expect(labels(20)).toEqual(['0', '2', '4', '6', '8', '10', '12', '14', '16', '18', '20']);
  });

  it('has no ticks outside the view', () => {
    const ticks = rulerTicks(-100, 45, 6, 4, 140);
    expect(ticks.length).toBeGreaterThan(0);
    for (const { px } of ticks) {
      expect(px).toBeGreaterThanOrEqual(4);
      expect(px).toBeLessThanOrEqual(140);
    }
  });
});

describe('the scale bar', () => {
  it('ends at a labelled tick at every image scale', () => {
    for (const pxPerMm of [0.6, 1.9, 2.5, 4.8, 6, 22, 44, 100]) {
      const lengthMm = barLengthMm(pxPerMm, 430);
      const last = rulerTicks(0, lengthMm, pxPerMm, 0, 1000).at(-1);
      expect(last?.label, `${pxPerMm} px/mm`).toBe(String(lengthMm));
    }
  });

  it('is 40 mm long if there is space and covers at most a third of the view', () => {
    expect(barLengthMm(4.8, 904)).toBe(40);
    expect(barLengthMm(44, 904) * 44).toBeLessThan(904 / 3);
  });
});

describe('panTo', () => {
  const image = { widthMm: 150, heightMm: 45 };
  const size = { width: 600, height: 270 };
  const panToPoint = (rightMm: number, downMm = 0, pan = NO_PAN) =>
    panTo(image, size, 6, pan, { rightMm, downMm });

  it('keeps the pan while the point is well inside the view', () => {
    const pan = { rightMm: 2, downMm: 1 };
    expect(panToPoint(20, 0, pan)).toBe(pan);
    expect(panToPoint(0, 20)).toBe(NO_PAN);
  });

  it('centres a point near or beyond the edge, as far as the image extends', () => {
    // The view shows 100 mm of 150 mm, so that the image can be panned by 25 mm.
    expect(panToPoint(-45).rightMm).toBe(-25);
    expect(panToPoint(70).rightMm).toBe(25);
    expect(
      panTo({ widthMm: 300, heightMm: 45 }, size, 6, NO_PAN, { rightMm: -60, downMm: 0 }),
    ).toEqual({ rightMm: -60, downMm: 0 });
  });
});
