import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ToolDefinition } from '#core';
import { aLengthMark } from '#core/testing';
import { imageFrame, imageToMm, lengthMm, type Vec3 } from '#geometry';
import { layoutImage, NO_PAN, type PointPx } from '../model/planes/image-layout.ts';
import { toolOfType } from '../state/tools/tools.ts';
import { locatedImage } from '../state/views/ready-image.ts';
import {
  A,
  B,
  createInteractionHarness as createHarness,
  key,
  PLANE_MOVED,
} from './test-support/interaction-harness.ts';

describe('drawing', () => {
  it('stores the same length in millimetres by drag, clicks and keys', async () => {
    const { interactions, selectTool, drag, click, marks } = await createHarness();
    selectTool('LENGTH');
    drag(A, B);
    click({ x: 150, y: 180 });
    click({ x: 210, y: 180 });
    interactions.move({ x: 150, y: 210 }, 'mouse', false);
    interactions.keyDown(key('ArrowDown'), true);
    interactions.keyDown(key(' '), true);
    for (let step = 0; step < 4; step++)
      interactions.keyDown(key('ArrowRight', { shiftKey: true }), true);
    interactions.keyDown(key('Enter'), true);
    const lengths = marks().map(({ frame, markViewParams: { points } }) =>
      lengthMm(frame, points[0] ?? { u: 0, v: 0 }, points[1] ?? { u: 0, v: 0 }),
    );
    expect(lengths).toHaveLength(3);
    for (const mm of lengths) expect(mm).toBeCloseTo(20, 9);
  });

  it('leaves Alt+arrow to the browser until a cursor exists, then moves the cursor by 0.1 mm', async () => {
    const { interactions, selectTool } = await createHarness();
    selectTool('LENGTH');
    const fine = key('ArrowLeft', { altKey: true });
    expect(interactions.keyDown(fine, true)).toBe(false);
    expect(interactions.store.getState().cursor).toBeNull();
    interactions.keyDown(key('ArrowDown'), true);
    const initialU = interactions.store.getState().cursor?.u ?? Number.NaN;
    expect(interactions.keyDown(fine, true)).toBe(true);
    const IMAGE_WIDTH_MM = 100;
    const movedBy = (interactions.store.getState().cursor?.u ?? Number.NaN) - initialU;
    expect(movedBy * IMAGE_WIDTH_MM).toBeCloseTo(-0.1, 9);
    selectTool(null);
    expect(interactions.keyDown(fine, false)).toBe(false);
  });

  it('accepts a tool of another extension', async () => {
    const { tools, viewState, drag, marks } = await createHarness();
    const arrow = toolOfType('ARROW');
    if (arrow === null) throw new Error('No arrow was created');
    tools.set('other.arrow', { ...arrow, id: 'other.arrow' } as ToolDefinition);
    viewState.set({ activeToolId: 'other.arrow' });
    drag(A, B);
    expect(marks().map(({ markType }) => markType)).toEqual(['ARROW']);
  });

  it('leaves neither a preview nor a mark after Escape', async () => {
    const { interactions, selectTool, click, marks } = await createHarness();
    selectTool('CROSS');
    click(A);
    click(B);
    expect(interactions.store.getState().shapes).not.toEqual([]);
    expect(interactions.escape(true)).toBe(true);
    expect(interactions.store.getState().shapes).toEqual([]);
    expect(interactions.escape(true)).toBe(false);
    expect(marks()).toEqual([]);
  });

  it('opens a text entry and saves the trimmed text', async () => {
    const { interactions, selectTool, click, marks } = await createHarness();
    selectTool('TEXT');
    click(A);
    expect(marks()).toEqual([]);
    interactions.store.getState().entry?.submit('  scar ');
    expect(marks().map(({ markViewParams }) => markViewParams.text)).toEqual(['scar']);
  });

  it('makes a point on or inside a finding its representative mark, and any other point a new finding', async () => {
    const { study, selectTool, drag, click } = await createHarness();
    selectTool('ELLIPTICAL');
    drag(A, { x: 240, y: 240 });
    selectTool('SELECTMARK');
    click({ x: 195, y: 195 });
    const [finding, ...others] = study.store.getState().findings;
    expect(others).toEqual([]);
    const kinds = Object.values(finding?.marks ?? {}).map(({ markType, rep }) => [markType, rep]);
    expect(kinds).toEqual([
      ['ELLIPTICAL', false],
      ['SELECTMARK', true],
    ]);
    study.undo();
    expect(Object.keys(study.store.getState().findings[0]?.marks ?? {})).toHaveLength(1);
    click({ x: 280, y: 280 });
    expect(study.store.getState().findings).toHaveLength(2);
  });

  it('moves every other plane to a located point and keeps its own plane', async () => {
    const { viewState, selectTool, click, scan } = await createHarness();
    selectTool('PLANELOCATOR');
    // 30 px right of and 60 px above the centre of the view, at 3 px/mm.
    click({ x: 230, y: 140 });
    const position = viewState.store.getState().positions[scan.id];
    expect(position?.sag).toBeCloseTo(10, 9);
    expect(position?.tra).toBeCloseTo(20, 9);
    expect(position?.depth).toBe(10);
  });
});

describe('changing a mark', () => {
  async function drawLength() {
    const harness = await createHarness();
    harness.selectTool('LENGTH');
    harness.drag(A, B);
    harness.selectTool(null);
    const dragMark = (from: PointPx, to: PointPx): void => {
      harness.interactions.edit.press(from, 'mouse');
      harness.interactions.move(to, 'mouse', true);
      harness.interactions.edit.release();
    };
    return { ...harness, dragMark };
  }

  it('moves a handle, keeps the other end and the frame, and is undone in one step', async () => {
    const { study, marks, dragMark } = await drawLength();
    const initialMarks = marks();
    dragMark(B, { x: 240, y: 150 });
    const [after] = marks();
    expect(after?.frame).toEqual(initialMarks[0]?.frame);
    expect(after?.markViewParams.points[0]).toEqual(initialMarks[0]?.markViewParams.points[0]);
    expect(after?.markViewParams.end).toEqual(after?.markViewParams.points[1]);
    study.undo();
    expect(marks()).toEqual(initialMarks);
    study.redo();
    expect(marks()).toEqual([after]);
  });

  it('is rejected when the plane moved, and leaves the mark unchanged', async () => {
    const { interactions, drawing, marks, messages, movePlane } = await drawLength();
    const initialMarks = marks();
    interactions.edit.press(B, 'mouse');
    interactions.move({ x: 240, y: 150 }, 'mouse', true);
    movePlane(11);
    interactions.edit.release();
    expect(marks()).toEqual(initialMarks);
    expect(messages()).toEqual([PLANE_MOVED]);
    expect(interactions.store.getState().editing).toBeNull();
    expect(drawing.store.getState().edited).toBeNull();
  });

  it('is cancelled by Escape', async () => {
    const { interactions, marks } = await drawLength();
    const initialMarks = marks();
    interactions.edit.press(B, 'mouse');
    interactions.move({ x: 240, y: 150 }, 'mouse', true);
    expect(interactions.store.getState().editing).not.toBeNull();
    expect(interactions.escape(true)).toBe(true);
    interactions.edit.release();
    expect(marks()).toEqual(initialMarks);
  });

  it('edits a text after pressing Enter twice, in one undo step, and rejects an empty text', async () => {
    const { interactions, study, selectTool, click, marks } = await createHarness();
    selectTool('TEXT');
    click(A);
    interactions.store.getState().entry?.submit('scar');
    selectTool(null);
    // The first Enter grabs the mark, the second opens the entry field.
    interactions.keyDown(key('Enter'), false);
    expect(interactions.store.getState().entry).toBeNull();
    interactions.keyDown(key('Enter'), false);
    expect(interactions.store.getState().entry?.text).toBe('scar');
    interactions.store.getState().entry?.submit(' ');
    expect(marks()[0]?.markViewParams.text).toBe('scar');
    interactions.store.getState().entry?.submit('scar of 2019');
    expect(marks()[0]?.markViewParams.text).toBe('scar of 2019');
    study.undo();
    expect(marks()[0]?.markViewParams.text).toBe('scar');
  });

  it('moves the other planes to a pressed mark, and not while or after it is dragged', async () => {
    const { interactions, viewState, scan, selectTool, drag, study } = await createHarness();
    selectTool('LENGTH');
    drag(A, B);
    selectTool(null);
    interactions.edit.press({ x: 180, y: 151 }, 'mouse');
    expect(viewState.store.getState().positions[scan.id]).toBeUndefined();
    interactions.edit.release();
    // The middle of the length is 20 px left of and 50 px above the middle of the view.
    const moved = viewState.store.getState().positions[scan.id];
    expect(moved?.sag).toBeCloseTo(-20 / 3, 3);
    expect(moved?.tra).toBeCloseTo(50 / 3, 3);
    expect(moved?.depth).toBe(10);
    interactions.edit.press({ x: 180, y: 151 }, 'mouse');
    interactions.edit.move({ x: 200, y: 171 });
    interactions.edit.release();
    expect(viewState.store.getState().positions[scan.id]).toEqual(moved);
    expect(study.store.getState().canUndo).toBe(true);
  });

  it('changes nothing when the pointer moves less than the drag threshold', async () => {
    const { study, marks, dragMark } = await drawLength();
    const initialMarks = marks();
    study.selectFinding(null);
    dragMark({ x: 180, y: 152 }, { x: 182, y: 152 });
    expect(marks()).toEqual(initialMarks);
    expect(study.store.getState().selectedFindingId).toBe(study.store.getState().findings[0]?.id);
  });
});

describe('a hidden mark', () => {
  it('can be neither selected nor moved while overlays are hidden', async () => {
    const { selectTool, drag, marks, interactions, study, viewState } = await createHarness();
    selectTool('LENGTH');
    drag(A, B);
    selectTool(null);
    study.selectFinding(null);
    const initialMarks = marks();
    viewState.set({ overlaysHidden: true });
    expect(interactions.edit.press({ x: 180, y: 150 }, 'mouse')).toBe(false);
    interactions.move({ x: 180, y: 190 }, 'mouse', false);
    interactions.edit.release();
    expect(marks()).toEqual(initialMarks);
    expect(study.store.getState().selectedFindingId).toBeNull();
  });
});

describe('a timed interaction', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  async function drawLengthWithTimers() {
    const harness = await createHarness();
    vi.useFakeTimers();
    harness.selectTool('LENGTH');
    harness.drag(A, B);
    harness.selectTool(null);
    // Moves the pointer off the new mark.
    harness.interactions.move({ x: 300, y: 300 }, 'mouse', true);
    vi.advanceTimersByTime(400);
    return harness;
  }
  const middle = { x: 180, y: 150 };

  it('opens the menu after 1 s on a mark, checked every 200 ms', async () => {
    const { interactions } = await drawLengthWithTimers();
    interactions.move(middle, 'mouse', true);
    vi.advanceTimersByTime(1_100);
    expect(interactions.store.getState().menu).toBeNull();
    vi.advanceTimersByTime(200);
    expect(interactions.store.getState().menu).toMatchObject({ at: middle });
    interactions.dispose();
  });

  it('opens no menu for a mark that appears under a resting pointer until the pointer moves', async () => {
    const { interactions, study } = await drawLengthWithTimers();
    const [finding] = study.store.getState().findings;
    if (finding === undefined) throw new Error('The finding is missing');
    study.deleteFinding(finding.id);
    interactions.move(middle, 'mouse', true);
    vi.advanceTimersByTime(400);
    study.undo();
    vi.advanceTimersByTime(3_000);
    expect(interactions.store.getState().menu).toBeNull();
    interactions.move({ x: middle.x + 1, y: middle.y }, 'mouse', true);
    vi.advanceTimersByTime(1_400);
    expect(interactions.store.getState().menu).toMatchObject({ requested: false });
    interactions.dispose();
  });

  it('opens no menu for a mark just drawn or pressed until the pointer has left the mark', async () => {
    const { interactions } = await drawLengthWithTimers();
    interactions.move(middle, 'mouse', true);
    interactions.menu.suppress();
    vi.advanceTimersByTime(3_000);
    expect(interactions.store.getState().menu).toBeNull();
    interactions.move({ x: 300, y: 300 }, 'mouse', true);
    vi.advanceTimersByTime(400);
    interactions.move(middle, 'mouse', true);
    vi.advanceTimersByTime(1_400);
    expect(interactions.store.getState().menu).not.toBeNull();
    interactions.dispose();
  });

  it('opens no menu for a text during or right after its entry', async () => {
    const { interactions, selectTool, drag, click } = await createHarness();
    vi.useFakeTimers();
    selectTool('LENGTH');
    drag(A, B);
    selectTool('TEXT');
    interactions.move(middle, 'mouse', false);
    click(middle);
    interactions.menu.suppress();
    vi.advanceTimersByTime(3_000);
    expect(interactions.store.getState().menu).toBeNull();
    // The entry field receives the pointer moves, so the pointer is still over the text; a menu
    // would take the next press.
    interactions.store.getState().entry?.submit('scar');
    vi.advanceTimersByTime(3_000);
    expect(interactions.store.getState().menu).toBeNull();
    interactions.dispose();
  });

  it('opens no menu over the entry field of a text being edited', async () => {
    const { interactions, selectTool, click } = await createHarness();
    vi.useFakeTimers();
    selectTool('TEXT');
    click(middle);
    interactions.store.getState().entry?.submit('scar');
    selectTool(null);
    expect(interactions.editTextAt(middle)).toBe(true);
    interactions.move({ x: 300, y: 300 }, 'mouse', true);
    interactions.move(middle, 'mouse', true);
    vi.advanceTimersByTime(3_000);
    expect(interactions.store.getState().entry).not.toBeNull();
    expect(interactions.store.getState().menu).toBeNull();
    interactions.dispose();
  });

  it('opens a single menu 100 ms after the last of repeated right clicks', async () => {
    const { interactions } = await drawLengthWithTimers();
    interactions.menu.rightClick(middle);
    vi.advanceTimersByTime(60);
    interactions.menu.rightClick(middle);
    vi.advanceTimersByTime(60);
    expect(interactions.store.getState().menu).toBeNull();
    vi.advanceTimersByTime(40);
    expect(interactions.store.getState().menu).not.toBeNull();
    interactions.dispose();
  });

  it('opens no menu for a mark of the other breast until a press opens that breast', async () => {
    const { interactions, study, scan, backend, viewState, selectTool } =
      await drawLengthWithTimers();
    study.watchScan(scan.id);
    const other = backend.scans.find(({ id }) => id !== scan.id)?.id ?? '';
    await study.selectScan(other);
    const added = study.addFinding(aLengthMark());
    if (!added.ok) throw new Error(added.problem.title);
    interactions.move(middle, 'mouse', true);
    vi.advanceTimersByTime(3_000);
    expect(interactions.store.getState().menu).toBeNull();
    expect(study.store.getState().selectedFindingId).toBe(added.value.id);
    selectTool('LENGTH');
    interactions.draw.press(A, 'mouse');
    expect(interactions.escape(true)).toBe(true);
    viewState.set({ activeToolId: null });
    interactions.menu.rightClick(middle);
    vi.advanceTimersByTime(150);
    expect(interactions.store.getState().menu).toBeNull();
    await study.selectScan(scan.id);
    expect(interactions.store.getState().menu).not.toBeNull();
    interactions.dispose();
  });

  it('publishes a change to other views after 20 ms without movement', async () => {
    const { interactions, drawing } = await drawLengthWithTimers();
    interactions.edit.press(B, 'mouse');
    for (const x of [220, 230, 240]) {
      interactions.move({ x, y: 150 }, 'mouse', true);
      vi.advanceTimersByTime(15);
      expect(drawing.store.getState().edited).toBeNull();
    }
    vi.advanceTimersByTime(5);
    expect(drawing.store.getState().edited).toEqual(interactions.store.getState().editing);
    interactions.dispose();
  });

  it('moves a mark by arrow keys as the image shows it, also on a radial plane from the other side', async () => {
    const { interactions, imageInfo, marks, selectTool, drag } = await createHarness();
    const ready = imageInfo.ready === null ? null : locatedImage(imageInfo.ready);
    if (ready === null) throw new Error('The image is not ready');
    const radialAt = (rad: number) => {
      const position = { ...ready.position, rad };
      const frame = imageFrame(ready.volume, 'RAD', null, position);
      const layout = layoutImage(frame, ready.view, 3, NO_PAN);
      return { ...ready, plane: 'RAD' as const, position, frame, layout };
    };
    const startMm = (): Vec3 => {
      const [mark] = marks();
      if (mark === undefined) throw new Error('No mark was drawn');
      const [at = { u: 0, v: 0 }] = mark.markViewParams.points;
      return imageToMm(mark.frame, at.u, at.v);
    };
    vi.useFakeTimers();
    imageInfo.ready = radialAt(90);
    selectTool('LENGTH');
    drag({ x: 150, y: 200 }, { x: 210, y: 200 });
    selectTool(null);
    const [fromX] = startMm();
    imageInfo.ready = radialAt(270);
    interactions.keyDown(key('Enter'), false);
    interactions.keyDown(key('ArrowRight'), false);
    interactions.keyUp('ArrowRight');
    vi.advanceTimersByTime(20);
    // The image at 9 o'clock has the patient's right at its right.
    expect(startMm()[0] - fromX).toBeCloseTo(-1, 9);
    interactions.dispose();
  });

  it('saves a move by arrow keys as one change after their release', async () => {
    const { interactions, study, marks } = await drawLengthWithTimers();
    const initialMarks = marks();
    interactions.keyDown(key('Enter'), false);
    interactions.keyDown(key('Tab'), false);
    interactions.keyDown(key('Tab'), false);
    for (let step = 0; step < 3; step++) interactions.keyDown(key('ArrowRight'), false);
    expect(marks()).toEqual(initialMarks);
    interactions.keyUp('ArrowRight');
    vi.advanceTimersByTime(20);
    const points = marks()[0]?.markViewParams.points ?? [];
    const frame = initialMarks[0]?.frame;
    // 20 mm and three steps of 1 mm.
    expect(frame && lengthMm(frame, points[0]!, points[1]!)).toBeCloseTo(23, 9);
    study.undo();
    expect(marks()).toEqual(initialMarks);
    interactions.dispose();
  });
});
