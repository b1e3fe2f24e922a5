import type { Finding, Mark } from '#contracts';
import {
  noticesToken,
  studyToken,
  type ToolDefinition,
  type ToolPoint,
  toolsToken,
  viewStateToken,
} from '#core';
import { newId, type Result } from '#foundation';
import type { ImageFrame, NormalisedPoint } from '#geometry';
import { findingById } from '../model/findings/finding-rows.ts';
import { newMark } from '../model/marks/mark-record.ts';
import { type PointPx, sameFrame, toPx } from '../model/planes/image-layout.ts';
import { DRAG_THRESHOLD_PX } from '../model/views/drag-threshold.ts';
import { drawingToken } from '../state/findings/drawing-state.ts';
import { type Joining, joiningOf } from '../state/findings/joining.ts';
import { PROXIMITY_PX } from '../state/findings/mark-hit.ts';
import type { DrawingHint } from '../state/findings/mark-preview.ts';
import { markRejections } from '../state/findings/mark-rejections.ts';
import { markAround } from '../state/findings/visible-marks.ts';
import { drawingToolById, selectTool } from '../state/tools/tools.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import { markTexts } from '../texts/mark-texts.ts';
import { moveHiddenPlanes, moveOtherPlanes } from './image-edits.ts';
import {
  type InteractionContext,
  mayMark,
  notify,
  type PointerKind,
  selectableMarks,
  toolPoint,
  whenOpen,
} from './interaction-context.ts';

/**
 * Length in px of a drag that traces the rest of an outline begun by clicks; a shorter drag is the
 * click of an unsteady hand.
 */
const TRACE_PX = 20;

interface Drawing {
  readonly tool: ToolDefinition;
  /** State of the drawing, known only to the tool. */
  readonly gesture: unknown;
  /** Image frame at the start of the drawing. */
  readonly frame: ImageFrame;
}

/** A completed drawing that is not saved yet. */
interface CompletedDrawing {
  readonly tool: ToolDefinition;
  readonly frame: ImageFrame;
  readonly points: readonly NormalisedPoint[];
  /** State of Shift at the end of the drawing. */
  readonly shiftHeld: boolean;
  readonly text?: string;
}

/** Draws marks by press and drag, by clicks or by keys; one drawing at a time. */
export class DrawInteraction {
  readonly #interaction: InteractionContext;
  readonly #onSaved: () => void;
  #drawing: Drawing | null = null;
  /** Position of the press; null while no button is pressed. */
  #pressedAt: PointPx | null = null;
  /** Largest distance in px from the press during a drag. */
  #farthestPx = 0;
  /** True while the button of the press that started the drawing is down. */
  #startedByPress = false;
  /** True while Shift is held, which adds the mark to the selected finding. */
  #shiftHeld = false;
  /**
   * Id of the finding that the mark can join, read at the start of the drawing: the finding to which
   * marks are added, else the selected finding; null without either.
   */
  #targetId: string | null = null;
  /** True when adding to a finding was switched on at the start of the drawing. */
  #adding = false;
  /** Last position of the pointer or the keyboard cursor. */
  #currentPoint: NormalisedPoint | null = null;

  /** Calls `onSaved` after each saved mark; a mark with text is saved after its text is entered. */
  constructor(interaction: InteractionContext, onSaved: () => void) {
    this.#interaction = interaction;
    this.#onSaved = onSaved;
  }

  get busy(): boolean {
    return this.#drawing !== null;
  }

  /** Returns true for every tool except the select tool, including unknown tools. */
  static isDrawingTool(toolId: string | null): toolId is string {
    return toolId !== null && toolId !== selectTool.id;
  }

  /** Handles a press of the left button or a touch: starts a drawing, or moves its next point. */
  press(px: PointPx, kind: PointerKind): void {
    if (this.#interaction.preview().entry !== null) return;
    this.#farthestPx = 0;
    if (this.#drawing !== null) {
      this.#pressedAt = px;
      this.move(px, kind);
      return;
    }
    if (!this.#start(px, kind)) return;
    this.#startedByPress = true;
    this.#pressedAt = px;
  }

  move(px: PointPx, kind: PointerKind): void {
    const point = this.#pointAt(px, kind);
    if (this.#drawing === null || point === null) return;
    const { tool, gesture, frame } = this.#drawing;
    this.#measureDrag(px);
    const dragging = this.#pressedAt !== null && (this.#startedByPress || this.#isTracing(tool));
    this.#show({ tool, gesture: tool.move(gesture, point, dragging), frame });
  }

  release(px: PointPx, kind: PointerKind): void {
    const from = this.#pressedAt;
    this.#measureDrag(px);
    this.#pressedAt = null;
    const point = this.#pointAt(px, kind);
    if (this.#drawing === null || from === null || point === null) return;
    const { tool, gesture } = this.#drawing;
    const moved = Math.hypot(px.x - from.x, px.y - from.y) >= DRAG_THRESHOLD_PX;
    const traced = this.#isTracing(tool);
    const startedByPress = this.#startedByPress;
    this.#startedByPress = false;
    // A click starts a drawing and leaves it open; each later click sets a point. A drag sets the
    // next point or closes a traced line, also where the line began.
    if (startedByPress && tool.childState(gesture) === null) this.#advance(tool, gesture);
    else if (traced) this.#advance(tool, tool.close(gesture));
    else if (!startedByPress || moved) this.#advance(tool, tool.set(gesture, point));
  }

  #measureDrag(px: PointPx): void {
    if (this.#pressedAt === null) return;
    const distancePx = Math.hypot(px.x - this.#pressedAt.x, px.y - this.#pressedAt.y);
    this.#farthestPx = Math.max(this.#farthestPx, distancePx);
  }

  /** Returns true while the pressed pointer traces a line instead of setting a point. */
  #isTracing(tool: ToolDefinition): boolean {
    if (tool.traces !== true) return false;
    return this.#farthestPx >= (this.#startedByPress ? DRAG_THRESHOLD_PX : TRACE_PX);
  }

  /** Sets a point at the keyboard cursor. */
  setPoint(px: PointPx): void {
    if (this.#drawing === null) {
      if (!this.#start(px, 'mouse')) return;
      // The compiler does not know that `#start` sets the drawing.
      const drawing = this.#drawing as Drawing | null;
      if (drawing !== null) this.#advance(drawing.tool, drawing.gesture);
      return;
    }
    const point = this.#pointAt(px, 'mouse');
    const { tool, gesture } = this.#drawing;
    if (point !== null) this.#advance(tool, tool.set(gesture, point));
  }

  /** Completes a drawing that has no fixed number of points (Enter or double click). */
  close(): void {
    if (this.#drawing === null) return;
    const { tool, gesture } = this.#drawing;
    const closed = tool.close(gesture);
    if (tool.childState(closed) === null) this.#advance(tool, closed);
  }

  /** Returns true if Enter completes the mark instead of setting a point. */
  get closesOnEnter(): boolean {
    return this.#drawing?.tool.traces === true;
  }

  /** Sets the state of Shift; only the state at the end of the drawing counts. */
  setShiftHeld(shiftHeld: boolean): void {
    if (shiftHeld === this.#shiftHeld) return;
    this.#shiftHeld = shiftHeld;
    if (this.#drawing !== null) this.#show(this.#drawing);
  }

  /** Saves an outline that only lacks its closing; drops any other drawing. */
  end(): void {
    if (this.#drawing === null) return;
    const { tool, gesture } = this.#drawing;
    const closed = tool.traces === true ? tool.close(gesture) : null;
    if (closed !== null && tool.end(closed) !== null) this.#advance(tool, closed);
    else this.cancel();
  }

  /** Drops the drawing and its preview. */
  cancel(): void {
    this.#drawing = null;
    this.#pressedAt = null;
    this.#startedByPress = false;
    this.#currentPoint = null;
    this.#interaction.show({ shapes: [], drawnIn: null, hint: null, entry: null });
  }

  /** Starts a drawing with the active tool; returns false after a notice with the reason. */
  #start(px: PointPx, kind: PointerKind): boolean {
    const { context } = this.#interaction.imageInfo();
    const id = context.use(viewStateToken).store.getState().activeToolId ?? selectTool.id;
    const tool = drawingToolById(id) ?? context.tryUse(toolsToken)?.find(id) ?? null;
    if (!mayMark(this.#interaction)) return false;
    if (tool === null || tool.markType === null) {
      notify(this.#interaction, markRejections.noTool(id));
      return false;
    }
    const point = this.#pointAt(px, kind);
    if (point === null) return false;
    const { into } = context.use(drawingToken).store.getState();
    this.#adding = into !== null;
    this.#targetId = into ?? context.use(studyToken).store.getState().selectedFindingId;
    // Ignores Shift, because only its state at the end of the drawing counts; adding that was
    // switched on applies from the start.
    const joining = this.#joining(false);
    if (joining.kind === 'rejected') {
      notify(this.#interaction, joining.reason);
      return false;
    }
    // Shows the overlays so that the drawing is visible.
    context.use(viewStateToken).set({ overlaysHidden: false });
    this.#show({ tool, gesture: tool.start(point), frame: point.frame });
    return true;
  }

  /** Sets the current point and returns it for the tool; null while the image is not ready. */
  #pointAt(px: PointPx, kind: PointerKind): ToolPoint | null {
    const { ready } = this.#interaction.imageInfo();
    const point = ready === null ? null : toolPoint(ready, px, kind);
    this.#currentPoint = point?.at ?? null;
    return point;
  }

  /** Returns whether the mark becomes a new finding, joins a finding or is rejected. */
  #joining(shiftHeld: boolean): Joining {
    const { context, ready } = this.#interaction.imageInfo();
    // The choice at the start counts, because a change of tool ends both drawing and adding.
    const into = this.#adding ? this.#targetId : null;
    const scanId = ready?.scan.id ?? '';
    if (this.#isTargetDeleted(shiftHeld)) return { kind: 'new' };
    return joiningOf(context.use(studyToken).store.getState(), { scanId, into, shiftHeld });
  }

  /**
   * Returns true when another user deleted the target finding during the drawing; the mark then
   * becomes a new finding.
   */
  #isTargetDeleted(shiftHeld: boolean): boolean {
    if (this.#targetId === null || !(shiftHeld || this.#adding)) return false;
    const { findingsByScan } = this.#interaction
      .imageInfo()
      .context.use(studyToken)
      .store.getState();
    const lists = Object.values(findingsByScan);
    return lists.every((findings) => findingById(findings, this.#targetId) === null);
  }

  #hint(): DrawingHint | null {
    const at = this.#currentPoint;
    const joining = this.#joining(this.#shiftHeld);
    if (at === null || joining.kind === 'new') return null;
    return joining.kind === 'rejected'
      ? { at, text: joining.reason, rejected: true }
      : { at, text: markTexts.join.into(joining.finding.label), rejected: false };
  }

  #show(drawing: Drawing): void {
    this.#drawing = drawing;
    const { tool, gesture, frame } = drawing;
    this.#interaction.show({ shapes: tool.preview(gesture), drawnIn: frame, hint: this.#hint() });
  }

  /** Applies the gesture; saves the mark, or asks for its text, if no point is missing. */
  #advance(tool: ToolDefinition, gesture: unknown): void {
    const frame = this.#drawing?.frame;
    if (frame === undefined) return;
    this.#show({ tool, gesture, frame });
    if (tool.childState(gesture) !== null) return;
    const points = tool.end(gesture);
    if (points === null) {
      this.cancel();
      notify(this.#interaction, markRejections.nothingDrawn);
      return;
    }
    const [at] = points;
    const shiftHeld = this.#shiftHeld;
    if (tool.requiresText !== true || at === undefined) {
      this.cancel();
      this.#saveDrawing({ tool, frame, points, shiftHeld });
      return;
    }
    this.#interaction.show({
      entry: {
        at,
        text: '',
        submit: (text) => this.#submitText({ tool, frame, points, shiftHeld }, text),
        cancel: () => this.cancel(),
      },
    });
  }

  #submitText(drawing: CompletedDrawing, input: string): void {
    const text = input.trim();
    if (text === '') {
      notify(this.#interaction, markRejections.noText);
      return;
    }
    this.cancel();
    this.#saveDrawing({ ...drawing, text });
  }

  /** Saves the mark, unless the plane moved or the image became unavailable during the drawing. */
  #saveDrawing({ tool, frame, points, shiftHeld, text }: CompletedDrawing): void {
    const { context, ready } = this.#interaction.imageInfo();
    const { markType } = tool;
    if (markType === null || !mayMark(this.#interaction) || ready === null) return;
    if (!sameFrame(frame, ready.frame)) {
      notify(this.#interaction, markRejections.planeMoved);
      return;
    }
    const { plane, position, scan } = ready;
    const fields = { id: newId(), markType, plane, frame, position, points };
    const mark = newMark(text === undefined ? fields : { ...fields, text });
    whenOpen(this.#interaction, scan.id, () => {
      if (!this.#addMark(mark, ready, shiftHeld) || markType !== 'PLANELOCATOR') return;
      const [at] = points;
      if (at !== undefined) moveOtherPlanes(context, ready, at);
    });
  }

  /** Adds the mark to a finding or as a new finding; returns false after showing the reason. */
  #addMark(mark: Mark, ready: ReadyImage, shiftHeld: boolean): boolean {
    const { context } = this.#interaction.imageInfo();
    const joining = this.#joining(shiftHeld);
    if (joining.kind === 'rejected') {
      notify(this.#interaction, joining.reason);
      return false;
    }
    if (this.#isTargetDeleted(shiftHeld)) notify(this.#interaction, markTexts.join.findingDeleted);
    const isRepresentative = mark.markType === 'SELECTMARK';
    const { points } = mark.markViewParams;
    const findingAround = isRepresentative ? this.#findingAt(ready, points) : null;
    const target = joining.kind === 'into' ? joining.finding : findingAround;
    const added =
      target === null
        ? context.use(studyToken).addFinding(mark)
        : this.#join(target, { ...mark, rep: isRepresentative });
    if (!added.ok) {
      context.use(noticesToken).showProblem(added.problem);
      return false;
    }
    if (target === null) moveHiddenPlanes(context, ready, points);
    context
      .use(drawingToken)
      .selectMark({ findingId: added.value.id, markId: mark.id, handle: null, grabbed: false });
    this.#onSaved();
    return true;
  }

  /** Returns the reader's finding on or around the point, or null. */
  #findingAt(ready: ReadyImage, [at]: readonly NormalisedPoint[]): Finding | null {
    if (at === undefined) return null;
    const userMarks = selectableMarks(this.#interaction).filter(
      ({ finding }) => finding.generator.id === 'USER',
    );
    const px = toPx(ready.layout, ready.frame, at);
    return markAround(userMarks, ready, px, PROXIMITY_PX.mouse)?.finding ?? null;
  }

  #join(finding: Finding, mark: Mark): Result<Finding> {
    const study = this.#interaction.imageInfo().context.use(studyToken);
    study.selectFinding(finding.id);
    return study.addMark(finding.id, mark);
  }
}
