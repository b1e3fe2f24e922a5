import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Mark, MarkType } from '#contracts';
import {
  type ExtensionContext,
  noticesToken,
  preferencesToken,
  sessionToken,
  studyToken,
  viewStateToken,
} from '#core';
import { fakePlatform } from '#core/testing';
import { imageFrame, lengthMm, scannedVolumeGeometry } from '#geometry';
import { layoutImage, NO_PAN, type PointPx } from '../model/image-layout.ts';
import { createDrawingState, drawingToken } from '../state/drawing-state.ts';
import { createFindingsDesk, findingsDeskToken } from '../state/findings-desk.ts';
import type { ReadyImage } from '../state/ready-image.ts';
import { toolOfType } from '../state/tools/tools.ts';
import type { PictureFacts } from './hand.ts';
import { type KeyPress, PictureHands } from './picture-hands.ts';

const volume = scannedVolumeGeometry([100, 40, 100], [1, 0.5, 1], 45);
const view = { width: 400, height: 400 };
const PLANE_MOVED =
  "Won't save annotation. User moved to new plane before the annotation is completed.";

/** One picture of the opened scan at 3 px/mm, and hands over it. */
async function desk(role: 'PHYSICIAN' | 'VIEWER' = 'PHYSICIAN') {
  const platform = await fakePlatform(role);
  const { clinic, study, notices, session, viewState } = platform;
  const [scan] = clinic.scans;
  if (scan === undefined) throw new Error('The clinic has a scan');
  await study.open(clinic.studyId, scan.id);
  const drawing = createDrawingState();
  const findings = createFindingsDesk();
  const services = new Map<unknown, unknown>([
    [studyToken, study],
    [noticesToken, notices],
    [sessionToken, session],
    [viewStateToken, viewState],
    [drawingToken, drawing],
    [findingsDeskToken, findings],
    [preferencesToken, { store: { getState: () => ({ ready: true, values: new Map() }) } }],
  ]);
  const context = { use: (token: unknown) => services.get(token) } as ExtensionContext;
  const imageAt = (depth: number): ReadyImage => {
    const position = { sag: 0, tra: 0, depth, rad: 0 };
    const frame = imageFrame(volume, 'COR', null, position);
    const layout = layoutImage(frame, view, 3, NO_PAN);
    return { plane: 'COR', scan, volume, nippleMm: null, position, frame, layout, view };
  };
  const facts: { -readonly [Key in keyof PictureFacts]: PictureFacts[Key] } = {
    ...{ context, cellId: 'cor', ready: imageAt(10), unmarkable: null, complete: true },
  };
  const hands = new PictureHands(() => facts);
  const choose = (type: MarkType | null): void =>
    viewState.set({ activeToolId: type === null ? null : (toolOfType(type)?.id ?? null) });
  const drag = (from: PointPx, to: PointPx): void => {
    hands.draw.press(from, 'mouse');
    hands.move(to, 'mouse', false);
    hands.draw.release(to, 'mouse');
  };
  const click = (at: PointPx): void => drag(at, at);
  const marks = (): readonly Mark[] =>
    study.store.getState().findings.flatMap((finding) => Object.values(finding.marks));
  const told = () => notices.store.getState().map(({ text }) => text);
  const move = (depth: number) => {
    facts.ready = imageAt(depth);
  };
  return {
    ...platform,
    facts,
    findings,
    hands,
    drawing,
    choose,
    drag,
    click,
    marks,
    told,
    move,
    scan,
  };
}

const key = (name: string, more: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key: name, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
  ...more,
});

const A = { x: 150, y: 150 };
const B = { x: 210, y: 150 };

describe('a drawing that can’t be kept', () => {
  it('is refused in a role that may only look', async () => {
    const { choose, drag, marks, told } = await desk('VIEWER');
    choose('LENGTH');
    drag(A, B);
    expect(marks()).toEqual([]);
    expect(told()).toEqual(['Your role may look at findings, not make them']);
  });

  it('is refused once the report is signed', async () => {
    const { findings, choose, drag, marks, told } = await desk();
    findings.set({ signed: { name: 'Dr Holm', at: '2026-11-20T10:00:00.000Z' } });
    choose('LENGTH');
    drag(A, B);
    expect(marks()).toEqual([]);
    expect(told()[0]).toMatch(/^Signed by Dr Holm on 2026-11-20\./);
  });

  it('is refused without image data: no picture, or a volume that is not complete', async () => {
    for (const lacking of [{ ready: null }, { complete: false }]) {
      const { facts, choose, drag, marks, told } = await desk();
      Object.assign(facts, lacking);
      choose('BOUNDING_BOX');
      drag(A, { x: 210, y: 200 });
      expect(marks()).toEqual([]);
      expect(told()[0]).toMatch(/^The mark can’t be saved: the image is not complete/);
    }
  });

  it('is refused when the image goes while it is drawn', async () => {
    const { facts, hands, choose, marks, told } = await desk();
    choose('LENGTH');
    hands.draw.press(A, 'mouse');
    facts.complete = false;
    hands.move(B, 'mouse', false);
    hands.draw.release(B, 'mouse');
    expect(marks()).toEqual([]);
    expect(told()).toHaveLength(1);
  });

  it.each(['LENGTH', 'ELLIPTICAL', 'CROSS', 'FREEHAND'] as const)(
    'is refused when the plane moved on before %s is complete',
    async (type) => {
      const { hands, choose, click, marks, told, move } = await desk();
      choose(type);
      click(A);
      if (type !== 'LENGTH' && type !== 'ELLIPTICAL') click(B);
      move(11);
      if (type === 'FREEHAND') {
        click({ x: 210, y: 200 });
        hands.draw.close();
      } else click({ x: 210, y: 200 });
      expect(marks()).toEqual([]);
      expect(told()).toEqual([PLANE_MOVED]);
      expect(hands.draw.busy).toBe(false);
    },
  );

  it('has no valid source where the image has no size in millimetres', async () => {
    const { facts, choose, drag, told } = await desk();
    Object.assign(facts, { ready: null, unmarkable: 'no-scale' });
    choose('LENGTH');
    drag(A, B);
    expect(told()[0]).toMatch(/^Invalid drawing data\. Invalid source\./);
  });

  it('has no source definition with a tool that nobody knows', async () => {
    const { viewState, drag, told } = await desk();
    viewState.set({ activeToolId: 'gone.tool' });
    drag(A, B);
    expect(told()[0]).toMatch(/^No source definition\./);
  });

  it('has no mapping on a plane that no mark can name', async () => {
    const { facts, choose, drag, told } = await desk();
    facts.unmarkable = 'no-plane';
    choose('LENGTH');
    drag(A, B);
    expect(told()[0]).toMatch(/^No mapping for the source\./);
  });

  it('lacks measurement data when its points are one, or its words are none', async () => {
    const { hands, choose, click, marks, told } = await desk();
    choose('LENGTH');
    click(A);
    click(A);
    expect(told()[0]).toMatch(/^Missing measurement data\./);
    choose('TEXT');
    click(A);
    hands.store.getState().entry?.submit('   ');
    expect(told()[1]).toMatch(/^Missing measurement data\./);
    expect(hands.store.getState().entry).not.toBeNull();
    hands.store.getState().entry?.cancel();
    expect(hands.store.getState().entry).toBeNull();
    expect(marks()).toEqual([]);
  });

  it('is refused on a picture of another scan than the opened one', async () => {
    const { facts, clinic, choose, drag, marks, told } = await desk();
    const other = clinic.scans[1];
    if (facts.ready === null || other === undefined) throw new Error('Two scans are needed');
    facts.ready = { ...facts.ready, scan: other };
    choose('LENGTH');
    vi.useFakeTimers();
    drag(A, B);
    expect(told()).toEqual([]);
    vi.advanceTimersByTime(3_000);
    vi.useRealTimers();
    expect(marks()).toEqual([]);
    expect(told()).toEqual(['Open this scan to mark findings on it']);
  });

  it('waits for the scan that the press into its picture opens', async () => {
    const { facts, clinic, study, choose, drag, marks, told } = await desk();
    const other = clinic.scans[1];
    if (facts.ready === null || other === undefined) throw new Error('Two scans are needed');
    facts.ready = { ...facts.ready, scan: other };
    choose('LENGTH');
    drag(A, B);
    expect(marks()).toEqual([]);
    await study.selectScan(other.id);
    expect(marks()).toHaveLength(1);
    expect(told()).toEqual([]);
  });
});

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
