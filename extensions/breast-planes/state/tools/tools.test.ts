import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarkType, markType } from '#contracts';
import type { Shape } from '#core';
import { checkMark, markInImage } from '#findings';
import { newId } from '#foundation';
import {
  type ImageFrame,
  imageFrame,
  isInsideImage,
  lengthMm,
  mmToImage,
  mmToPosition,
  type NormalisedPoint,
  scannedVolumeGeometry,
  type Vec3,
  voxelToMm,
} from '#geometry';
import { geometryOf, withPoints } from '../../model/marks/mark-record.ts';
import { fromPx, type ImageLayout, toPx } from '../../model/planes/image-layout.ts';
import { hitShapes, PROXIMITY_PX } from '../findings/mark-hit.ts';
import type { DrawnGesture } from './mark-kind.ts';
import { DRAWING_TOOLS, type DrawingTool, toolOfType } from './tools.ts';

const frame: ImageFrame = {
  originMm: [-50, 0, 30],
  right: [1, 0, 0],
  down: [0, 1, 0],
  widthMm: 100,
  heightMm: 45,
};
const pointerAt = (at: NormalisedPoint) => ({ plane: 'TRA' as const, frame, at, hitRadiusMm: 1 });

/**
 * Uniform coordinates in thousandths; `fc.double` mostly yields extreme values, for which ellipses,
 * boxes and crosses are too small to be marks.
 */
const coordinate = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((thousandths) => thousandths / 1000);
/** Pointer positions, also beyond the image's edges. */
const anywhere = fc.record({ u: coordinate(-400, 1400), v: coordinate(-400, 1400) });
const inside = fc.record({ u: coordinate(20, 980), v: coordinate(20, 980) });
const aTool = fc.constantFrom(...DRAWING_TOOLS);

/** Draws by clicks at the points, then closes tools without a fixed last point. */
function drawByClicks(tool: DrawingTool, clicks: readonly NormalisedPoint[]): DrawnGesture {
  const [first, ...rest] = clicks;
  let gesture = tool.start(pointerAt(first ?? { u: 0.5, v: 0.5 }));
  for (const click of rest) {
    if (tool.childState(gesture) === null) break;
    gesture = tool.set(tool.move(gesture, pointerAt(click), false), pointerAt(click));
  }
  return tool.close(gesture);
}

/** A drawable mark of any of the nine types; excludes marks that are too small. */
const aMark = fc
  .tuple(aTool, fc.array(anywhere, { minLength: 4, maxLength: 12 }))
  .map(([tool, clicks]) => {
    const points = tool.end(drawByClicks(tool, clicks));
    const type = tool.markType;
    if (points === null || type === null) return null;
    const position = { sag: 1, tra: 2, depth: 3, rad: 4 };
    const text = tool.requiresText === true ? { text: 'cyst' } : {};
    const drawing = { id: newId(), markType: type, plane: 'TRA' as const, frame, position, points };
    return { tool, mark: markInImage({ ...drawing, ...text }) };
  })
  .filter((drawn) => drawn !== null);

const handlesOf = (shapes: readonly Shape[]) => shapes.filter((shape) => shape.kind === 'handle');
const isNear = (a: NormalisedPoint, b: NormalisedPoint): boolean => lengthMm(frame, a, b) < 1e-6;

describe('the nine drawing tools', () => {
  it('cover each mark type once and state whether a further point is needed', () => {
    expect(DRAWING_TOOLS.map(({ markType }) => markType).sort()).toEqual(
      [...markType.codes].sort(),
    );
    for (const tool of DRAWING_TOOLS) {
      expect(toolOfType(tool.markType as MarkType)).toBe(tool);
      const gesture = tool.start(pointerAt({ u: 0.3, v: 0.3 }));
      const points = tool.end(tool.close(gesture));
      const isPoint = ['TEXT', 'SELECTMARK', 'PLANELOCATOR'].includes(tool.markType ?? '');
      expect(tool.childState(gesture) === null, tool.id).toBe(isPoint);
      expect(points === null, tool.id).toBe(!isPoint);
    }
  });

  it('reject clicks at a single point, except for marks of one point', () => {
    const point = { u: 0.3, v: 0.3 };
    for (const tool of DRAWING_TOOLS) {
      if (tool.childState(tool.start(pointerAt(point))) === null) continue;
      expect(tool.end(drawByClicks(tool, [point, point, point])), tool.id).toBeNull();
    }
  });

  it('draw dashed lines and store the handle radius of 5', () => {
    const drawnTypes = new Set<string>();
    fc.assert(
      fc.property(aMark, ({ tool, mark }) => {
        const { shape, radius } = mark.markViewParams;
        const solid = tool
          .shapes(geometryOf(mark))
          .filter((shape) => 'dashed' in shape && shape.dashed === false);
        expect(solid, tool.id).toEqual([]);
        expect([shape, radius]).toEqual(['dashed', 5]);
        drawnTypes.add(mark.markType);
      }),
      { numRuns: 300 },
    );
    // The properties in this file cover every tool.
    expect([...drawnTypes].sort()).toEqual([...markType.codes].sort());
  });

  it('keep every point inside the image for any pointer position', () => {
    fc.assert(
      fc.property(aMark, ({ mark }) => {
        expect(checkMark(mark)).toMatchObject({ ok: true });
        expect(mark.markViewParams.points.every(isInsideImage)).toBe(true);
      }),
    );
  });

  it('keep points, outline and minimum size valid for any handle drag and never change the frame', () => {
    fc.assert(
      fc.property(aMark, fc.nat(11), anywhere, ({ tool, mark }, handleNumber, target) => {
        const handles = handlesOf(tool.shapes(geometryOf(mark)));
        const handle = handleNumber % handles.length;
        const moved = withPoints(mark, tool.moveHandle(geometryOf(mark), handle, target));
        expect(moved.frame).toEqual(mark.frame);
        expect(checkMark(moved)).toMatchObject({ ok: true });
        const lines = tool.shapes(geometryOf(moved)).flatMap(pointsOf);
        expect(
          lines.every(({ u, v }) => u > -1e-9 && u < 1 + 1e-9 && v > -1e-9 && v < 1 + 1e-9),
        ).toBe(true);
      }),
    );
  });

  it('restore a mark when a handle is moved and moved back', () => {
    fc.assert(
      fc.property(aMark, fc.nat(11), inside, ({ tool, mark }, handleNumber, target) => {
        const original = geometryOf(mark);
        const handles = handlesOf(tool.shapes(original));
        const handle = handleNumber % handles.length;
        const start = handles[handle]?.at ?? target;
        const reshaped = { ...original, points: tool.moveHandle(original, handle, target) };
        // A box may have been flipped, so that the corner has another index.
        const movedHandle = handlesOf(tool.shapes(reshaped)).findIndex(({ at }) =>
          isNear(at, target),
        );
        fc.pre(movedHandle >= 0);
        const restored = tool.moveHandle(reshaped, movedHandle, start);
        restored.forEach((point, idx) => {
          expect(isNear(point, original.points[idx] ?? target), `${tool.id} ${idx}`).toBe(true);
        });
      }),
    );
  });

  it('move a mark as a whole without changing its shape, up to the image’s edges', () => {
    fc.assert(
      fc.property(aMark, anywhere, ({ tool, mark }, offset) => {
        const original = geometryOf(mark);
        const points = tool.moveBy(original, { u: offset.u - 0.5, v: offset.v - 0.5 });
        expect(points.every(isInsideImage)).toBe(true);
        const offsets = points.map((point, idx) => ({
          u: point.u - (original.points[idx]?.u ?? Number.NaN),
          v: point.v - (original.points[idx]?.v ?? Number.NaN),
        }));
        for (const { u, v } of offsets) {
          expect(u).toBeCloseTo(offsets[0]?.u ?? Number.NaN, 9);
          expect(v).toBeCloseTo(offsets[0]?.v ?? Number.NaN, 9);
        }
      }),
    );
  });

  it('show a stored mark exactly as drawn', () => {
    fc.assert(
      fc.property(aTool, fc.array(anywhere, { minLength: 4, maxLength: 10 }), (tool, clicks) => {
        const gesture = drawByClicks(tool, clicks);
        const points = tool.end(gesture);
        fc.pre(points !== null);
        const withoutHandles = (shapes: readonly Shape[]) =>
          shapes.filter(({ kind }) => kind !== 'handle');
        expect(withoutHandles(tool.shapes({ frame, points: points ?? [] }))).toEqual(
          withoutHandles(tool.preview(gesture)),
        );
      }),
    );
  });
});

const pointsOf = (shape: Shape): readonly NormalisedPoint[] => {
  if (shape.kind === 'line') return [shape.from, shape.to];
  return shape.kind === 'path' ? shape.points : [shape.at];
};

describe('hit testing of marks', () => {
  const aLayout = fc.record({
    leftPx: fc.double({ min: -800, max: 800, noNaN: true }),
    topPx: fc.double({ min: -800, max: 800, noNaN: true }),
    pxPerMm: fc.double({ min: 2, max: 40, noNaN: true }),
  });
  const anOffset = fc.record({
    angle: fc.double({ min: 0, max: 6.28, noNaN: true }),
    px: fc.double({ min: 0, max: 60, noNaN: true }),
  });

  it('depends on pixel distances only, at any pan and zoom', () => {
    fc.assert(
      fc.property(
        aMark,
        aLayout,
        aLayout,
        anOffset,
        ({ tool, mark }, layout, otherLayout, { angle, px }) => {
          // The same pixel offset from the mark's first handle, at one scale and two positions.
          const shapes = tool.shapes(geometryOf(mark));
          const panned: ImageLayout = { ...otherLayout, pxPerMm: layout.pxPerMm };
          const hits = [layout, panned].map((shownLayout) => {
            const pxOf = (point: NormalisedPoint) => toPx(shownLayout, frame, point);
            const [handle] = handlesOf(shapes);
            const from = pxOf(handle?.at ?? { u: 0, v: 0 });
            const pointer = { x: from.x + Math.cos(angle) * px, y: from.y + Math.sin(angle) * px };
            return hitShapes(shapes, pxOf, pointer, PROXIMITY_PX.mouse, true)?.handle;
          });
          expect(hits[0]).toBe(hits[1]);
        },
      ),
    );
  });

  it('hits a handle within 6 px by mouse and 40 px by touch at every zoom, and not beyond', () => {
    fc.assert(
      fc.property(aLayout, anOffset, (layout, { angle, px }) => {
        const shapes: readonly Shape[] = [{ kind: 'handle', at: { u: 0.5, v: 0.5 } }];
        const pxOf = (point: NormalisedPoint) => toPx(layout, frame, point);
        const from = pxOf({ u: 0.5, v: 0.5 });
        const pointer = { x: from.x + Math.cos(angle) * px, y: from.y + Math.sin(angle) * px };
        for (const radius of [PROXIMITY_PX.mouse, PROXIMITY_PX.touch]) {
          fc.pre(Math.abs(px - radius) > 1e-6);
          expect(hitShapes(shapes, pxOf, pointer, radius, true) !== null).toBe(px <= radius);
        }
      }),
    );
  });

  it('maps an image point to pixels and back', () => {
    fc.assert(
      fc.property(aLayout, inside, (layout, point) => {
        expect(isNear(fromPx(layout, frame, toPx(layout, frame, point)), point)).toBe(true);
      }),
    );
  });
});

describe('measurements', () => {
  const textsOf = (type: MarkType, points: readonly NormalisedPoint[]) =>
    (toolOfType(type)?.shapes({ frame, points }) ?? []).flatMap((shape) =>
      shape.kind === 'text' ? [shape.text] : [],
    );

  it('are in millimetres for any image size', () => {
    const across = [
      { u: 0.1, v: 0.5 },
      { u: 0.4, v: 0.5 },
    ];
    const down = [
      { u: 0.1, v: 0.2 },
      { u: 0.1, v: 0.4 },
    ];
    expect(textsOf('LENGTH', across)).toEqual(['30.0 mm']);
    expect(textsOf('LENGTH', down)).toEqual(['9.0 mm']);
    expect(textsOf('CROSS', [...across, ...down])).toEqual(['30.0 mm', '9.0 mm']);
    expect(
      textsOf('BOUNDING_BOX', [
        { u: 0.1, v: 0.2 },
        { u: 0.4, v: 0.4 },
      ]),
    ).toEqual(['30.0 × 9.0 mm']);
  });

  it('equal the distance between two voxels in every plane of an anisotropic volume', () => {
    const volume = scannedVolumeGeometry([120, 90, 70], [0.3, 0.5, 0.7], 20);
    const index = [60, 40, 30] as const;
    const position = mmToPosition(volume, null, voxelToMm(volume, index), 0);
    for (const [plane, offset] of [
      ['COR', [20, 0, 12]],
      ['TRA', [20, 15, 0]],
      ['SAG', [0, 15, 12]],
    ] as const) {
      const image = imageFrame(volume, plane, null, position);
      const ends = [
        index,
        index.map((voxel, axis) => voxel + (offset[axis] ?? 0)) as unknown as Vec3,
      ];
      const points = ends.map((voxel) => mmToImage(image, voxelToMm(volume, voxel)));
      const mm = Math.hypot(offset[0] * 0.3, offset[1] * 0.5, offset[2] * 0.7);
      const shapes = toolOfType('LENGTH')?.shapes({ frame: image, points }) ?? [];
      const texts = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
      expect(texts, plane).toEqual([`${mm.toFixed(1)} mm`]);
    }
  });

  it('include the area of an ellipse by its axes and of an outline by its corners', () => {
    const ellipse = [
      { u: 0.4, v: 0.5 },
      { u: 0.6, v: 0.5 },
      { u: 0.5, v: 0.4 },
      { u: 0.5, v: 0.6 },
    ];
    // π · 10 mm · 4.5 mm, and a rectangle of 20 mm by 9 mm.
    expect(textsOf('ELLIPTICAL', ellipse)).toEqual(['141.4 mm²']);
    const corners = [
      { u: 0.4, v: 0.4 },
      { u: 0.6, v: 0.4 },
      { u: 0.6, v: 0.6 },
      { u: 0.4, v: 0.6 },
    ];
    expect(textsOf('FREEHAND', corners)).toEqual(['180.0 mm²']);
  });
});

describe('a cross', () => {
  it('keeps its right angle when any end is moved', () => {
    const crosses = aMark.filter(({ mark }) => mark.markType === 'CROSS');
    fc.assert(
      fc.property(crosses, fc.nat(3), inside, ({ tool, mark }, handle, target) => {
        const points = tool.moveHandle(geometryOf(mark), handle, target);
        const [first, second] = [0, 2].map((start) => {
          const from = points[start] ?? target;
          const to = points[start + 1] ?? target;
          return [(to.u - from.u) * frame.widthMm, (to.v - from.v) * frame.heightMm] as const;
        });
        if (first === undefined || second === undefined) throw new Error('No cross');
        const dotMm2 = first[0] * second[0] + first[1] * second[1];
        expect(Math.abs(dotMm2)).toBeLessThan(0.01);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a freehand outline', () => {
  const tool = toolOfType('FREEHAND') as DrawingTool;

  it('follows the pointer with the button held, ignores a resting pointer, and closes on release', () => {
    let gesture = tool.start(pointerAt({ u: 0.3, v: 0.3 }));
    for (const point of [
      { u: 0.5, v: 0.3 },
      { u: 0.5, v: 0.3 },
      { u: 0.5, v: 0.7 },
      { u: 0.3, v: 0.7 },
    ]) {
      gesture = tool.move(gesture, pointerAt(point), true);
    }
    expect(tool.childState(gesture)).not.toBeNull();
    expect(tool.end(tool.close(gesture))).toHaveLength(4);
  });

  it('closes on a click near its start', () => {
    let gesture = tool.start(pointerAt({ u: 0.3, v: 0.3 }));
    for (const point of [
      { u: 0.5, v: 0.3 },
      { u: 0.5, v: 0.7 },
      { u: 0.305, v: 0.3 },
    ]) {
      gesture = tool.set(tool.move(gesture, pointerAt(point), false), pointerAt(point));
    }
    expect(tool.childState(gesture)).toBeNull();
    expect(tool.end(gesture)).toHaveLength(3);
  });
});
