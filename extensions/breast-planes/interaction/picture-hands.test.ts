import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ToolDefinition } from '#core';
import { aLengthMark } from '#core/testing';
import { lengthMm } from '#geometry';
import type { PointPx } from '../model/planes/image-layout.ts';
import { toolOfType } from '../state/tools/tools.ts';
import { A, B, handsDesk as desk, key, PLANE_MOVED } from './test-support/hands-desk.ts';

describe('drawing', () => {
  it('keeps millimetres of the volume, by drag, by clicks and by keys alike', async () => {
    const { hands, choose, drag, click, marks } = await desk();
    choose('LENGTH');
    drag(A, B);
    click({ x: 150, y: 180 });
    click({ x: 210, y: 180 });
    hands.move({ x: 150, y: 210 }, 'mouse', false);
    hands.keyDown(key('ArrowDown'), true);
    hands.keyDown(key(' '), true);
    for (let step = 0; step < 4; step++) hands.keyDown(key('ArrowRight', { shiftKey: true }), true);
    hands.keyDown(key('Enter'), true);
    const lengths = marks().map(({ frame, markViewParams: { points } }) =>
      lengthMm(frame, points[0] ?? { u: 0, v: 0 }, points[1] ?? { u: 0, v: 0 }),
    );
    expect(lengths).toHaveLength(3);
    for (const mm of lengths) expect(mm).toBeCloseTo(20, 9);
  });

  it('leaves Alt and an arrow to the browser until there is a cursor, which they move finely', async () => {
    const { hands, choose } = await desk();
    choose('LENGTH');
    const fine = key('ArrowLeft', { altKey: true });
    expect(hands.keyDown(fine, true)).toBe(false);
    expect(hands.store.getState().cursor).toBeNull();
    hands.keyDown(key('ArrowDown'), true);
    const before = hands.store.getState().cursor?.u ?? 0;
    expect(hands.keyDown(fine, true)).toBe(true);
    expect(((hands.store.getState().cursor?.u ?? 0) - before) * 100).toBeCloseTo(-0.1, 9);
    choose(null);
    expect(hands.keyDown(fine, false)).toBe(false);
  });

  it('takes a tool that another extension brought', async () => {
    const { tools, viewState, drag, marks } = await desk();
    const own = toolOfType('ARROW');
    if (own === null) throw new Error('There is an arrow');
    tools.set('other.arrow', { ...own, id: 'other.arrow' } as ToolDefinition);
    viewState.set({ activeToolId: 'other.arrow' });
    drag(A, B);
    expect(marks().map(({ markType }) => markType)).toEqual(['ARROW']);
  });

  it('leaves no trace after Escape', async () => {
    const { hands, choose, click, marks } = await desk();
    choose('CROSS');
    click(A);
    click(B);
    expect(hands.store.getState().shapes).not.toEqual([]);
    expect(hands.escape(true)).toBe(true);
    expect(hands.store.getState().shapes).toEqual([]);
    expect(hands.escape(true)).toBe(false);
    expect(marks()).toEqual([]);
  });

  it('asks for the words of a text at its place and keeps them', async () => {
    const { hands, choose, click, marks } = await desk();
    choose('TEXT');
    click(A);
    expect(marks()).toEqual([]);
    hands.store.getState().entry?.submit('  scar ');
    expect(marks().map(({ markViewParams }) => markViewParams.text)).toEqual(['scar']);
  });

  it('makes a point on or inside a finding its representative mark, elsewhere a finding', async () => {
    const { study, choose, drag, click } = await desk();
    choose('ELLIPTICAL');
    drag(A, { x: 240, y: 240 });
    choose('SELECTMARK');
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
    click({ x: 300, y: 300 });
    expect(study.store.getState().findings).toHaveLength(2);
  });

  it('moves every other plane to a located place, its own stays', async () => {
    const { viewState, choose, click, scan } = await desk();
    choose('PLANELOCATOR');
    click({ x: 200 + 30, y: 200 - 60 });
    const position = viewState.store.getState().positions[scan.id];
    expect(position?.sag).toBeCloseTo(10, 9);
    expect(position?.tra).toBeCloseTo(20, 9);
    expect(position?.depth).toBe(10);
  });
});

describe('changing a mark', () => {
  async function withLength() {
    const room = await desk();
    room.choose('LENGTH');
    room.drag(A, B);
    room.choose(null);
    const pull = (from: PointPx, to: PointPx): void => {
      room.hands.edit.press(from, 'mouse');
      room.hands.move(to, 'mouse', true);
      room.hands.edit.release();
    };
    return { ...room, pull };
  }

  it('takes a handle, keeps the other end and the frame, and can be undone in one step', async () => {
    const { study, marks, pull } = await withLength();
    const before = marks();
    pull(B, { x: 240, y: 150 });
    const [after] = marks();
    expect(after?.frame).toEqual(before[0]?.frame);
    expect(after?.markViewParams.points[0]).toEqual(before[0]?.markViewParams.points[0]);
    expect(after?.markViewParams.end).toEqual(after?.markViewParams.points[1]);
    study.undo();
    expect(marks()).toEqual(before);
    study.redo();
    expect(marks()).toEqual([after]);
  });

  it('is refused when the plane moved on, and the mark stands as it was', async () => {
    const { hands, drawing, marks, told, move } = await withLength();
    const before = marks();
    hands.edit.press(B, 'mouse');
    hands.move({ x: 240, y: 150 }, 'mouse', true);
    move(11);
    hands.edit.release();
    expect(marks()).toEqual(before);
    expect(told()).toEqual([PLANE_MOVED]);
    expect(hands.store.getState().editing).toBeNull();
    expect(drawing.store.getState().edited).toBeNull();
  });

  it('is dropped by Escape', async () => {
    const { hands, marks } = await withLength();
    const before = marks();
    hands.edit.press(B, 'mouse');
    hands.move({ x: 240, y: 150 }, 'mouse', true);
    expect(hands.store.getState().editing).not.toBeNull();
    expect(hands.escape(true)).toBe(true);
    hands.edit.release();
    expect(marks()).toEqual(before);
  });

  it('edits the words of a text in hand by Enter, in one step of undo, and never to none', async () => {
    const { hands, study, choose, click, marks } = await desk();
    choose('TEXT');
    click(A);
    hands.store.getState().entry?.submit('scar');
    choose(null);
    hands.keyDown(key('Enter'), false);
    expect(hands.store.getState().entry).toBeNull();
    hands.keyDown(key('Enter'), false);
    expect(hands.store.getState().entry?.text).toBe('scar');
    hands.store.getState().entry?.submit(' ');
    expect(marks()[0]?.markViewParams.text).toBe('scar');
    hands.store.getState().entry?.submit('scar of 2019');
    expect(marks()[0]?.markViewParams.text).toBe('scar of 2019');
    study.undo();
    expect(marks()[0]?.markViewParams.text).toBe('scar');
  });

  it('only selects when the hand hardly moves', async () => {
    const { study, marks, pull } = await withLength();
    const before = marks();
    study.selectFinding(null);
    pull({ x: 180, y: 152 }, { x: 182, y: 152 });
    expect(marks()).toEqual(before);
    expect(study.store.getState().selectedFindingId).toBe(study.store.getState().findings[0]?.id);
  });
});

describe('marks that cannot be seen', () => {
  it('are neither selected nor moved while everything over the images is hidden', async () => {
    const { choose, drag, marks, hands, study, viewState } = await desk();
    choose('LENGTH');
    drag(A, B);
    choose(null);
    study.selectFinding(null);
    const before = marks();
    viewState.set({ overlaysHidden: true });
    expect(hands.edit.press({ x: 180, y: 150 }, 'mouse')).toBe(false);
    hands.move({ x: 180, y: 190 }, 'mouse', false);
    hands.edit.release();
    expect(marks()).toEqual(before);
    expect(study.store.getState().selectedFindingId).toBeNull();
  });
});

describe('time', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  async function drawn() {
    const room = await desk();
    vi.useFakeTimers();
    room.choose('LENGTH');
    room.drag(A, B);
    room.choose(null);
    // The pointer left what was drawn.
    room.hands.move({ x: 300, y: 300 }, 'mouse', true);
    vi.advanceTimersByTime(400);
    return room;
  }
  const middle = { x: 180, y: 150 };

  it('opens the menu after a second on a mark, looked at every 200 ms, not before', async () => {
    const { hands } = await drawn();
    hands.move(middle, 'mouse', true);
    vi.advanceTimersByTime(1_100);
    expect(hands.store.getState().menu).toBeNull();
    vi.advanceTimersByTime(200);
    expect(hands.store.getState().menu).toMatchObject({ at: middle });
    hands.dispose();
  });

  it('does not open it where a mark comes under a pointer that rests, before it moves', async () => {
    const { hands, study } = await drawn();
    const [finding] = study.store.getState().findings;
    if (finding === undefined) throw new Error('A finding was drawn');
    study.deleteFinding(finding.id);
    hands.move(middle, 'mouse', true);
    vi.advanceTimersByTime(400);
    study.undo();
    vi.advanceTimersByTime(3_000);
    expect(hands.store.getState().menu).toBeNull();
    hands.move({ x: middle.x + 1, y: middle.y }, 'mouse', true);
    vi.advanceTimersByTime(1_400);
    expect(hands.store.getState().menu).toMatchObject({ asked: false });
    hands.dispose();
  });

  it('does not open it over a mark that was drawn or pressed just now, until the pointer left', async () => {
    const { hands } = await drawn();
    hands.move(middle, 'mouse', true);
    hands.menu.spend();
    vi.advanceTimersByTime(3_000);
    expect(hands.store.getState().menu).toBeNull();
    hands.move({ x: 300, y: 300 }, 'mouse', true);
    vi.advanceTimersByTime(400);
    hands.move(middle, 'mouse', true);
    vi.advanceTimersByTime(1_400);
    expect(hands.store.getState().menu).not.toBeNull();
    hands.dispose();
  });

  it('does not open it over a text whose words were typed just now, nor while they are', async () => {
    const { hands, choose, drag, click } = await desk();
    vi.useFakeTimers();
    choose('LENGTH');
    drag(A, B);
    choose('TEXT');
    hands.move(middle, 'mouse', false);
    click(middle);
    hands.menu.spend();
    vi.advanceTimersByTime(3_000);
    expect(hands.store.getState().menu).toBeNull();
    // Its field takes the pointer's moves; the next press in the picture would only close a menu.
    hands.store.getState().entry?.submit('scar');
    vi.advanceTimersByTime(3_000);
    expect(hands.store.getState().menu).toBeNull();
    hands.dispose();
  });

  it('does not open it over the field in which the words of a text are changed', async () => {
    const { hands, choose, click } = await desk();
    vi.useFakeTimers();
    choose('TEXT');
    click(middle);
    hands.store.getState().entry?.submit('scar');
    choose(null);
    expect(hands.editWordsAt(middle)).toBe(true);
    hands.move({ x: 300, y: 300 }, 'mouse', true);
    hands.move(middle, 'mouse', true);
    vi.advanceTimersByTime(3_000);
    expect(hands.store.getState().entry).not.toBeNull();
    expect(hands.store.getState().menu).toBeNull();
    hands.dispose();
  });

  it('waits 100 ms after a right click, whose repetition opens one menu', async () => {
    const { hands } = await drawn();
    hands.menu.rightClick(middle);
    vi.advanceTimersByTime(60);
    hands.menu.rightClick(middle);
    vi.advanceTimersByTime(60);
    expect(hands.store.getState().menu).toBeNull();
    vi.advanceTimersByTime(40);
    expect(hands.store.getState().menu).not.toBeNull();
    hands.dispose();
  });

  it('opens no menu over a mark of the other breast, until a press has opened that one', async () => {
    const { hands, study, scan, clinic, viewState, choose } = await drawn();
    study.watchScan(scan.id);
    const other = clinic.scans.find(({ id }) => id !== scan.id)?.id ?? '';
    await study.selectScan(other);
    const mine = study.addFinding(aLengthMark());
    if (!mine.ok) throw new Error(mine.problem.title);
    hands.move(middle, 'mouse', true);
    vi.advanceTimersByTime(3_000);
    expect(hands.store.getState().menu).toBeNull();
    expect(study.store.getState().selectedFindingId).toBe(mine.value.id);
    choose('LENGTH');
    hands.draw.press(A, 'mouse');
    expect(hands.escape(true)).toBe(true);
    viewState.set({ activeToolId: null });
    hands.menu.rightClick(middle);
    vi.advanceTimersByTime(150);
    expect(hands.store.getState().menu).toBeNull();
    await study.selectScan(scan.id);
    expect(hands.store.getState().menu).not.toBeNull();
    hands.dispose();
  });

  it('tells other views of a change once the hand has rested for 20 ms', async () => {
    const { hands, drawing } = await drawn();
    hands.edit.press(B, 'mouse');
    for (const x of [220, 230, 240]) {
      hands.move({ x, y: 150 }, 'mouse', true);
      vi.advanceTimersByTime(15);
      expect(drawing.store.getState().edited).toBeNull();
    }
    vi.advanceTimersByTime(5);
    expect(drawing.store.getState().edited).toEqual(hands.store.getState().editing);
    hands.dispose();
  });

  it('keeps what arrow keys moved as one change once they are let go', async () => {
    const { hands, study, marks } = await drawn();
    const before = marks();
    hands.keyDown(key('Enter'), false);
    hands.keyDown(key('Tab'), false);
    hands.keyDown(key('Tab'), false);
    for (let step = 0; step < 3; step++) hands.keyDown(key('ArrowRight'), false);
    expect(marks()).toEqual(before);
    hands.keyUp('ArrowRight');
    vi.advanceTimersByTime(20);
    const points = marks()[0]?.markViewParams.points ?? [];
    const frame = before[0]?.frame;
    expect(frame && lengthMm(frame, points[0]!, points[1]!)).toBeCloseTo(23, 9);
    study.undo();
    expect(marks()).toEqual(before);
    hands.dispose();
  });
});
