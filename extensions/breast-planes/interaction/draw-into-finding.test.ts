import { describe, expect, it } from 'vitest';
import { type ExtensionContext, preferencesToken } from '#core';
import { addToFindingCommand, followAdding } from '../commands/findings/add-to-finding.ts';
import type { FindingServices } from '../commands/findings/finding-acts.ts';
import { lengthTool } from '../state/tools/length.ts';
import { createReadingState, readingToken } from '../state/volumes/reading-state.ts';
import { A, B, handsDesk, key } from './test-support/hands-desk.ts';

const C = { x: 150, y: 250 };
const D = { x: 210, y: 250 };
const signal = new AbortController().signal;

/** One length of the reader's, drawn, and the command that adds to its finding. */
async function desk() {
  const room = await handsDesk();
  const { study, viewState: view, session, notices, drawing, findings, facts } = room;
  const services = {
    study,
    view,
    session,
    notices,
    drawing,
    desk: findings,
    editsAi: false,
    preferences: facts.context.use(preferencesToken),
  } as unknown as FindingServices;
  const command = addToFindingCommand(services);
  followAdding(services);
  const toggle = (findingId: string | null = null) =>
    command.run({ findingId, markId: null }, signal);
  room.choose('LENGTH');
  room.drag(A, B);
  const [first] = study.store.getState().findings;
  const state = () => study.store.getState();
  const sizes = () => state().findings.map(({ marks }) => Object.keys(marks).length);
  const shiftDrag = (from: typeof A, to: typeof A): void => {
    room.hands.draw.press(from, 'mouse');
    room.hands.draw.hold(true);
    room.hands.move(to, 'mouse', false);
    room.hands.draw.release(to, 'mouse');
    room.hands.draw.hold(false);
  };
  const hint = () => room.hands.store.getState().hint;
  return {
    ...room,
    services,
    command,
    toggle,
    firstId: first?.id ?? '',
    state,
    sizes,
    shiftDrag,
    hint,
  };
}

describe('a mark that can’t be added to a finding', () => {
  it('is refused with Shift while no finding is selected, and nothing is kept', async () => {
    const { study, shiftDrag, sizes, told } = await desk();
    study.selectFinding(null);
    shiftDrag(C, D);
    expect(sizes()).toEqual([1]);
    expect(told()[0]).toMatch(/^No finding of this scan is selected/);
  });

  it('is refused in the other breast when it begins, in words that say where the finding is', async () => {
    const { study, clinic, facts, drag, toggle, told, sizes, scan } = await desk();
    toggle();
    const other = clinic.scans.find(({ id }) => id !== scan.id);
    if (facts.ready === null || other === undefined) throw new Error('Two scans');
    study.watchScan(scan.id);
    await study.selectScan(other.id);
    facts.ready = { ...facts.ready, scan: other };
    drag(C, D);
    expect(sizes()).toEqual([]);
    expect(told()[0]).toMatch(/^Finding 1 is in the (left|right) breast: a mark of this one/);
    toggle();
    drag(C, D);
    expect(sizes()).toEqual([1]);
  });

  it('is refused for a finding of the AI, which stays as it is', async () => {
    const { study, clinic, firstId, shiftDrag, sizes, told, command } = await desk();
    await study.flush();
    const ours = clinic.findings.get(firstId);
    if (ours === undefined) throw new Error('It is saved');
    clinic.findings.set(firstId, {
      ...ours,
      generator: { id: 'AI', labelColour: '#9B51E0' },
      version: ours.version + 1,
    });
    await study.refresh();
    study.selectFinding(firstId);
    shiftDrag(C, D);
    expect(sizes()).toEqual([1]);
    expect(told()[0]).toMatch(/^Please right click on the AI generated finding/);
    expect(command.enabled?.()).toMatch(/^Findings of the AI stay/);
  });

  it('is refused once the report is signed, and adding can’t be begun', async () => {
    const { findings, shiftDrag, sizes, told, command } = await desk();
    findings.set({ signed: { name: 'Dr Holm', at: '2026-11-20T10:00:00.000Z' } });
    shiftDrag(C, D);
    expect(sizes()).toEqual([1]);
    expect(told()[0]).toMatch(/^Signed by Dr Holm/);
    expect(command.enabled?.()).toMatch(/^Signed by Dr Holm/);
  });
});

describe('a finding that somebody else deletes while a mark is drawn into it', () => {
  it.each(['Shift', 'adding'])('loses no mark: it is a finding of its own, by %s', async (way) => {
    const { study, clinic, hands, toggle, firstId, sizes, told, state } = await desk();
    await study.flush();
    if (way === 'adding') toggle();
    hands.draw.press(C, 'mouse');
    hands.draw.hold(way === 'Shift');
    hands.move(D, 'mouse', false);
    clinic.findings.delete(firstId);
    await study.refresh();
    hands.draw.release(D, 'mouse');
    hands.draw.hold(false);
    expect(sizes()).toEqual([1]);
    expect(state().findings[0]?.id).not.toBe(firstId);
    expect(told()[0]).toBe('The finding was deleted meanwhile: the mark is one of its own.');
  });
});

describe('drawing into the selected finding', () => {
  it('takes Shift at the end of a mark, says so beside it, and is undone in one step', async () => {
    const { study, hands, shiftDrag, drag, sizes, state, firstId, hint } = await desk();
    hands.draw.press(C, 'mouse');
    expect(hint()).toBeNull();
    hands.draw.hold(true);
    expect(hint()).toMatchObject({ text: 'into finding 1', refused: false });
    hands.draw.cancel();
    expect(hint()).toBeNull();
    hands.draw.hold(false);
    shiftDrag(C, D);
    expect(sizes()).toEqual([2]);
    expect(Object.values(state().findings[0]?.marks ?? {}).map(({ rep }) => rep)).toEqual([
      true,
      false,
    ]);
    expect(state().selectedFindingId).toBe(firstId);
    study.undo();
    expect(sizes()).toEqual([1]);
    drag(C, D);
    expect(sizes()).toEqual([1, 1]);
  });

  it('goes by keys, too: Shift with the key that sets the last point', async () => {
    const { hands, sizes } = await desk();
    hands.move(C, 'mouse', false);
    hands.keyDown(key('ArrowDown'), true);
    hands.keyDown(key(' '), true);
    for (let step = 0; step < 4; step++) hands.keyDown(key('ArrowRight', { shiftKey: true }), true);
    hands.keyDown(key('Enter', { shiftKey: true }), true);
    hands.keyUp('Shift');
    expect(sizes()).toEqual([2]);
  });

  it('stays switched on for mark after mark, and ends by the same command', async () => {
    const { toggle, drag, sizes, command, drawing } = await desk();
    toggle();
    expect(command.isOn?.()).toBe(true);
    drag(C, D);
    drag({ x: 150, y: 280 }, { x: 210, y: 280 });
    expect(sizes()).toEqual([3]);
    toggle();
    expect(drawing.store.getState().into).toBeNull();
    drag({ x: 150, y: 310 }, { x: 210, y: 310 });
    expect(sizes()).toEqual([3, 1]);
  });

  it('brings a tool to draw with when none is in hand', async () => {
    const { choose, toggle, viewState, drawing } = await desk();
    choose(null);
    toggle();
    expect(viewState.store.getState().activeToolId).toBe(lengthTool.id);
    expect(drawing.store.getState().into).not.toBeNull();
  });

  it('ends where it could surprise: another finding, the select tool, the finding taken back', async () => {
    const { study, toggle, drag, choose, drawing, state, firstId } = await desk();
    const into = () => drawing.store.getState().into;
    drag(C, D);
    const second = state().selectedFindingId;
    toggle();
    expect(into()).toBe(second);
    study.selectFinding(firstId);
    expect(into()).toBeNull();
    toggle();
    choose(null);
    expect(into()).toBeNull();
    choose('LENGTH');
    toggle();
    expect(into()).toBe(firstId);
    study.deleteFinding(firstId);
    expect(into()).toBeNull();
  });
});

describe('a new finding', () => {
  it('brings the planes that nobody sees to it, and leaves those on the screen where they are', async () => {
    const room = await handsDesk();
    const { scan, facts, viewState } = room;
    const reading = createReadingState();
    facts.context = {
      ...facts.context,
      tryUse: (token: unknown) => (token === readingToken ? reading : null),
    } as ExtensionContext;
    const at = () => viewState.store.getState().positions[scan.id];
    const before = at();
    room.choose('LENGTH');
    reading.addCell('cor', 'COR', scan.id);
    const tra = reading.addCell('tra', 'TRA', scan.id);
    room.drag(A, B);
    expect(at()).toEqual(before);
    tra.dispose();
    // 20 mm to the viewer's left of the middle, and as much above it: 3 px a millimetre.
    room.drag({ x: 110, y: 140 }, { x: 170, y: 140 });
    expect(at()?.sag).toBeCloseTo(-20, 6);
    expect(at()?.tra).toBeCloseTo(20, 6);
    expect(at()?.depth).toBe(10);
  });
});
