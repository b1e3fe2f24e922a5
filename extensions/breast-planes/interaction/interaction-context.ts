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

/** Pointer kind, which sets the hit radius: a finger is less precise than a mouse. */
export type PointerKind = keyof typeof PROXIMITY_PX;

/** Reason, known in advance, why a view accepts no marks. */
export type Unmarkable = 'no-plane' | 'no-scale';

/** Current state of the image for the interactions. */
export interface ImageInfo {
  readonly context: ExtensionContext;
  readonly cellId: string;
  readonly ready: ReadyImage | null;
  readonly unmarkable: Unmarkable | null;
  /** True when the image and all its voxels or pixels are loaded. */
  readonly complete: boolean;
}

/** Access to the image state and the mark preview, shared by all interactions. */
export interface InteractionContext {
  imageInfo(): ImageInfo;
  preview(): MarkPreview;
  show(change: Partial<MarkPreview>): void;
}

export const notify = (interaction: InteractionContext, text: string): void => {
  interaction.imageInfo().context.use(noticesToken).show('user-error', text);
};

/** Returns whether the user may create or change marks in this image; shows the reason if not. */
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

/** Returns whether the scan is the open scan; only its marks can be selected and edited. */
export function isOpen(interaction: InteractionContext, scanId: string): boolean {
  return interaction.imageInfo().context.use(studyToken).store.getState().targetScanId === scanId;
}

/** Maximum wait in ms until a press has opened another scan. */
const OPENING_LIMIT_MS = 3_000;

/**
 * Runs the action once the scan is open: immediately, or after the press has opened the scan. Shows
 * a notice after `OPENING_LIMIT_MS`.
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

/**
 * Cache per shown image, because every pointer move queries marks of up to thousands of findings.
 */
const cachedMarks = new WeakMap<ReadyImage, CachedMarks>();

export function selectableMarks(interaction: InteractionContext): readonly VisibleMark[] {
  const { context, ready } = interaction.imageInfo();
  return ready === null ? [] : selectableMarksIn(context, ready);
}

/** Returns the marks of an image that can be selected now; none while overlays are hidden. */
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
