import { describe, expect, it } from 'vitest';
import { type ExtensionContext, preferencesToken } from '#core';
import { addToFindingCommand, stopAddingOnChange } from '../commands/findings/add-to-finding.ts';
import type { FindingServices } from '../commands/findings/finding-services.ts';
import { lengthTool } from '../state/tools/length.ts';
import { createReadingState, readingToken } from '../state/volumes/reading-state.ts';
import { A, B, createInteractionHarness, key } from './test-support/interaction-harness.ts';

const C = { x: 150, y: 250 };
const D = { x: 210, y: 250 };
/** Ends of a length 7 mm from the drawn one; C and D are 33 mm from it. */
const E = { x: 150, y: 170 };
const F = { x: 210, y: 170 };
const signal = new AbortController().signal;

/**
 * Creates a harness with one drawn length of the reader and the command that adds marks to its
 * finding.
 */
async function createHarness() {
  const harness = await createInteractionHarness();
  const { study, viewState: view, session, notices, drawing, findings, imageInfo } = harness;
  const services = {
    study,
    view,
    session,
    notices,
    drawing,
    findingsUi: findings,
    editsAi: false,
    preferences: imageInfo.context.use(preferencesToken),
  } as unknown as FindingServices;
  const command = addToFindingCommand(services);
  stopAddingOnChange(services);
  const toggle = (findingId: string | null = null) =>
    command.run({ findingId, markId: null }, signal);
  harness.selectTool('LENGTH');
  harness.drag(A, B);
  const state = () => study.store.getState();
  const firstId = state().findings[0]?.id ?? '';
  const markCounts = () => state().findings.map(({ marks }) => Object.keys(marks).length);
  const shiftDrag = (from: typeof A, to: typeof A): void => {
    harness.interactions.draw.press(from, 'mouse');
    harness.interactions.draw.setShiftHeld(true);
    harness.interactions.move(to, 'mouse', false);
    harness.interactions.draw.release(to, 'mouse');
    harness.interactions.draw.setShiftHeld(false);
  };
  const hint = () => harness.interactions.store.getState().hint;
  return {
    ...harness,
    services,
    command,
    toggle,
    firstId,
    state,
    markCounts,
    shiftDrag,
    hint,
  };
}

describe('a mark that can’t be added to a finding', () => {
  it('is rejected with Shift while no finding is selected', async () => {
    const { study, shiftDrag, markCounts, messages } = await createHarness();
    study.selectFinding(null);
    shiftDrag(C, D);
    expect(markCounts()).toEqual([1]);
    expect(messages()[0]).toMatch(/^No finding is selected in this scan/);
  });

  it('is rejected at once in the other breast, with the side of the finding as the reason', async () => {
    const { study, backend, imageInfo, drag, toggle, messages, markCounts, scan } =
      await createHarness();
    toggle();
    const other = backend.scans.find(({ id }) => id !== scan.id);
    if (imageInfo.ready === null || other === undefined)
      throw new Error('The image or the second scan is missing');
    study.watchScan(scan.id);
    await study.selectScan(other.id);
    imageInfo.ready = { ...imageInfo.ready, scan: other };
    drag(C, D);
    expect(markCounts()).toEqual([]);
    expect(messages()[0]).toMatch(/^Finding 1 is in the (left|right) breast\. A mark in this scan/);
    toggle();
    drag(C, D);
    expect(markCounts()).toEqual([1]);
  });

  it('is rejected for an AI finding, which stays unchanged', async () => {
    const { study, backend, firstId, shiftDrag, markCounts, messages, command } =
      await createHarness();
    await study.flush();
    const saved = backend.findings.get(firstId);
    if (saved === undefined) throw new Error('The finding is not saved');
    backend.findings.set(firstId, {
      ...saved,
      generator: { id: 'AI', labelColour: '#9B51E0' },
      version: saved.version + 1,
    });
    await study.refresh();
    study.selectFinding(firstId);
    shiftDrag(C, D);
    expect(markCounts()).toEqual([1]);
    expect(messages()[0]).toMatch(/^Please right click on the AI generated finding/);
    expect(command.enabled?.()).toMatch(/^AI findings can’t be changed/);
  });

  it('is rejected once the report is signed, which also disables the command', async () => {
    const { findings, shiftDrag, markCounts, messages, command } = await createHarness();
    findings.set({ signed: { name: 'Dr Holm', at: '2026-11-20T10:00:00.000Z' } });
    shiftDrag(C, D);
    expect(markCounts()).toEqual([1]);
    expect(messages()[0]).toMatch(/^Signed by Dr Holm/);
    expect(command.enabled?.()).toMatch(/^Signed by Dr Holm/);
  });
});

describe('a mark whose target finding is deleted by another user during the drawing', () => {
  it.each(['Shift', 'adding'])('is saved as a new finding (%s)', async (mode) => {
    const { study, backend, interactions, toggle, firstId, markCounts, messages, state } =
      await createHarness();
    await study.flush();
    if (mode === 'adding') toggle();
    interactions.draw.press(C, 'mouse');
    interactions.draw.setShiftHeld(mode === 'Shift');
    interactions.move(D, 'mouse', false);
    backend.findings.delete(firstId);
    await study.refresh();
    interactions.draw.release(D, 'mouse');
    interactions.draw.setShiftHeld(false);
    expect(markCounts()).toEqual([1]);
    expect(state().findings[0]?.id).not.toBe(firstId);
    expect(messages()[0]).toBe('The finding was deleted. The mark was saved as a new finding.');
  });
});

describe('drawing into the selected finding', () => {
  it('applies Shift at the end of a mark, shows a hint and is undone in one step', async () => {
    const { study, interactions, shiftDrag, drag, markCounts, state, firstId, hint } =
      await createHarness();
    interactions.draw.press(C, 'mouse');
    expect(hint()).toBeNull();
    interactions.draw.setShiftHeld(true);
    expect(hint()).toMatchObject({ text: 'to finding 1', rejected: false });
    interactions.draw.cancel();
    expect(hint()).toBeNull();
    interactions.draw.setShiftHeld(false);
    shiftDrag(C, D);
    expect(markCounts()).toEqual([2]);
    expect(Object.values(state().findings[0]?.marks ?? {}).map(({ rep }) => rep)).toEqual([
      true,
      false,
    ]);
    expect(state().selectedFindingId).toBe(firstId);
    study.undo();
    expect(markCounts()).toEqual([1]);
    drag(C, D);
    expect(markCounts()).toEqual([1, 1]);
  });

  it('is possible by keyboard with Shift held for the last point', async () => {
    const { interactions, markCounts } = await createHarness();
    interactions.move(C, 'mouse', false);
    interactions.keyDown(key('ArrowDown'), true);
    interactions.keyDown(key(' '), true);
    for (let step = 0; step < 4; step++)
      interactions.keyDown(key('ArrowRight', { shiftKey: true }), true);
    interactions.keyDown(key('Enter', { shiftKey: true }), true);
    interactions.keyUp('Shift');
    expect(markCounts()).toEqual([2]);
  });

  it('applies to several marks until the command runs again', async () => {
    const { toggle, drag, markCounts, command, drawing } = await createHarness();
    toggle();
    expect(command.isOn?.()).toBe(true);
    drag(C, D);
    drag({ x: 150, y: 280 }, { x: 210, y: 280 });
    expect(markCounts()).toEqual([3]);
    toggle();
    expect(drawing.store.getState().into).toBeNull();
    drag({ x: 280, y: 220 }, { x: 340, y: 220 });
    expect(markCounts()).toEqual([3, 1]);
  });

  it('activates a drawing tool when none is active', async () => {
    const { selectTool, toggle, viewState, drawing } = await createHarness();
    selectTool(null);
    toggle();
    expect(viewState.store.getState().activeToolId).toBe(lengthTool.id);
    expect(drawing.store.getState().into).not.toBeNull();
  });

  it('ends when another finding or the select tool is selected or the finding is deleted', async () => {
    const { study, toggle, drag, selectTool, drawing, state, firstId } = await createHarness();
    const into = () => drawing.store.getState().into;
    drag(C, D);
    const second = state().selectedFindingId;
    toggle();
    expect(into()).toBe(second);
    study.selectFinding(firstId);
    expect(into()).toBeNull();
    toggle();
    selectTool(null);
    expect(into()).toBeNull();
    selectTool('LENGTH');
    toggle();
    expect(into()).toBe(firstId);
    study.deleteFinding(firstId);
    expect(into()).toBeNull();
  });
});

describe('a length near the selected finding', () => {
  it('joins the finding, with a hint while drawing, in a single undo step', async () => {
    const { study, interactions, markCounts, hint, firstId, state, messages } =
      await createHarness();
    interactions.draw.press(E, 'mouse');
    interactions.move(F, 'mouse', false);
    expect(hint()).toMatchObject({ text: 'to finding 1', rejected: false });
    interactions.draw.release(F, 'mouse');
    expect(markCounts()).toEqual([2]);
    expect(state().selectedFindingId).toBe(firstId);
    expect(Object.values(state().findings[0]?.marks ?? {}).map(({ rep }) => rep)).toEqual([
      true,
      false,
    ]);
    expect(messages()).toEqual(['Joined finding 1']);
    study.undo();
    expect(markCounts()).toEqual([1]);
    expect(messages()).toEqual([]);
  });

  it('becomes a finding of its own by the notice, in a single undo step', async () => {
    const { study, drag, markCounts, notices, firstId, state, drawing } = await createHarness();
    drag(E, F);
    const [notice] = notices.store.getState();
    expect(notice?.action?.label).toBe('Make separate');
    notice?.action?.run();
    expect(markCounts()).toEqual([1, 1]);
    expect(state().selectedFindingId).not.toBe(firstId);
    expect(drawing.store.getState().selectedMark).toBeNull();
    expect(notices.store.getState()).toEqual([]);
    study.undo();
    expect(markCounts()).toEqual([2]);
  });

  it('is a new finding with Shift, with a hint', async () => {
    const { interactions, shiftDrag, markCounts, hint, messages } = await createHarness();
    interactions.draw.press(E, 'mouse');
    interactions.move(F, 'mouse', false);
    interactions.draw.setShiftHeld(true);
    expect(hint()).toMatchObject({ text: 'not to finding 1', rejected: false });
    interactions.draw.cancel();
    interactions.draw.setShiftHeld(false);
    shiftDrag(E, F);
    expect(markCounts()).toEqual([1, 1]);
    expect(messages()).toEqual([]);
  });

  it.each(['CROSS', 'BOUNDING_BOX', 'ELLIPTICAL'] as const)(
    'may be a %s as well',
    async (markType) => {
      const { selectTool, drag, click, markCounts } = await createHarness();
      selectTool(markType);
      drag(E, { x: F.x, y: F.y + 20 });
      if (markType === 'CROSS') click({ x: 180, y: 190 });
      expect(markCounts()).toEqual([2]);
    },
  );

  it.each(['ARROW', 'FREEHAND'] as const)('is no rule for a %s', async (markType) => {
    const { selectTool, interactions, markCounts } = await createHarness();
    selectTool(markType);
    interactions.draw.press(E, 'mouse');
    for (const point of [
      { x: F.x, y: F.y },
      { x: F.x, y: F.y + 30 },
      { x: E.x, y: E.y + 30 },
    ])
      interactions.move(point, 'mouse', false);
    interactions.draw.release({ x: E.x, y: E.y + 30 }, 'mouse');
    expect(markCounts()).toEqual([1, 1]);
  });

  it('is a new finding without a selected finding and beside an AI finding', async () => {
    const { study, backend, drag, firstId, markCounts, messages } = await createHarness();
    study.selectFinding(null);
    drag(E, F);
    expect(markCounts()).toEqual([1, 1]);
    await study.flush();
    const saved = backend.findings.get(firstId);
    if (saved === undefined) throw new Error('The finding is not saved');
    backend.findings.set(firstId, {
      ...saved,
      generator: { id: 'AI', labelColour: '#9B51E0' },
      version: saved.version + 1,
    });
    await study.refresh();
    study.selectFinding(firstId);
    drag({ x: E.x, y: E.y - 40 }, { x: F.x, y: F.y - 40 });
    expect(markCounts()).toEqual([1, 1, 1]);
    expect(messages()).toEqual([]);
  });
});

describe('a new finding', () => {
  it('moves hidden planes to its location and leaves visible planes in place', async () => {
    const harness = await createInteractionHarness();
    const { scan, imageInfo, viewState } = harness;
    const reading = createReadingState();
    imageInfo.context = {
      ...imageInfo.context,
      tryUse: (token: unknown) => (token === readingToken ? reading : null),
    } as ExtensionContext;
    const position = () => viewState.store.getState().positions[scan.id];
    const initialPosition = position();
    harness.selectTool('LENGTH');
    reading.addCell('cor', 'COR', scan.id);
    const transverseCell = reading.addCell('tra', 'TRA', scan.id);
    harness.drag(A, B);
    expect(position()).toEqual(initialPosition);
    transverseCell.dispose();
    harness.study.selectFinding(null);
    // The middle of this length lies 20 mm left of and 20 mm above the centre, at 3 px/mm.
    harness.drag({ x: 110, y: 140 }, { x: 170, y: 140 });
    expect(position()?.sag).toBeCloseTo(-20, 6);
    expect(position()?.tra).toBeCloseTo(20, 6);
    expect(position()?.depth).toBe(10);
  });
});
