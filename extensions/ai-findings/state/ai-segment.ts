import { type Mark, routes } from '#contracts';
import type { Session, ViewState } from '#core';
import { segmentTexts } from '../texts/segment-texts.ts';
import type { FrameSession } from './frame-session.ts';
import type { SegmentationSession } from './segmentation-session.ts';

/** AI Segment in the planes of the open study. */
export interface AiSegment {
  readonly session: SegmentationSession;
  /** Segmentation in single images. */
  readonly frames: FrameSession;
  /** Stores the shown result as a finding of the reader; keeps it on the screen after a failure. */
  accept(): Promise<void>;
  /** Like `accept`, for the result in a single image. */
  acceptFramed(): Promise<void>;
  /** Segments from a stored mark: a length is a diameter, other marks are boxes. */
  fromMark(scanId: string, mark: Mark): Promise<void>;
  /** Returns true, or the reason why the tool can't be used. */
  mayUse(): true | string;
}

/** Returns true, or the reason why the reader can't use AI Segment. */
export function maySegment(
  session: Pick<Session, 'mayCall'>,
  view: Pick<ViewState, 'store'>,
): true | string {
  const { reasons } = segmentTexts;
  if (view.store.getState().readsCase) return reasons.readsCase;
  if (view.store.getState().aiLayer.hidden) return reasons.hidden;
  const may = session.mayCall(routes.createAiRun) && session.mayCall(routes.decideAiFinding);
  return may || reasons.notYourRole;
}
