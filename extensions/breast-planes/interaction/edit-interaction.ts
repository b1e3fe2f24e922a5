import type { Mark } from '#contracts';
import { noticesToken, studyToken } from '#core';
import { markCentreMm } from '#findings';
import {
  add,
  dot,
  type ImageFrame,
  imageToMm,
  mmToImage,
  type NormalisedPoint,
  scale,
} from '#geometry';
import { geometryOf, withPoints, withText } from '../model/marks/mark-record.ts';
import { fromPx, type PointPx, sameFrame, toPx } from '../model/planes/image-layout.ts';
import { DRAG_THRESHOLD_PX } from '../model/views/drag-threshold.ts';
import { type DrawingState, drawingToken } from '../state/findings/drawing-state.ts';
import { PROXIMITY_PX } from '../state/findings/mark-hit.ts';
import { markRejections } from '../state/findings/mark-rejections.ts';
import { isPriorScan, priorRejection } from '../state/findings/scan-findings.ts';
import { type HitMark, markAt } from '../state/findings/visible-marks.ts';
import { type MarkTool, toolOfMark } from '../state/tools/tool-of-mark.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import { moveOtherPlanes } from './image-edits.ts';
import {
  type InteractionContext,
  mayMark,
  notify,
  type PointerKind,
  selectableMarks,
  whenOpen,
} from './interaction-context.ts';

/** Time in ms without a further change after which a moved mark is shown in the other views. */
const UPDATE_MS = 20;

/** A stored mark that is being moved as a whole or by a handle. */
interface Edit {
  readonly findingId: string;
  /** Mark as stored. */
  readonly mark: Mark;
  /** Index of the moved handle; null moves the whole mark. */
  readonly handle: number | null;
  /** Image that the view showed at the start of the edit. */
  readonly shown: ImageFrame;
  /** Start point in the image in which the mark was drawn. */
  readonly from: NormalisedPoint;
}

/** Selects marks and changes them by dragging a handle or the whole mark, or by arrow keys. */
export class EditInteraction {
  readonly #interaction: InteractionContext;
  /** Mark under a press that is not a drag yet. */
  #pressed: { readonly px: PointPx; readonly hit: HitMark } | null = null;
  /** Mark of a press without a drag, to which the other planes move on release. */
  #clicked: Mark | null = null;
  #edit: Edit | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(interaction: InteractionContext) {
    this.#interaction = interaction;
  }

  get busy(): boolean {
    return this.#edit !== null;
  }

  get #drawing(): DrawingState {
    return this.#interaction.imageInfo().context.use(drawingToken);
  }

  /** Returns the selectable mark under the pointer, or null. */
  at(px: PointPx, kind: PointerKind): HitMark | null {
    const { context, ready } = this.#interaction.imageInfo();
    if (ready === null) return null;
    const selected = context.use(studyToken).store.getState().selectedFindingId;
    return markAt(selectableMarks(this.#interaction), ready, px, PROXIMITY_PX[kind], selected);
  }

  /**
   * Selects the mark under the pointer; shows a notice if the mark can't be changed. Returns false if
   * no mark is under the pointer.
   */
  press(px: PointPx, kind: PointerKind): boolean {
    const hit = this.at(px, kind);
    if (hit === null) {
      this.#drawing.selectMark(null);
      return false;
    }
    const { finding, mark, handle } = hit;
    const { context } = this.#interaction.imageInfo();
    if (isPriorScan(context, finding.scan.id)) {
      notify(this.#interaction, priorRejection(context, finding.scan.id));
      this.#drawing.selectMark(null);
      return true;
    }
    const study = context.use(studyToken);
    whenOpen(this.#interaction, finding.scan.id, () => study.selectFinding(finding.id));
    this.#drawing.selectMark({ findingId: finding.id, markId: mark.id, handle, grabbed: true });
    this.#clicked = mark;
    if (finding.generator.id === 'USER') this.#pressed = { px, hit };
    else notify(this.#interaction, markRejections.aiFinding);
    return true;
  }

  move(px: PointPx): void {
    const { ready } = this.#interaction.imageInfo();
    if (ready === null) return;
    if (this.#edit === null && this.#pressed !== null) {
      const { px: from, hit } = this.#pressed;
      if (Math.hypot(px.x - from.x, px.y - from.y) < DRAG_THRESHOLD_PX) return;
      this.#pressed = null;
      this.#clicked = null;
      if (!mayMark(this.#interaction)) return;
      this.#start(hit.finding.id, hit.mark, hit.handle, ready, from);
    }
    if (this.#edit !== null) this.#showMoved(this.#edit, ready, px);
  }

  release(): void {
    const clicked = this.#clicked;
    this.#pressed = null;
    this.#clicked = null;
    this.#save();
    if (clicked !== null) this.#moveTo(clicked);
  }

  /** Moves the other planes through the middle of a mark; its own plane shows it already. */
  #moveTo(mark: Mark): void {
    const { context, ready } = this.#interaction.imageInfo();
    if (ready === null) return;
    whenOpen(this.#interaction, ready.scan.id, () =>
      moveOtherPlanes(context, ready, mmToImage(ready.frame, markCentreMm(mark))),
    );
  }

  /** Drops the change; the stored mark stays. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pressed = null;
    this.#clicked = null;
    this.#edit = null;
    this.#drawing.setEdited(null);
    this.#interaction.show({ editing: null });
  }

  /**
   * Moves the grabbed mark or handle by millimetres of the shown image; returns false if no mark in
   * this image is grabbed.
   */
  nudge(rightMm: number, downMm: number): boolean {
    const grabbed = this.#grabbedMark();
    const { ready } = this.#interaction.imageInfo();
    if (grabbed === null || ready === null) return false;
    const { finding, mark, handle } = grabbed;
    if (finding.generator.id !== 'USER') {
      notify(this.#interaction, markRejections.aiFinding);
      return true;
    }
    if (!mayMark(this.#interaction)) return true;
    const stored = this.#edit?.mark ?? mark;
    if (this.#edit === null) {
      const shown = ready.frame;
      this.#edit = { findingId: finding.id, mark: stored, handle, shown, from: { u: 0, v: 0 } };
    }
    const current = this.#interaction.preview().editing ?? stored;
    const { right, down, widthMm, heightMm } = current.frame;
    // A radial plane can show the image of the mark from the other side.
    const movedMm = add(scale(ready.frame.right, rightMm), scale(ready.frame.down, downMm));
    const by = { u: dot(movedMm, right) / widthMm, v: dot(movedMm, down) / heightMm };
    this.#show(this.#moved(current, handle, by));
    return true;
  }

  /** Saves the keyboard move shortly after the arrow keys are released. */
  settle(): void {
    if (this.#edit === null || this.#pressed !== null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#save();
    }, UPDATE_MS);
  }

  /**
   * Grabs the selected mark for the keyboard; if it is grabbed already, grabs its next handle (`by`
   * 1) or its previous handle (`by` -1). Returns false if no mark of the selected finding is in this
   * image.
   */
  grabNext(by: 1 | -1): boolean {
    const { context } = this.#interaction.imageInfo();
    const { selectedMark } = this.#drawing.store.getState();
    const selectedId = context.use(studyToken).store.getState().selectedFindingId;
    const marks = selectableMarks(this.#interaction);
    const visible =
      marks.find(({ mark }) => mark.id === selectedMark?.markId) ??
      marks.find(({ finding }) => finding.id === selectedId);
    if (visible === undefined) return false;
    const handleCount = visible.shapes.filter(({ kind }) => kind === 'handle').length;
    // Part 0 is the whole mark; its handles follow.
    const grabbedPart = selectedMark?.grabbed === true ? (selectedMark.handle ?? -1) + 1 : null;
    const partCount = handleCount + 1;
    const part = grabbedPart === null ? 0 : (grabbedPart + by + partCount) % partCount;
    const { finding, mark } = visible;
    this.#drawing.selectMark({
      findingId: finding.id,
      markId: mark.id,
      grabbed: true,
      handle: part === 0 ? null : part - 1,
    });
    context.use(studyToken).selectFinding(finding.id);
    return true;
  }

  /** Returns true if arrow keys move a mark of this image. */
  get hasGrabbedMark(): boolean {
    return this.#grabbedMark() !== null;
  }

  ungrab(): void {
    const { selectedMark } = this.#drawing.store.getState();
    if (selectedMark?.grabbed === true)
      this.#drawing.selectMark({ ...selectedMark, handle: null, grabbed: false });
  }

  /**
   * Opens the text entry of a grabbed text mark of the reader; returns false for any other mark.
   */
  editGrabbedText(): boolean {
    const grabbed = this.#grabbedMark();
    if (grabbed?.mark.markType !== 'TEXT' || grabbed.finding.generator.id !== 'USER') return false;
    this.editText(grabbed);
    return true;
  }

  /** Opens the text entry of a text mark; does nothing if the user may not change marks. */
  editText(hit: HitMark): void {
    const { ready } = this.#interaction.imageInfo();
    const [at] = hit.mark.markViewParams.points;
    if (ready === null || at === undefined || !mayMark(this.#interaction)) return;
    const close = (): void => this.#interaction.show({ entry: null });
    this.#interaction.show({
      entry: {
        at: mmToImage(ready.frame, imageToMm(hit.mark.frame, at.u, at.v)),
        text: hit.mark.markViewParams.text ?? '',
        cancel: close,
        submit: (text) => {
          if (text.trim() === '') {
            notify(this.#interaction, markRejections.noText);
            return;
          }
          close();
          this.#updateText(hit, text.trim());
        },
      },
    });
  }

  /** Saves a text whatever image the view shows, because the text does not depend on the image. */
  #updateText({ finding, mark }: HitMark, text: string): void {
    const { context } = this.#interaction.imageInfo();
    const updated = context.use(studyToken).updateMark(finding.id, withText(mark, text));
    if (!updated.ok) context.use(noticesToken).showProblem(updated.problem);
  }

  #grabbedMark(): HitMark | null {
    const { selectedMark } = this.#drawing.store.getState();
    if (selectedMark?.grabbed !== true) return null;
    const visible = selectableMarks(this.#interaction).find(
      ({ mark }) => mark.id === selectedMark.markId,
    );
    return visible === undefined
      ? null
      : { ...visible, handle: selectedMark.handle, distancePx: 0 };
  }

  #start(
    findingId: string,
    mark: Mark,
    handle: number | null,
    ready: ReadyImage,
    px: PointPx,
  ): void {
    const from = toMarkImage(mark, ready, px);
    this.#edit = { findingId, mark, handle, shown: ready.frame, from };
  }

  #showMoved({ mark, handle, from }: Edit, ready: ReadyImage, px: PointPx): void {
    const to = toMarkImage(mark, ready, px);
    this.#show(this.#moved(mark, handle, { u: to.u - from.u, v: to.v - from.v }));
  }

  #moved(mark: Mark, handle: number | null, by: NormalisedPoint): Mark {
    return moveMark(mark, toolOfMark(mark, this.#interaction.imageInfo().context), handle, by);
  }

  /**
   * Shows the change in this view immediately and in the other views after `UPDATE_MS` without
   * movement.
   */
  #show(mark: Mark): void {
    this.#interaction.show({ editing: mark });
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#drawing.setEdited(mark);
    }, UPDATE_MS);
  }

  #save(): void {
    const edit = this.#edit;
    const changed = this.#interaction.preview().editing;
    this.cancel();
    if (edit === null || changed === null) return;
    this.#update(edit.findingId, changed, edit.shown);
  }

  /** Saves the mark, unless the view has shown another image since `shown`. */
  #update(findingId: string, mark: Mark, shown: ImageFrame): void {
    const { context, ready } = this.#interaction.imageInfo();
    if (!mayMark(this.#interaction)) return;
    if (ready === null || !sameFrame(shown, ready.frame)) {
      notify(this.#interaction, markRejections.planeMoved);
      return;
    }
    whenOpen(this.#interaction, ready.scan.id, () => {
      const updated = context.use(studyToken).updateMark(findingId, mark);
      if (!updated.ok) context.use(noticesToken).showProblem(updated.problem);
    });
  }
}

/**
 * Converts a point of the view to normalised coordinates of the image in which the mark was drawn.
 */
function toMarkImage(mark: Mark, ready: ReadyImage, px: PointPx): NormalisedPoint {
  const { u, v } = fromPx(ready.layout, ready.frame, px);
  return mmToImage(mark.frame, imageToMm(ready.frame, u, v));
}

/**
 * Returns the mark with a handle, or all its points if `handle` is null, moved by normalised
 * coordinates and clamped to the image.
 */
function moveMark(
  mark: Mark,
  tool: MarkTool | null,
  handle: number | null,
  by: NormalisedPoint,
): Mark {
  if (tool === null) return mark;
  const geometry = geometryOf(mark);
  if (handle === null) return withPoints(mark, tool.moveBy(geometry, by));
  const handles = tool.shapes(geometry).filter((shape) => shape.kind === 'handle');
  const at = handles[handle]?.at;
  if (at === undefined) return mark;
  const to = { u: at.u + by.u, v: at.v + by.v };
  return withPoints(mark, tool.moveHandle(geometry, handle, to));
}

/**
 * Returns the anchor in view px for a menu or cursor of a mark: its first handle, else the middle
 * of the view.
 */
export function markAnchor(hit: Pick<HitMark, 'shapes'>, ready: ReadyImage): PointPx {
  for (const shape of hit.shapes) {
    if (shape.kind === 'handle') return toPx(ready.layout, ready.frame, shape.at);
  }
  return { x: ready.view.width / 2, y: ready.view.height / 2 };
}
