import { type Finding, type Mark, routes } from '#contracts';
import {
  type ExtensionContext,
  noticesToken,
  sessionToken,
  studyToken,
  type ToolPoint,
  viewStateToken,
} from '#core';
import { dayTextOf } from '#foundation';
import { type ListChoice, sameChoice, shownOf } from '../model/findings/finding-rows.ts';
import { fromPx, type PointPx } from '../model/planes/image-layout.ts';
import { drawingToken } from '../state/findings/drawing-state.ts';
import { findingsUiToken } from '../state/findings/findings-ui-state.ts';
import { listChoice } from '../state/findings/list-choice.ts';
import { PROXIMITY_PX } from '../state/findings/mark-hit.ts';
import type { MarkPreview } from '../state/findings/mark-preview.ts';
import { markRejections } from '../state/findings/mark-rejections.ts';
import { findingsOfScan, isPriorScan, priorRejection } from '../state/findings/scan-findings.ts';
import { type VisibleMark, visibleMarks } from '../state/findings/visible-marks.ts';
import { toolOfMark } from '../state/tools/tool-of-mark.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';

export type { MarkPreview, OpenEntry, OpenMenu } from '../state/findings/mark-preview.ts';

/** Pointer kind, which sets the hit radius: a finger is less precise than a mouse. */
export type PointerKind = keyof typeof PROXIMITY_PX;

/**
 * Reason why a view never accepts marks. `no-plane`: marks can't be stored on its plane; `no-scale`:
 * its image states no millimetres; `no-location`: its image should have a location but has none.
 */
export type Unmarkable = 'no-plane' | 'no-scale' | 'no-location';

/** Current state of the image for the interactions. */
export interface ImageInfo {
  readonly context: ExtensionContext;
  readonly cellId: string;
  /** Null until the image and its location are known. */
  readonly ready: ReadyImage | null;
  /** Null if the view accepts marks. */
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

/** Shows a notice about an action that the user can't do. */
export const notify = (interaction: InteractionContext, text: string): void => {
  interaction.imageInfo().context.use(noticesToken).show('user-error', text);
};

/** Returns whether the user may create or change marks in this image; shows the reason if not. */
export function mayMark(interaction: InteractionContext): boolean {
  const reason = rejectionReason(interaction.imageInfo());
  if (reason !== null) notify(interaction, reason);
  return reason === null;
}

/**
 * Returns whether the user may save a mark that was drawn in an earlier image of the view; shows the
 * reason if not.
 */
export function mayMarkIn(interaction: InteractionContext, ready: ReadyImage): boolean {
  const info = { ...interaction.imageInfo(), ready, unmarkable: null, complete: true };
  const reason = rejectionReason(info);
  if (reason !== null) notify(interaction, reason);
  return reason === null;
}

/** Returns the reason why marks can't be created or changed; null if they can. */
function rejectionReason({ context, ready, unmarkable, complete }: ImageInfo): string | null {
  const { signed } = context.use(findingsUiToken).store.getState();
  if (!context.use(sessionToken).mayCall(routes.createFinding)) return markRejections.notYourRole;
  if (ready !== null && isPriorScan(context, ready.scan.id))
    return priorRejection(context, ready.scan.id);
  if (signed !== null) return markRejections.signed(signed.name, dayTextOf(signed.at));
  if (unmarkable === 'no-scale') return markRejections.noScale;
  if (unmarkable === 'no-location') return markRejections.noLocation;
  if (unmarkable === 'no-plane') return markRejections.noPlane;
  return ready === null || !complete ? markRejections.noImage : null;
}

/** Returns whether the scan is the target scan; only marks of the target scan can be selected. */
export function isOpen(interaction: InteractionContext, scanId: string): boolean {
  return interaction.imageInfo().context.use(studyToken).store.getState().targetScanId === scanId;
}

/** Maximum wait in ms for a scan that a press opens. */
const OPENING_LIMIT_MS = 3_000;

/**
 * Runs the action once the scan is the target scan: immediately, or after the press has opened the
 * scan. Shows a notice instead if that takes longer than `OPENING_LIMIT_MS`.
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

/** Returns the marks of the current image that can be selected; none until the image is ready. */
export function selectableMarks(interaction: InteractionContext): readonly VisibleMark[] {
  const { context, ready } = interaction.imageInfo();
  return ready === null ? [] : selectableMarksIn(context, ready);
}

/** Returns the marks of an image that can be selected; none while overlays are hidden. */
export function selectableMarksIn(
  context: ExtensionContext,
  ready: ReadyImage,
): readonly VisibleMark[] {
  if (context.use(viewStateToken).store.getState().overlaysHidden) return [];
  const findings = findingsOfScan(context, ready.scan.id);
  const choice = listChoice(context);
  const { edited } = context.use(drawingToken).store.getState();
  const cached = cachedMarks.get(ready);
  const isCurrent =
    cached?.findings === findings && cached.edited === edited && sameChoice(cached.choice, choice);
  if (isCurrent) return cached.marks;
  const marks = visibleMarks(shownOf(findings, choice), ready, edited, (mark) =>
    toolOfMark(mark, context),
  );
  cachedMarks.set(ready, { findings, choice, edited, marks });
  return marks;
}

/** Converts a point of the view for a tool. */
export function toolPoint(ready: ReadyImage, px: PointPx, kind: PointerKind): ToolPoint {
  const { plane, frame, layout } = ready;
  return {
    plane,
    frame,
    at: fromPx(layout, frame, px),
    hitRadiusMm: PROXIMITY_PX[kind] / layout.pxPerMm,
  };
}
