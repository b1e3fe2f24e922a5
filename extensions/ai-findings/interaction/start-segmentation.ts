import type { MarkPlane } from '#contracts';
import type { DrawnPoints, ExtensionContext } from '#core';
import { type Result, toDisposable } from '#foundation';
import { showLayer } from '../commands/analysis.ts';
import { reopen } from '../commands/decisions.ts';
import type { AiServices } from '../commands/services.ts';
import type { FramedLesion } from '../model/segmentation/framed-lesion.ts';
import { PANEL_ID } from '../state/ai-reading.ts';
import { type AiSegment, maySegment } from '../state/ai-segment.ts';
import type { FrameSession } from '../state/frame-session.ts';
import type { LesionControls } from '../state/lesion-session.ts';
import type { SegmentationSession, SegmentedLesion } from '../state/segmentation-session.ts';
import { segmentTexts } from '../texts/segment-texts.ts';
import { SEGMENT_TOOL_ID, segmentTool } from './segment-tool.ts';

type Services = Omit<AiServices, 'segment'>;

export interface SegmentParts {
  readonly session: SegmentationSession;
  readonly frames: FrameSession;
  /** Stores a result as an AI run. */
  store(lesion: SegmentedLesion): Promise<Result<unknown>>;
  storeFramed(lesion: FramedLesion): Promise<Result<unknown>>;
}

/** Starts AI Segment: registers its tool and connects it with the session. */
export function startSegmentation(
  context: ExtensionContext,
  services: Services,
  parts: SegmentParts,
): AiSegment {
  const { session, frames } = parts;
  const { notices, view } = services;
  const mayUse = (): true | string => maySegment(services.session, view);
  const start = async (drawn: DrawnPoints): Promise<void> => {
    const may = mayUse();
    if (may !== true) {
      notices.show('user-error', may);
      return;
    }
    view.set({ openPanelId: PANEL_ID });
    const isSlice = VERTICAL_PLANES.some((plane) => plane === drawn.plane);
    if (drawn.plane === 'IMG' || (isSlice && frames.corrects(drawn))) {
      session.discard();
      await frames.draw(drawn);
      return;
    }
    frames.discard();
    const cause = await session.draw(drawn);
    // The clicked slice may show the lesion better than those across it. A shown outline stays.
    const isShown = session.store.getState().lesion !== null;
    if (!isSlice || isShown || cause?.code !== 'SLICES_DISAGREE') return;
    session.discard();
    await frames.draw(drawn);
  };
  const prepare = (): void => {
    if (mayUse() === true) frames.prepare();
  };
  context.tools.register(segmentTool((drawn) => void start(drawn), prepare));
  context.scope.own(discardWithScan(services, session, ({ scanId }) => scanId));
  context.scope.own(discardWithScan(services, frames, ({ image }) => image.scanId));
  context.scope.own(releaseWithTool(services, [session, frames]));
  context.scope.own(cancelByEscape([session, frames]));
  return {
    session,
    frames,
    mayUse,
    accept: () =>
      accept(services, session, (lesion) => ({ ...lesion, store: () => parts.store(lesion) })),
    acceptFramed: () =>
      accept(services, frames, (lesion) => ({
        findingId: lesion.findingId,
        scanId: lesion.image.scanId,
        store: () => parts.storeFramed(lesion),
      })),
    fromMark: (scanId, mark) => {
      const { planeView: plane, frame, markViewParams, markType, sag, tra, depth, rad } = mark;
      const { points } = markViewParams;
      const drawn = markType === 'LENGTH' ? points.slice(0, 2) : cornersOf(points);
      return start({ scanId, plane, frame, position: { sag, tra, depth, rad }, points: drawn });
    },
  };
}

/** Planes that show depth, as the images of which the 2D network was trained. */
const VERTICAL_PLANES = ['TRA', 'SAG', 'RAD'] as const satisfies readonly MarkPlane[];

/** Returns two opposite corners of the box around the points. */
function cornersOf(points: DrawnPoints['points']): DrawnPoints['points'] {
  const [us, vs] = [points.map(({ u }) => u), points.map(({ v }) => v)];
  return [
    { u: Math.min(...us), v: Math.min(...vs) },
    { u: Math.max(...us), v: Math.max(...vs) },
  ];
}

/** Drops the result when its scan is closed, because it can't be seen or accepted then. */
function discardWithScan<Lesion>(
  { study }: Pick<AiServices, 'study'>,
  session: LesionControls<Lesion>,
  scanIdOf: (lesion: Lesion) => string,
) {
  return toDisposable(
    study.store.subscribe(({ scans }) => {
      const { lesion } = session.store.getState();
      if (lesion !== null && scans.every(({ id }) => id !== scanIdOf(lesion))) session.discard();
    }),
  );
}

/** Cancels a running computation on Escape; text fields and open dialogs take the key first. */
function cancelByEscape(sessions: readonly LesionControls<unknown>[]) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const running = sessions.filter(({ store }) =>
      ['loading', 'running'].includes(store.getState().status),
    );
    if (running.length === 0) return;
    for (const session of running) session.cancel();
    event.preventDefault();
  };
  window.addEventListener('keydown', onKeyDown);
  return toDisposable(() => window.removeEventListener('keydown', onKeyDown));
}

/** Frees volume and model once another tool is active, because they take much memory. */
function releaseWithTool(
  { view }: Pick<AiServices, 'view'>,
  sessions: readonly { release(): void }[],
) {
  return toDisposable(
    view.store.subscribe(({ activeToolId }) => {
      if (activeToolId === SEGMENT_TOOL_ID) return;
      for (const session of sessions) session.release();
    }),
  );
}

/** What acceptance needs of a result. */
interface Acceptable {
  readonly findingId: string;
  readonly scanId: string;
  store(): Promise<Result<unknown>>;
}

async function accept<Lesion>(
  services: Services,
  session: LesionControls<Lesion>,
  acceptable: (lesion: Lesion) => Acceptable,
): Promise<void> {
  const { lesion, status } = session.store.getState();
  if (lesion === null || status !== 'shown') return;
  const { findingId, scanId, store } = acceptable(lesion);
  session.setStoring(true);
  const stored = await store();
  if (!stored.ok) {
    session.setStoring(false, stored.problem);
    return;
  }
  const { study, reading, notices } = services;
  session.discard();
  await Promise.all([study.readFindings(scanId), reading.refresh()]);
  const accepted = await study.decideAiFinding(findingId, 'ACCEPTED');
  if (!accepted.ok) {
    // The finding stays in the panel as a proposal, where the reader can accept it.
    notices.showProblem(accepted.problem);
    return;
  }
  await showLayer(services);
  const label = segmentTexts.undoAccept;
  const run = (): void => void reopen(services, findingId);
  notices.show('success', segmentTexts.accepted, { label, run });
}
