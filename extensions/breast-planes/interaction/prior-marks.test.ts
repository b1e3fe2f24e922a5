import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Finding, routes, type Scan } from '#contracts';
import { type ExtensionContext, READING_PREFERENCES, viewStateToken } from '#core';
import { settle } from '#core/testing';
import { markInImage } from '#findings';
import { ok, problem } from '#foundation';
import { aFinding } from '#testing';
import {
  createPriorFindings,
  type PriorFindingsDeps,
  type PriorScan,
  priorFindingsToken,
} from '../state/findings/prior-findings.ts';
import { A, B, createInteractionHarness } from './test-support/interaction-harness.ts';

const SIGNED = { name: 'Dr Holm', at: '2025-11-20T10:00:00.000Z' };

/** Creates a harness that shows the image of a prior scan with one length mark. */
async function createPriorHarness(signed: PriorScan['signed'] = null) {
  const harness = await createInteractionHarness();
  const { imageInfo, scan, viewState } = harness;
  if (imageInfo.ready === null) throw new Error('No image is ready');
  const priorScan: Scan = {
    ...scan,
    id: 'old-scan',
    studyId: 'old',
    acquisitionTime: '2025-11-19T10:00:00Z',
  };
  const ready = { ...imageInfo.ready, scan: priorScan };
  const { plane, frame, position } = ready;
  const points = [
    { u: 0.4, v: 0.4 },
    { u: 0.6, v: 0.4 },
  ];
  const mark = markInImage({ id: 'old-mark', markType: 'LENGTH', plane, frame, position, points });
  const finding: Finding = {
    ...aFinding({ id: 'old-1', label: 7 }),
    scan: { id: priorScan.id },
    marks: { [mark.id]: mark },
  };
  const prior = {
    store: createStore(() => ({
      [priorScan.id]: { findings: [finding], hiddenIds: new Set(), signed },
    })),
  };
  const { context } = imageInfo;
  const tryUse = (token: unknown) =>
    token === priorFindingsToken ? prior : context.tryUse(token as never);
  imageInfo.context = { ...context, tryUse } as ExtensionContext;
  imageInfo.ready = ready;
  context.use(viewStateToken).set({ priors: [priorScan] });
  const { layout } = ready;
  const px = (u: number, v: number) => ({
    x: layout.leftPx + u * frame.widthMm * layout.pxPerMm,
    y: layout.topPx + v * frame.heightMm * layout.pxPerMm,
  });
  return { ...harness, viewState, onMark: px(0.5, 0.4) };
}

describe('a mark of a prior beside the current exam', () => {
  it('can’t be selected or changed, with its exam or its signer as the reason', async () => {
    const unsigned = await createPriorHarness();
    expect(unsigned.interactions.edit.press(unsigned.onMark, 'mouse')).toBe(true);
    unsigned.interactions.move({ x: unsigned.onMark.x + 40, y: unsigned.onMark.y }, 'mouse', false);
    unsigned.interactions.edit.release();
    expect(unsigned.drawing.store.getState()).toMatchObject({ selectedMark: null, edited: null });
    expect(unsigned.messages()).toEqual([
      expect.stringMatching(/^This mark belongs to the prior of 2025-11-19\. Open that exam/),
    ]);
    const signed = await createPriorHarness(SIGNED);
    signed.interactions.edit.press(signed.onMark, 'mouse');
    expect(signed.messages()[0]).toContain(
      'of 2025-11-19, signed by Dr Holm, and can’t be changed',
    );
  });

  it('allows no new mark in its image', async () => {
    const { selectTool, drag, study, messages } = await createPriorHarness();
    selectTool('LENGTH');
    drag(A, B);
    expect(study.store.getState().findings).toEqual([]);
    expect(messages()[0]).toContain('draw in the current scan');
  });

  it('opens its menu by right click and hover while the current scan stays open', async () => {
    const { interactions, onMark, study, scan } = await createPriorHarness();
    vi.useFakeTimers();
    try {
      interactions.menu.rightClick(onMark);
      await vi.advanceTimersByTimeAsync(200);
      expect(interactions.store.getState().menu).toMatchObject({ findingId: 'old-1' });
      interactions.store.getState().closeMenu();
      interactions.menu.hover(onMark);
      await vi.advanceTimersByTimeAsync(1_500);
      expect(interactions.store.getState().menu).toMatchObject({ findingId: 'old-1' });
      expect(study.store.getState().targetScanId).toBe(scan.id);
      interactions.dispose();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a reader without the menu under a resting pointer', () => {
  it('opens the menu of a mark by right click only', async () => {
    const { interactions, onMark, preferences } = await createPriorHarness();
    preferences.set(READING_PREFERENCES.dwellMenu, 'off');
    vi.useFakeTimers();
    try {
      interactions.menu.hover(onMark);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(interactions.store.getState().menu).toBeNull();
      interactions.menu.rightClick(onMark);
      await vi.advanceTimersByTimeAsync(200);
      expect(interactions.store.getState().menu).toMatchObject({ findingId: 'old-1' });
      interactions.dispose();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('findings of a prior scan', () => {
  const scan = { id: 'old-scan', studyId: 'old' } as Scan;
  const report = { id: 'report', signedAt: SIGNED.at, signer: { name: SIGNED.name } };

  function createHarness(fails = false) {
    const messages: string[] = [];
    const subscribers: ((message: { what: string }) => void)[] = [];
    let reads = 0;
    const deps = {
      api: {
        call: async (route: unknown) => {
          if (route === routes.listFindings) {
            reads += 1;
            if (fails) return { ok: false, problem: problem('GONE', 'Not there', '', '') };
            return ok({ items: [aFinding({ id: 'old-1' })] });
          }
          if (route === routes.listHiddenFindings) return ok({ findingIds: ['old-1'] });
          return ok(route === routes.getReport ? report : { items: [report] });
        },
      },
      live: {
        subscribe: (_: string, __: unknown, handler: (message: { what: string }) => void) => {
          subscribers.push(handler);
          return { dispose: () => subscribers.splice(0) };
        },
      },
      session: {
        mayCall: () => true,
        store: createStore(() => ({ user: { organization: { id: 'site' } } })),
      },
      notices: { showProblem: ({ title }: { title: string }) => messages.push(title) },
    } as unknown as PriorFindingsDeps;
    const prior = createPriorFindings(deps);
    return { prior, messages, subscribers, reads: () => reads };
  }

  it('report a failed load, because an image without marks would look free of findings', async () => {
    const { prior, messages } = createHarness(true);
    prior.watch(scan);
    await settle();
    expect(messages).toEqual(['Not there']);
    expect(prior.store.getState()).toEqual({});
  });

  it('are loaded once for all views, reloaded after a save and dropped with the last view', async () => {
    const { prior, subscribers, reads } = createHarness();
    const views = [prior.watch(scan), prior.watch(scan)];
    await settle();
    expect(reads()).toBe(1);
    expect(prior.store.getState()['old-scan']).toMatchObject({
      findings: [{ id: 'old-1' }],
      hiddenIds: new Set(['old-1']),
      signed: SIGNED,
    });
    subscribers[0]?.({ what: 'FINDINGS' });
    await settle();
    expect(reads()).toBe(2);
    views[0]?.dispose();
    expect(subscribers).toHaveLength(1);
    views[1]?.dispose();
    expect(subscribers).toHaveLength(0);
    expect(prior.store.getState()).toEqual({});
  });
});
