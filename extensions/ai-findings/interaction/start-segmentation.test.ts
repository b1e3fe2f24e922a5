// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Mark } from '#contracts';
import { createViewState, type DrawnPoints, type ExtensionContext } from '#core';
import { ok, type Problem, problem, Scope } from '#foundation';
import { imageFrame, mmToPosition, scannedVolumeGeometry } from '#geometry';
import type { AiServices } from '../commands/services.ts';
import type { AiSegment } from '../state/ai-segment.ts';
import type { FrameSession } from '../state/frame-session.ts';
import type { SegmentationSession } from '../state/segmentation-session.ts';
import { startSegmentation } from './start-segmentation.ts';

const geometry = scannedVolumeGeometry([60, 30, 60], [1, 1, 1], 30);
const position = mmToPosition(geometry, null, [3, 10, 4], 0);
const DISAGREE = problem('SLICES_DISAGREE', 'No outline', '', '');

const scopes: Scope[] = [];
afterEach(() => {
  for (const scope of scopes.splice(0)) scope.dispose();
});

interface Fakes {
  /** Why the segmentation in 3D gives no result; null if it gives one. */
  readonly cause?: Problem | null;
  /** Whether clicks correct the shown outline of a slice. */
  readonly corrects?: boolean;
  /** Whether an outline in 3D is shown. */
  readonly isShown?: boolean;
}

/** AI Segment with sessions that note what they are asked: `3D PLANE`, `2D PLANE`, `3D discarded`. */
function start({ cause = null, corrects = false, isShown = false }: Fakes) {
  const asked: string[] = [];
  const lesion = isShown ? { scanId: 'scan' } : null;
  const lesions = createStore(() => ({ status: 'none', lesion, problem: null }));
  const shared = { store: lesions, release: () => undefined, cancel: () => undefined };
  const session = {
    ...shared,
    draw: async ({ plane }: DrawnPoints) => {
      asked.push(`3D ${plane}`);
      return cause;
    },
    discard: () => asked.push('3D discarded'),
  };
  const frames = {
    ...shared,
    draw: async ({ plane, position: { tra } }: DrawnPoints) => {
      asked.push(`2D ${plane} at ${tra}`);
    },
    corrects: () => corrects,
    discard: () => asked.push('2D discarded'),
  };
  const scope = new Scope('test');
  scopes.push(scope);
  const tools = { register: () => undefined };
  const services = {
    notices: { show: (kind: string) => asked.push(kind) },
    view: createViewState(),
    study: { store: createStore(() => ({ scans: [] })) },
    session: { mayCall: () => true },
  };
  const segment: AiSegment = startSegmentation(
    { tools, scope } as unknown as ExtensionContext,
    services as unknown as AiServices,
    {
      session: session as unknown as SegmentationSession,
      frames: frames as unknown as FrameSession,
      store: async () => ok(undefined),
      storeFramed: async () => ok(undefined),
    },
  );
  return { segment, asked };
}

/** A length mark in a plane; the sessions get its points and positions. */
function lengthIn(planeView: Mark['planeView']): Mark {
  const frame = imageFrame(geometry, 'TRA', null, position);
  const points = [
    { u: 0.4, v: 0.4 },
    { u: 0.6, v: 0.4 },
  ];
  return {
    planeView,
    frame,
    markType: 'LENGTH',
    markViewParams: { points },
    ...position,
  } as unknown as Mark;
}

const askedFor = async (plane: Mark['planeView'], fakes: Fakes) => {
  const { segment, asked } = start(fakes);
  await segment.fromMark('scan', lengthIn(plane));
  return asked;
};

describe('AI Segment', () => {
  it.each(['TRA', 'SAG', 'RAD', 'COR'] as const)(
    'responds in 3D in the %s plane',
    async (plane) => {
      expect(await askedFor(plane, {})).toEqual(['2D discarded', `3D ${plane}`]);
    },
  );

  it.each(['TRA', 'SAG', 'RAD'] as const)(
    'outlines the clicked %s slice where the slices about the point disagree',
    async (plane) => {
      expect(await askedFor(plane, { cause: DISAGREE })).toEqual([
        '2D discarded',
        `3D ${plane}`,
        '3D discarded',
        `2D ${plane} at ${position.tra}`,
      ]);
    },
  );

  it.each(['COR', 'CEN', 'PER'] as const)(
    'keeps the error in images that are no vertical slices of the volume (%s)',
    async (plane) => {
      expect(await askedFor(plane, { cause: DISAGREE })).toEqual(['2D discarded', `3D ${plane}`]);
    },
  );

  it('keeps a shown outline in 3D when the slices disagree after a correction', async () => {
    const asked = await askedFor('TRA', { cause: DISAGREE, isShown: true });
    expect(asked).toEqual(['2D discarded', '3D TRA']);
  });

  it('keeps another failure in 3D', async () => {
    const cause = problem('SEGMENTER_FAILED', 'Failed', '', '');
    expect(await askedFor('TRA', { cause })).toEqual(['2D discarded', '3D TRA']);
  });

  it('corrects the shown outline of a slice without asking in 3D again', async () => {
    const asked = await askedFor('SAG', { cause: DISAGREE, corrects: true });
    expect(asked).toEqual(['3D discarded', `2D SAG at ${position.tra}`]);
  });

  it('outlines a single image in 2D at once', async () => {
    expect(await askedFor('IMG', {})).toEqual(['3D discarded', `2D IMG at ${position.tra}`]);
  });
});
