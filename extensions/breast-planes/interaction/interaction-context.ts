import type { Finding, Mark } from '#contracts';
import {
  type ExtensionContext,
  noticesToken,
  sessionToken,
  studyToken,
  type ToolPoint,
  viewStateToken,
} from '#core';
import { dayOf } from '#foundation';
import { type ListChoice, shownOf } from '../model/findings/finding-rows.ts';
import { fromPx, type PointPx } from '../model/planes/image-layout.ts';
import { drawingToken } from '../state/findings/drawing-state.ts';
import { findingsUiToken } from '../state/findings/findings-ui-state.ts';
import { listChoice } from '../state/findings/list-choice.ts';
import { PROXIMITY_PX } from '../state/findings/mark-hit.ts';
import type { MarkPreview } from '../state/findings/mark-preview.ts';
import { markRejections } from '../state/findings/mark-rejections.ts';
import { findingsOfScan, isPriorScan, priorRejection } from '../state/findings/scan-findings.ts';
import { type VisibleMark, visibleMarks } from '../state/findings/visible-marks.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';

export type { MarkPreview, OpenEntry, OpenMenu } from '../state/findings/mark-preview.ts';

/** How a pointer points: a finger is blunter than a mouse. */
export type PointerKind = keyof typeof PROXIMITY_PX;

/** Why nothing can be kept that is drawn in a view, where it is known beforehand. */
export type Unmarkable = 'no-plane' | 'no-scale';

/** The picture as the hands in it see it now. */
export interface ImageInfo {
  readonly context: ExtensionContext;
  readonly cellId: string;
  readonly ready: ReadyImage | null;
  readonly unmarkable: Unmarkable | null;
  /** Whether the picture and all voxels or pixels of it are here. */
  readonly complete: boolean;
}

/** What every hand can do: look at the picture, show something, say something. */
export interface InteractionContext {
  imageInfo(): ImageInfo;
  preview(): MarkPreview;
  show(change: Partial<MarkPreview>): void;
}

export const notify = (interaction: InteractionContext, text: string): void => {
  interaction.imageInfo().context.use(noticesToken).show('user-error', text);
};

/** Whether somebody may make or change marks here; says why not. */
export function mayMark(interaction: InteractionContext): boolean {
  const { context, ready, unmarkable, complete } = interaction.imageInfo();
  const { signed } = context.use(findingsUiToken).store.getState();
  const priorScanId = ready !== null && isPriorScan(context, ready.scan.id) ? ready.scan.id : null;
  const why = !context.use(sessionToken).can(['ANTN_CREATE'])
    ? markRejections.notYourRole
    : priorScanId !== null
      ? priorRejection(context, priorScanId)
      : signed !== null
        ? markRejections.signed(signed.name, dayOf(signed.at))
        : unmarkable === 'no-scale'
          ? markRejections.noScale
          : unmarkable === 'no-plane'
            ? markRejections.noPlane
            : ready === null || !complete
              ? markRejections.noImage
              : null;
  if (why !== null) notify(interaction, why);
  return why === null;
}

/** Whether the scan is the opened one, which alone is selected in and edited. */
export function isOpen(interaction: InteractionContext, scanId: string): boolean {
  return interaction.imageInfo().context.use(studyToken).store.getState().targetScanId === scanId;
}

/** Pressing into another scan opens it; longer than this is not waited for. */
const OPENING_LIMIT_MS = 3_000;

/**
 * Does an act once the scan is the opened one: at once, or when the press
 * that began the act has opened it. Says so when that doesn't come.
 */
export function whenOpen(
  interaction: InteractionContext,
  scanId: string,
  action: () => void,
): void {
  const { store } = interaction.imageInfo().context.use(studyToken);
  if (isOpen(interaction, scanId)) {
    action();
    return;
  }
  const stop = store.subscribe(() => {
    if (!isOpen(interaction, scanId)) return;
    end();
    action();
  });
  const timer = setTimeout(() => {
    end();
    notify(interaction, markRejections.openScan);
  }, OPENING_LIMIT_MS);
  function end(): void {
    stop();
    clearTimeout(timer);
  }
}

interface CachedMarks {
  readonly findings: readonly Finding[];
  readonly choice: ListChoice;
  readonly edited: Mark | null;
  readonly marks: readonly VisibleMark[];
}

/** By image shown: a moving pointer asks at every pixel, of thousands of findings. */
const cachedMarks = new WeakMap<ReadyImage, CachedMarks>();

export function selectableMarks(interaction: InteractionContext): readonly VisibleMark[] {
  const { context, ready } = interaction.imageInfo();
  return ready === null ? [] : selectableMarksIn(context, ready);
}

/** The marks in an image that can be pointed at now: none that are not seen. */
export function selectableMarksIn(
  context: ExtensionContext,
  ready: ReadyImage,
): readonly VisibleMark[] {
  if (context.use(viewStateToken).store.getState().overlaysHidden) return [];
  const findings = findingsOfScan(context, ready.scan.id);
  const choice = listChoice(context);
  const { edited } = context.use(drawingToken).store.getState();
  const last = cachedMarks.get(ready);
  const same =
    last?.findings === findings &&
    last.edited === edited &&
    last.choice.showsHidden === choice.showsHidden &&
    last.choice.showsDetections === choice.showsDetections;
  if (same) return last.marks;
  const marks = visibleMarks(shownOf(findings, choice), ready, edited);
  cachedMarks.set(ready, { findings, choice, edited, marks });
  return marks;
}

export function toolPoint(ready: ReadyImage, px: PointPx, kind: PointerKind): ToolPoint {
  const { plane, frame, layout } = ready;
  return {
    plane,
    frame,
    at: fromPx(layout, frame, px),
    hitRadiusMm: PROXIMITY_PX[kind] / layout.pxPerMm,
  };
}
