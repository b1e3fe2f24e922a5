import type { DrawnPoints, ExtensionContext } from '#core';
import { type Result, toDisposable } from '#foundation';
import { showLayer } from '../commands/analysis.ts';
import { reopen } from '../commands/decisions.ts';
import type { AiServices } from '../commands/services.ts';
import { PANEL_ID } from '../state/ai-reading.ts';
import { type AiSegment, maySegment } from '../state/ai-segment.ts';
import type { SegmentationSession, SegmentedLesion } from '../state/segmentation-session.ts';
import { segmentTexts } from '../texts/segment-texts.ts';
import { SEGMENT_TOOL_ID, segmentTool } from './segment-tool.ts';

type Services = Omit<AiServices, 'segment'>;

export interface SegmentParts {
  readonly session: SegmentationSession;
  /** Stores a result as an AI run. */
  store(lesion: SegmentedLesion): Promise<Result<unknown>>;
}

/** Starts AI Segment: registers its tool and connects it with the session. */
export function startSegmentation(
  context: ExtensionContext,
  services: Services,
  parts: SegmentParts,
): AiSegment {
  const { session } = parts;
  const { notices, view } = services;
  const mayUse = (): true | string => maySegment(services.session, view);
  const start = async (drawn: DrawnPoints): Promise<void> => {
    const may = mayUse();
    if (may !== true) {
      notices.show('user-error', may);
      return;
    }
    view.set({ openPanelId: PANEL_ID });
    await session.draw(drawn);
  };
  context.tools.register(segmentTool((drawn) => void start(drawn)));
  context.scope.own(discardWithScan(services, session));
  context.scope.own(releaseWithTool(services, session));
  return {
    session,
    mayUse,
    accept: () => accept(services, parts),
    fromMark: (scanId, { planeView: plane, frame, markViewParams: { points }, markType }) => {
      const drawn = markType === 'LENGTH' ? points.slice(0, 2) : cornersOf(points);
      return start({ scanId, plane, frame, points: drawn });
    },
  };
}

/** Returns two opposite corners of the box around the points. */
function cornersOf(points: DrawnPoints['points']): DrawnPoints['points'] {
  const [us, vs] = [points.map(({ u }) => u), points.map(({ v }) => v)];
  return [
    { u: Math.min(...us), v: Math.min(...vs) },
    { u: Math.max(...us), v: Math.max(...vs) },
  ];
}

/** Drops the result when its scan is closed, because it can't be seen or accepted then. */
function discardWithScan({ study }: Pick<AiServices, 'study'>, session: SegmentationSession) {
  return toDisposable(
    study.store.subscribe(({ scans }) => {
      const { lesion } = session.store.getState();
      if (lesion !== null && scans.every(({ id }) => id !== lesion.scanId)) session.discard();
    }),
  );
}

/** Frees the volume once another tool is active, because it takes as much memory as in the views. */
function releaseWithTool({ view }: Pick<AiServices, 'view'>, session: SegmentationSession) {
  return toDisposable(
    view.store.subscribe(({ activeToolId }) => {
      if (activeToolId !== SEGMENT_TOOL_ID) session.release();
    }),
  );
}

async function accept(services: Services, { session, store }: SegmentParts): Promise<void> {
  const { lesion, status } = session.store.getState();
  if (lesion === null || status !== 'shown') return;
  session.setStoring(true);
  const stored = await store(lesion);
  if (!stored.ok) {
    session.setStoring(false, stored.problem);
    return;
  }
  const { study, reading, notices } = services;
  session.discard();
  await Promise.all([study.readFindings(lesion.scanId), reading.refresh()]);
  const accepted = await study.decideAiFinding(lesion.findingId, 'ACCEPTED');
  if (!accepted.ok) {
    // The finding stays in the panel as a proposal, where the reader can accept it.
    notices.showProblem(accepted.problem);
    return;
  }
  await showLayer(services);
  const label = segmentTexts.undoAccept;
  const run = (): void => void reopen(services, lesion.findingId);
  notices.show('success', segmentTexts.accepted, { label, run });
}
