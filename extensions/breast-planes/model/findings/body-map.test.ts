import { describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { radialDirection, rotationAxisMm, scannedVolumeGeometry, type Vec3 } from '#geometry';
import { aFinding, aLengthMark } from '#testing';
import {
  DOT,
  MAX_DOTS,
  type MapPoint,
  mapAreaOf,
  mapDots,
  mapPoint,
  nextFindingOf,
  rimPoint,
  spread,
} from './body-map.ts';

const gap = (a: MapPoint | undefined, b: MapPoint | undefined): number =>
  Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));

describe('spread', () => {
  it('keeps the positions of dots that do not overlap', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 0.4, y: 0 },
      { x: 0, y: -0.9 },
    ];
    expect(spread(points)).toEqual(points);
  });

  it('places dots of one location side by side around that location', () => {
    const [a, b] = spread([
      { x: 0.2, y: 0.1 },
      { x: 0.2, y: 0.1 },
    ]);
    expect(gap(a, b)).toBeCloseTo(DOT, 3);
    expect(((a?.x ?? 0) + (b?.x ?? 0)) / 2).toBeCloseTo(0.2);
    expect(a?.x).toBeLessThan(b?.x ?? 0);
  });

  it('separates close dots by at least a pressable distance and keeps them near their locations', () => {
    const points = [0, 0.05, 0.1, 0.12].map((x, idx) => ({ x, y: idx * 0.03 }));
    const shown = spread(points);
    for (const [idx, point] of shown.entries()) {
      for (const other of shown.slice(idx + 1)) expect(gap(point, other)).toBeGreaterThan(0.24);
      expect(gap(point, points[idx])).toBeLessThan(0.5);
    }
  });
});

const pointsAlong = (count: number, pointAt: (fraction: number) => MapPoint) =>
  Array.from({ length: count }, (_, idx) => pointAt(idx / count));
const CROWDS: readonly (readonly [string, (fraction: number) => MapPoint])[] = [
  ['one location', () => ({ x: 0.2, y: 0.1 })],
  ['one location at the rim', () => ({ x: 0, y: -1 })],
  ['a line', (fraction) => ({ x: fraction - 0.5, y: 0 })],
  [
    'a quadrant',
    (fraction) => ({ x: 0.9 * Math.sin(fraction * 1.5), y: -0.9 * Math.cos(fraction * 1.5) }),
  ],
];

describe.each(CROWDS)('spread of many findings at %s', (_, pointAt) => {
  it.each([10, MAX_DOTS])('keeps %d dots inside the breast without overlap', (count) => {
    const shown = spread(pointsAlong(count, pointAt));
    for (const { x, y } of shown) expect(Math.hypot(x, y)).toBeLessThanOrEqual(1 + 1e-9);
    for (const [idx, point] of shown.entries()) {
      for (const other of shown.slice(idx + 1)) {
        expect(gap(point, other)).toBeGreaterThan(0.9 * DOT);
      }
    }
  });
});

describe.each(CROWDS)('mapDots with more findings than fit, at %s', (_, pointAt) => {
  const createFindings = (count: number): readonly Finding[] =>
    pointsAlong(count, pointAt).map(({ x, y }, idx) =>
      aFinding({
        label: idx + 1,
        clockPositionSec: Math.round(((Math.atan2(x, -y) / (2 * Math.PI) + 1) % 1) * 43_200),
        distanceFromNippleUm: Math.round(Math.hypot(x, y) * 80_000),
      }),
    );

  it.each([40, 60, 100])(
    'groups %d findings into dots that do not touch, each finding in one dot',
    (count) => {
      const findings = createFindings(count);
      const dots = mapDots(findings, null);
      const ids = dots.flatMap((dot) => dot.findings.map(({ id }) => id));
      expect([...ids].sort()).toEqual(findings.map(({ id }) => id).sort());
      for (const [idx, dot] of dots.entries()) {
        for (const other of dots.slice(idx + 1)) expect(gap(dot, other)).toBeGreaterThan(0.9 * DOT);
      }
    },
  );
});

it('selects the next finding of a shared dot on each press and wraps after the last', () => {
  const first = aFinding({ label: 1 });
  const second = aFinding({ label: 2 });
  const third = aFinding({ label: 3 });
  const dot = { findings: [first, second, third] } as const;
  expect(nextFindingOf(dot, 'another')).toBe(first);
  expect(nextFindingOf(dot, first.id)).toBe(second);
  expect(nextFindingOf(dot, third.id)).toBe(first);
});

describe('a body map with the nipple beside the rotation axis', () => {
  const geometry = scannedVolumeGeometry([120, 50, 120], [1, 1, 1], 50);
  const nippleMm: Vec3 = [18, 3, -14];
  const area = mapAreaOf(geometry, nippleMm);
  const findingAt = (atMm: Vec3) => {
    const mark = aLengthMark({
      start: { u: 0.5, v: 0.5 },
      end: { u: 0.5, v: 0.5 },
      frame: {
        originMm: [atMm[0] - 5, atMm[1], atMm[2] + 5],
        right: [1, 0, 0],
        down: [0, 0, -1],
        widthMm: 10,
        heightMm: 10,
      },
    });
    return aFinding({ marks: [mark] });
  };

  it('shows nipple, hour ticks and findings about one centre', () => {
    expect(mapPoint(area.centreMm, area.radiusMm, nippleMm)).toEqual({ x: 0, y: -0 });
    for (let hour = 0; hour < 12; hour++) {
      const [dx, , dz] = radialDirection(hour * 30);
      const atMm: Vec3 = [nippleMm[0] + 12 * dx, 14, nippleMm[2] + 12 * dz];
      const [dot] = mapDots([findingAt(atMm)], area);
      if (dot === undefined) throw new Error('The finding has no dot');
      const tick = rimPoint({ x: 0, y: 0 }, hour * 30);
      expect(dot.position.x * tick.y - dot.position.y * tick.x).toBeCloseTo(0, 9);
      expect(dot.position.x * tick.x + dot.position.y * tick.y).toBeGreaterThan(0.1);
    }
  });

  it('contains all scanned tissue', () => {
    const axis = rotationAxisMm(geometry);
    const farthest = mapPoint(area.centreMm, area.radiusMm, [axis.x - 39.5, 10, axis.z + 30.6]);
    expect(Math.hypot(farthest.x, farthest.y)).toBeLessThanOrEqual(1);
  });
});
