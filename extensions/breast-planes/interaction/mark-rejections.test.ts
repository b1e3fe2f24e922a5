import { describe, expect, it, vi } from 'vitest';
import {
  A,
  B,
  createInteractionHarness as createHarness,
  PLANE_MOVED,
} from './test-support/interaction-harness.ts';

describe('a drawing', () => {
  it('is rejected for a role that may only view', async () => {
    const { selectTool, drag, marks, messages } = await createHarness('VIEWER');
    selectTool('LENGTH');
    drag(A, B);
    expect(marks()).toEqual([]);
    expect(messages()).toEqual(['Your role can view but not edit findings']);
  });

  it('is rejected once the report is signed', async () => {
    const { findings, selectTool, drag, marks, messages } = await createHarness();
    findings.set({ signed: { name: 'Dr Holm', at: '2026-11-20T10:00:00.000Z' } });
    selectTool('LENGTH');
    drag(A, B);
    expect(marks()).toEqual([]);
    expect(messages()[0]).toMatch(/^Signed by Dr Holm on 2026-11-20\./);
  });

  it('is rejected without an image or with an incomplete volume', async () => {
    for (const missing of [{ ready: null }, { complete: false }]) {
      const { imageInfo, selectTool, drag, marks, messages } = await createHarness();
      Object.assign(imageInfo, missing);
      selectTool('BOUNDING_BOX');
      drag(A, { x: 210, y: 200 });
      expect(marks()).toEqual([]);
      expect(messages()[0]).toMatch(/^The mark can’t be saved while the image is loading/);
    }
  });

  it('is rejected when the image becomes incomplete during the drawing', async () => {
    const { imageInfo, interactions, selectTool, marks, messages } = await createHarness();
    selectTool('LENGTH');
    interactions.draw.press(A, 'mouse');
    imageInfo.complete = false;
    interactions.move(B, 'mouse', false);
    interactions.draw.release(B, 'mouse');
    expect(marks()).toEqual([]);
    expect(messages()).toHaveLength(1);
  });

  it.each(['LENGTH', 'ELLIPTICAL', 'CROSS', 'FREEHAND'] as const)(
    'is rejected when the plane moves before %s is complete',
    async (type) => {
      const { interactions, selectTool, click, marks, messages, movePlane } = await createHarness();
      selectTool(type);
      click(A);
      if (type !== 'LENGTH' && type !== 'ELLIPTICAL') click(B);
      movePlane(11);
      if (type === 'FREEHAND') {
        click({ x: 210, y: 200 });
        interactions.draw.close();
      } else click({ x: 210, y: 200 });
      expect(marks()).toEqual([]);
      expect(messages()).toEqual([PLANE_MOVED]);
      expect(interactions.draw.busy).toBe(false);
    },
  );

  it('is rejected as an invalid source if the image has no size in millimetres', async () => {
    const { imageInfo, selectTool, drag, messages } = await createHarness();
    Object.assign(imageInfo, { ready: null, unmarkable: 'no-scale' });
    selectTool('LENGTH');
    drag(A, B);
    expect(messages()[0]).toMatch(/^Invalid drawing data\. Invalid source\./);
  });

  it('is rejected without a source definition if the tool is unknown', async () => {
    const { viewState, drag, messages } = await createHarness();
    viewState.set({ activeToolId: 'gone.tool' });
    drag(A, B);
    expect(messages()[0]).toMatch(/^No source definition\./);
  });

  it('is rejected without a mapping on a plane that marks cannot reference', async () => {
    const { imageInfo, selectTool, drag, messages } = await createHarness();
    imageInfo.unmarkable = 'no-plane';
    selectTool('LENGTH');
    drag(A, B);
    expect(messages()[0]).toMatch(/^No mapping for the source\./);
  });

  it('is rejected without measurement data if both points are equal or the text is empty', async () => {
    const { interactions, selectTool, click, marks, messages } = await createHarness();
    selectTool('LENGTH');
    click(A);
    click(A);
    expect(messages()[0]).toMatch(/^Missing measurement data\./);
    selectTool('TEXT');
    click(A);
    interactions.store.getState().entry?.submit('   ');
    expect(messages()[1]).toMatch(/^Missing measurement data\./);
    expect(interactions.store.getState().entry).not.toBeNull();
    interactions.store.getState().entry?.cancel();
    expect(interactions.store.getState().entry).toBeNull();
    expect(marks()).toEqual([]);
  });

  // The image is 300 px wide in the middle of 400 px; its circle has a radius of 137 px.
  it.each([
    ['in a corner of the view', { x: 5, y: 20 }, { x: 20, y: 30 }],
    ['along an edge of the view', { x: 10, y: 120 }, { x: 30, y: 300 }],
    ['outside the sound field', { x: 55, y: 55 }, { x: 75, y: 70 }],
  ] as const)('is rejected with the reason if drawn %s', async (_, from, to) => {
    for (const type of ['LENGTH', 'FREEHAND', 'ELLIPTICAL', 'BOUNDING_BOX'] as const) {
      const { interactions, selectTool, marks, messages } = await createHarness();
      selectTool(type);
      interactions.draw.press(from, 'mouse');
      for (const x of [from.x, to.x]) interactions.move({ x, y: to.y }, 'mouse', false);
      interactions.draw.release(to, 'mouse');
      expect(marks()).toEqual([]);
      expect(messages(), type).toEqual([
        'Missing measurement data. The mark is outside the image. Draw on the tissue.',
      ]);
    }
  });

  it('reports a point that was moved to the edge of the image', async () => {
    const { selectTool, drag, marks, messages } = await createHarness();
    selectTool('LENGTH');
    drag({ x: 200, y: 300 }, { x: 200, y: 395 });
    expect(marks()[0]?.markViewParams.points[1]?.v).toBe(1);
    expect(messages()).toEqual([
      'A point was outside the image. It was moved to the edge of the image.',
    ]);
  });

  it('is not saved in another scan that is shown before it is complete', async () => {
    const harness = await createHarness();
    const { imageInfo, backend, study, selectTool, click, marks, messages } = harness;
    const other = backend.scans[1];
    if (imageInfo.ready === null || other === undefined) throw new Error('A scan is missing');
    selectTool('LENGTH');
    click(A);
    await study.selectScan(other.id);
    imageInfo.ready = { ...imageInfo.ready, scan: other };
    click(B);
    expect(marks()).toEqual([]);
    expect(messages()).toEqual([PLANE_MOVED]);
  });

  it('of a text keeps the typed text when the plane moves before it is entered', async () => {
    const { interactions, selectTool, click, marks, messages, movePlane } = await createHarness();
    selectTool('TEXT');
    click(A);
    movePlane(11);
    interactions.store.getState().entry?.submit('scar');
    expect(marks().map(({ depth, markViewParams }) => [depth, markViewParams.text])).toEqual([
      [10, 'scar'],
    ]);
    expect(messages()).toEqual([]);
  });

  it('is rejected on an image of another scan if the press does not open that scan', async () => {
    const { imageInfo, backend, selectTool, drag, marks, messages } = await createHarness();
    const other = backend.scans[1];
    if (imageInfo.ready === null || other === undefined)
      throw new Error('The image or the second scan is missing');
    imageInfo.ready = { ...imageInfo.ready, scan: other };
    selectTool('LENGTH');
    vi.useFakeTimers();
    drag(A, B);
    expect(messages()).toEqual([]);
    vi.advanceTimersByTime(3_000);
    vi.useRealTimers();
    expect(marks()).toEqual([]);
    expect(messages()).toEqual(['Open this scan to draw marks']);
  });

  it('is saved after the press has opened the scan of its image', async () => {
    const { imageInfo, backend, study, selectTool, drag, marks, messages } = await createHarness();
    const other = backend.scans[1];
    if (imageInfo.ready === null || other === undefined)
      throw new Error('The image or the second scan is missing');
    imageInfo.ready = { ...imageInfo.ready, scan: other };
    selectTool('LENGTH');
    drag(A, B);
    expect(marks()).toEqual([]);
    await study.selectScan(other.id);
    expect(marks()).toHaveLength(1);
    expect(messages()).toEqual([]);
  });
});
