import { describe, expect, it } from 'vitest';
import type { PointPx } from '../model/planes/image-layout.ts';
import {
  A,
  B,
  createInteractionHarness as createHarness,
} from './test-support/interaction-harness.ts';

describe('a freehand outline', () => {
  const C = { x: 210, y: 210 };

  /** Moves with the button held along the points and releases at the last point. */
  const trace = (
    { interactions }: Awaited<ReturnType<typeof createHarness>>,
    [first, ...rest]: readonly PointPx[],
  ): void => {
    if (first === undefined) throw new Error('The path has no points');
    interactions.draw.press(first, 'mouse');
    for (const point of rest) interactions.move(point, 'mouse', false);
    interactions.draw.release(rest.at(-1) ?? first, 'mouse');
  };

  it('is saved on release where it began', async () => {
    const harness = await createHarness();
    harness.selectTool('FREEHAND');
    trace(harness, [A, B, C, A]);
    expect(harness.marks().map(({ markType }) => markType)).toEqual(['FREEHAND']);
    expect(harness.interactions.draw.busy).toBe(false);
  });

  it('is saved on release of a line that continues a first corner', async () => {
    const harness = await createHarness();
    harness.selectTool('FREEHAND');
    harness.click(A);
    trace(harness, [B, { x: 212, y: 180 }, C, { x: 180, y: 212 }]);
    expect(harness.marks()).toHaveLength(1);
    expect(harness.marks()[0]?.markViewParams.points.length).toBeGreaterThanOrEqual(4);
  });

  it('stays open after a corner is clicked with an unsteady hand', async () => {
    const harness = await createHarness();
    harness.selectTool('FREEHAND');
    harness.click(A);
    harness.click(B);
    trace(harness, [C, { x: C.x + 5, y: C.y }]);
    expect(harness.marks()).toEqual([]);
    expect(harness.interactions.draw.busy).toBe(true);
  });

  it('of single corners is saved when drawing ends, into the finding that was chosen at its start', async () => {
    const { interactions, drawing, study, selectTool, drag, click, marks } = await createHarness();
    selectTool('LENGTH');
    drag(A, B);
    drawing.setInto(study.store.getState().selectedFindingId);
    selectTool('FREEHAND');
    for (const corner of [A, B, C]) click(corner);
    // The change of tool that ends the drawing also ends adding to the finding.
    drawing.setInto(null);
    interactions.endDrawing();
    expect(marks().map(({ markType }) => markType)).toEqual(['LENGTH', 'FREEHAND']);
    expect(study.store.getState().findings).toHaveLength(1);
  });

  it('is saved in its own image when the plane moves before it is closed', async () => {
    const { interactions, imageInfo, selectTool, click, marks, messages, movePlane } =
      await createHarness();
    selectTool('FREEHAND');
    for (const corner of [A, B, C]) click(corner);
    movePlane(11);
    interactions.draw.imageChanged(imageInfo.ready?.frame ?? null);
    expect(marks().map(({ markType, depth }) => [markType, depth])).toEqual([['FREEHAND', 10]]);
    expect(messages()).toEqual([
      'The outline was closed and saved, because the view shows another image.',
    ]);
    expect(interactions.draw.busy).toBe(false);
  });

  it('goes on while its image is drawn again', async () => {
    const { interactions, imageInfo, selectTool, click, marks, movePlane } = await createHarness();
    selectTool('FREEHAND');
    for (const corner of [A, B, C]) click(corner);
    movePlane(10);
    interactions.draw.imageChanged(imageInfo.ready?.frame ?? null);
    expect(marks()).toEqual([]);
    expect(interactions.draw.busy).toBe(true);
  });

  it('is saved in its scan when another scan is opened before it is closed', async () => {
    const harness = await createHarness();
    const { interactions, imageInfo, backend, study, selectTool, click, marks, messages } = harness;
    const [first, other] = backend.scans;
    if (first === undefined || other === undefined) throw new Error('A scan is missing');
    selectTool('FREEHAND');
    for (const corner of [A, B, C]) click(corner);
    await study.selectScan(other.id);
    imageInfo.complete = false;
    interactions.endDrawing();
    expect(marks()).toEqual([]);
    expect(messages()).toEqual([]);
    await study.flush();
    await study.selectScan(first.id);
    expect(marks().map(({ markType }) => markType)).toEqual(['FREEHAND']);
  });

  it('keeps its corners when a second finger starts a pinch', async () => {
    const { interactions, selectTool, click, marks } = await createHarness();
    selectTool('FREEHAND');
    for (const corner of [A, B, C]) click(corner);
    interactions.draw.press({ x: 170, y: 170 }, 'touch');
    interactions.cancelPress();
    interactions.draw.close();
    expect(marks()[0]?.markViewParams.points).toHaveLength(3);
  });

  it('loses its last corner on undo, and ends with the first corner', async () => {
    const { interactions, drawing, selectTool, click, marks, drag } = await createHarness();
    selectTool('LENGTH');
    drag(A, B);
    selectTool('FREEHAND');
    expect(drawing.store.getState().undo).toBeNull();
    for (const corner of [A, B, C, { x: 150, y: 210 }]) click(corner);
    drawing.store.getState().undo?.();
    interactions.draw.close();
    expect(marks().map(({ markViewParams }) => markViewParams.points.length)).toEqual([2, 3]);
    click(A);
    click(B);
    drawing.store.getState().undo?.();
    expect(interactions.draw.busy).toBe(true);
    drawing.store.getState().undo?.();
    expect(interactions.draw.busy).toBe(false);
    expect(drawing.store.getState().undo).toBeNull();
    expect(marks()).toHaveLength(2);
  });

  it('is saved without being selected when another finding is chosen before it is closed', async () => {
    const { interactions, study, drawing, selectTool, drag, click, imageInfo, movePlane, marks } =
      await createHarness();
    selectTool('LENGTH');
    drag(A, B);
    const [chosen] = study.store.getState().findings;
    if (chosen === undefined) throw new Error('The length is no finding');
    study.selectFinding(null);
    selectTool('FREEHAND');
    for (const corner of [A, B, C]) click(corner);
    study.selectFinding(chosen.id);
    movePlane(11);
    interactions.draw.imageChanged(imageInfo.ready?.frame ?? null);
    expect(marks()).toHaveLength(2);
    expect(study.store.getState().selectedFindingId).toBe(chosen.id);
    expect(drawing.store.getState().selectedMark).toBeNull();
  });

  it('is dropped without a notice when drawing ends before it has an area', async () => {
    const { interactions, selectTool, click, marks, messages } = await createHarness();
    selectTool('FREEHAND');
    click(A);
    click(B);
    interactions.endDrawing();
    expect(marks()).toEqual([]);
    expect(messages()).toEqual([]);
    expect(interactions.store.getState().shapes).toEqual([]);
    selectTool('CROSS');
    click(A);
    click(B);
    interactions.endDrawing();
    expect(marks()).toEqual([]);
  });
});
