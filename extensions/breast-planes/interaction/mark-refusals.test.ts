import { describe, expect, it, vi } from 'vitest';
import { A, B, handsDesk as desk, PLANE_MOVED } from './test-support/hands-desk.ts';

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
