import type { Finding, Mark } from '#contracts';
import {
  noticesToken,
  studyToken,
  type ToolDefinition,
  type ToolPoint,
  toolsToken,
  viewStateToken,
} from '#core';
import type { Result } from '#foundation';
import type { ImageFrame, NormalisedPoint } from '#geometry';
import { offerSeparation } from '../commands/findings/separate-mark.ts';
import { findingById } from '../model/findings/finding-rows.ts';
import { type PointPx, sameFrame, toPx } from '../model/planes/image-layout.ts';
import { DRAG_THRESHOLD_PX } from '../model/views/drag-threshold.ts';
import { drawingToken } from '../state/findings/drawing-state.ts';
import { type Joining, joiningOf } from '../state/findings/joining.ts';
import { PROXIMITY_PX } from '../state/findings/mark-hit.ts';
import type { DrawingHint } from '../state/findings/mark-preview.ts';
import { markRejections } from '../state/findings/mark-rejections.ts';
import { markAround } from '../state/findings/visible-marks.ts';
import { drawingToolById, selectTool } from '../state/tools/tools.ts';
import { isOutside } from '../state/views/outside-image.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import { markTexts } from '../texts/mark-texts.ts';
import {
  type CompletedDrawing,
  type Drawing,
  hintOf,
  isSameImage,
  markOf,
  markSoFar,
  withPoint,
} from './drawing.ts';
import { moveHiddenPlanes, moveOtherPlanes } from './image-edits.ts';
import {
  type InteractionContext,
  isOpen,
  mayMark,
  mayMarkIn,
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
  /** True while Shift is held, which inverts whether the mark joins the selected finding. */
  #shiftHeld = false;
  /**
   * Id of the finding that the mark can join, read at the start of the drawing: the finding to which
   * marks are added, else the selected finding; null without either.
   */
  #targetId: string | null = null;
  /** Finding that was selected at the start of the drawing. */
  #selectedAtStart: string | null = null;
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
    const drawing = this.#drawing;
    const { tool } = drawing;
    this.#measureDrag(px);
    const dragging = this.#pressedAt !== null && (this.#startedByPress || this.#isTracing(tool));
    const gesture = tool.move(drawing.gesture, point, dragging);
    const traced = dragging && tool.traces === true;
    this.#show({ ...drawing, gesture, set: traced ? withPoint(drawing.set, point) : drawing.set });
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
    else if (!startedByPress || moved) this.#setNext(this.#drawing, point);
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
    if (point !== null) this.#setNext(this.#drawing, point);
  }

  #setNext(drawing: Drawing, point: ToolPoint): void {
    const { tool, gesture } = drawing;
    this.#drawing = { ...drawing, set: withPoint(drawing.set, point), before: drawing };
    this.#advance(tool, tool.set(gesture, point));
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

  /**
   * Saves an outline that only lacks its closing, in the image in which it was drawn; drops any other
   * drawing.
   */
  end(): void {
    const completed = this.#completedOutline();
    this.cancel();
    if (completed === null || !mayMarkIn(this.#interaction, completed.image)) return;
    const { context } = this.#interaction.imageInfo();
    const study = context.use(studyToken);
    const { selectedFindingId } = study.store.getState();
    this.#saveAt(completed);
    // The user has gone to another finding, which stays selected.
    if (selectedFindingId === this.#selectedAtStart) return;
    study.selectFinding(selectedFindingId);
    context.use(drawingToken).selectMark(null);
  }

  /**
   * Saves an outline that only lacks its closing when the view shows another image; null while it
   * shows none. Any other drawing can go on if the user returns to its image.
   */
  imageChanged(shown: ImageFrame | null): void {
    const completed = this.#completedOutline();
    if (completed === null || (shown !== null && sameFrame(completed.image.frame, shown))) return;
    this.end();
    const { context } = this.#interaction.imageInfo();
    context.use(noticesToken).show('info', markTexts.outlineSaved);
  }

  /** Returns the outline being drawn, closed; null without an outline or before it has an area. */
  #completedOutline(): CompletedDrawing | null {
    if (this.#drawing === null) return null;
    const { tool, gesture, image, set } = this.#drawing;
    const points = tool.traces === true ? tool.end(tool.close(gesture)) : null;
    return points === null ? null : { tool, image, set, points, shiftHeld: this.#shiftHeld };
  }

  /** Drops a drawing that the current press started; keeps one that was started before. */
  cancelPress(): void {
    if (this.#startedByPress) this.cancel();
    this.#pressedAt = null;
  }

  /** Takes back the last point; drops a drawing of one point. */
  #undoPoint(): void {
    const before = this.#drawing?.before ?? null;
    if (before === null) this.cancel();
    else this.#show(before);
  }

  /** Drops the drawing and its preview. */
  cancel(): void {
    if (this.#drawing !== null) {
      this.#interaction.imageInfo().context.use(drawingToken).setUndo(null);
    }
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
    const { ready } = this.#interaction.imageInfo();
    if (point === null || ready === null) return false;
    // A drawing that is computed from becomes no mark, so it joins no finding.
    const computes = tool.complete !== undefined;
    const into = computes ? null : context.use(drawingToken).store.getState().into;
    this.#adding = into !== null;
    this.#targetId = computes
      ? null
      : (into ?? context.use(studyToken).store.getState().selectedFindingId);
    // Ignores Shift, because only its state at the end of the drawing counts; adding that was
    // switched on applies from the start.
    const joining = this.#joining(ready.scan.id, false, null);
    if (joining.kind === 'rejected') {
      notify(this.#interaction, joining.reason);
      return false;
    }
    // Shows the overlays so that the drawing is visible.
    context.use(viewStateToken).set({ overlaysHidden: false });
    const set = withPoint({ inside: false, outside: false }, point);
    this.#selectedAtStart = context.use(studyToken).store.getState().selectedFindingId;
    context.use(drawingToken).setUndo(() => this.#undoPoint());
    this.#show({ tool, gesture: tool.start(point), image: ready, set, before: null });
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
  #joining(scanId: string, shiftHeld: boolean, mark: Mark | null): Joining {
    const { context } = this.#interaction.imageInfo();
    // The choice at the start counts, because a change of tool ends both drawing and adding.
    const into = this.#adding ? this.#targetId : null;
    if (this.#isTargetDeleted(shiftHeld)) return { kind: 'new', apartFrom: null };
    const state = context.use(studyToken).store.getState();
    return joiningOf(state, { scanId, into, shiftHeld, mark });
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

  #hint(drawing: Drawing): DrawingHint | null {
    const at = this.#currentPoint;
    // A drawing that is computed from becomes no mark.
    const mark = drawing.tool.complete === undefined ? markSoFar(drawing) : null;
    const joining = this.#joining(drawing.image.scan.id, this.#shiftHeld, mark);
    return at === null ? null : hintOf(joining, at);
  }

  #show(drawing: Drawing): void {
    this.#drawing = drawing;
    const { tool, gesture, image } = drawing;
    const shapes = tool.preview(gesture);
    this.#interaction.show({ shapes, drawnIn: image.frame, hint: this.#hint(drawing) });
  }

  /** Applies the gesture; saves the mark, or asks for its text, if no point is missing. */
  #advance(tool: ToolDefinition, gesture: unknown): void {
    const drawing = this.#drawing;
    if (drawing === null) return;
    const { image, set } = drawing;
    this.#show({ ...drawing, gesture });
    if (tool.childState(gesture) !== null) return;
    const points = tool.end(gesture);
    const outside = isOutside(image, set, points ?? []);
    if (points === null || outside) {
      this.cancel();
      notify(this.#interaction, outside ? markRejections.outside : markRejections.nothingDrawn);
      return;
    }
    const [at] = points;
    const shiftHeld = this.#shiftHeld;
    if (tool.requiresText !== true || at === undefined) {
      this.cancel();
      this.#saveDrawing({ tool, image, set, points, shiftHeld });
      return;
    }
    this.#interaction.show({
      entry: {
        at,
        text: '',
        submit: (text) => this.#submitText({ tool, image, set, points, shiftHeld }, text),
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
    // The point was set in this image, so the text is saved even if the view shows another image now.
    if (mayMarkIn(this.#interaction, drawing.image)) this.#saveAt({ ...drawing, text });
  }

  /** Saves the mark, unless the plane moved or the image became unavailable during the drawing. */
  #saveDrawing(completed: CompletedDrawing): void {
    const { ready } = this.#interaction.imageInfo();
    if (!mayMark(this.#interaction) || ready === null) return;
    if (!isSameImage(completed.image, ready)) {
      notify(this.#interaction, markRejections.planeMoved);
      return;
    }
    this.#save(completed);
  }

  /** Saves the mark in the image in which it was drawn, once its scan is open. */
  #save(completed: CompletedDrawing): void {
    const { context } = this.#interaction.imageInfo();
    const { tool, image, set, points, shiftHeld } = completed;
    const { complete } = tool;
    if (complete !== undefined) {
      const { plane, frame, position, scan, imageFileId } = image;
      const file = imageFileId === undefined ? {} : { imageFileId };
      whenOpen(this.#interaction, scan.id, () =>
        complete({ scanId: scan.id, plane, frame, position, points, ...file }),
      );
      return;
    }
    const mark = markOf(completed);
    if (mark === null) return;
    if (set.outside) context.use(noticesToken).show('info', markTexts.clamped);
    whenOpen(this.#interaction, image.scan.id, () => {
      if (!this.#addMark(mark, image, shiftHeld) || tool.markType !== 'PLANELOCATOR') return;
      const [at] = points;
      if (at !== undefined) moveOtherPlanes(context, image, at);
    });
  }

  /**
   * Saves the mark at once, also when its scan is no longer open: after a change of scan the view
   * cannot open the scan again.
   */
  #saveAt(completed: CompletedDrawing): void {
    const { id: scanId } = completed.image.scan;
    const mark = markOf(completed);
    if (isOpen(this.#interaction, scanId)) {
      this.#save(completed);
      return;
    }
    const { context } = this.#interaction.imageInfo();
    const study = context.use(studyToken);
    if (mark === null) return;
    const joining = this.#joining(scanId, completed.shiftHeld, mark);
    const added =
      joining.kind === 'into'
        ? study.addMark(joining.finding.id, mark)
        : study.addFinding(mark, scanId);
    if (!added.ok) context.use(noticesToken).showProblem(added.problem);
  }

  /** Adds the mark to a finding or as a new finding; returns false after showing the reason. */
  #addMark(mark: Mark, ready: ReadyImage, shiftHeld: boolean): boolean {
    const { context } = this.#interaction.imageInfo();
    const joining = this.#joining(ready.scan.id, shiftHeld, mark);
    if (joining.kind === 'rejected') {
      notify(this.#interaction, joining.reason);
      return false;
    }
    if (this.#isTargetDeleted(shiftHeld)) notify(this.#interaction, markTexts.join.findingDeleted);
    const isRepresentative = mark.markType === 'SELECTMARK';
    const { points } = mark.markViewParams;
    const findingAround = isRepresentative ? this.#findingAt(ready, points) : null;
    const target = joining.kind === 'into' ? joining.finding : findingAround;
    const isApart = joining.kind === 'new' && joining.apartFrom !== null;
    const added =
      target === null
        ? context.use(studyToken).addFinding(mark, undefined, isApart)
        : this.#join(target, { ...mark, rep: isRepresentative });
    if (!added.ok) {
      context.use(noticesToken).showProblem(added.problem);
      return false;
    }
    if (target === null) moveHiddenPlanes(context, ready, points);
    const [study, notices] = [context.use(studyToken), context.use(noticesToken)];
    const drawing = context.use(drawingToken);
    drawing.selectMark({
      findingId: added.value.id,
      markId: mark.id,
      handle: null,
      grabbed: false,
    });
    if (joining.kind === 'into' && joining.automatic) {
      offerSeparation({ study, notices, drawing }, joining.finding, mark.id);
    }
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
