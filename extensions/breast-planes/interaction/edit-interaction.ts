import type { Mark } from '#contracts';
import { noticesToken, studyToken } from '#core';
import { type ImageFrame, imageToMm, mmToImage, type NormalisedPoint } from '#geometry';
import { geometryOf, withPoints, withText } from '../model/marks/mark-record.ts';
import { fromPx, type PointPx, sameFrame, toPx } from '../model/planes/image-layout.ts';
import { type DrawingState, drawingToken } from '../state/findings/drawing-state.ts';
import { PROXIMITY_PX } from '../state/findings/mark-hit.ts';
import { markRejections } from '../state/findings/mark-rejections.ts';
import { isPriorScan, priorRejection } from '../state/findings/scan-findings.ts';
import { type HitMark, markAt } from '../state/findings/visible-marks.ts';
import { toolOfType } from '../state/tools/tools.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import {
  type InteractionContext,
  mayMark,
  notify,
  type PointerKind,
  selectableMarks,
  whenOpen,
} from './interaction-context.ts';

/** A press that moves less selects and changes nothing. */
const DRAG_PX = 4;
/** Specification 9: updates of a mark are debounced by this. */
const UPDATE_MS = 20;

/** A stored mark being moved, or one of its handles. */
interface Edit {
  readonly findingId: string;
  /** As it is stored. */
  readonly mark: Mark;
  readonly handle: number | null;
  /** The image in which it was taken, and where in the mark's own image. */
  readonly shown: ImageFrame;
  readonly from: NormalisedPoint;
}

/** Selects marks and changes them: by drag of a handle or the whole, by arrow keys. */
export class EditInteraction {
  readonly #interaction: InteractionContext;
  #pressed: { readonly px: PointPx; readonly hit: HitMark } | null = null;
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

  /** The mark under the pointer. */
  at(px: PointPx, kind: PointerKind): HitMark | null {
    const { context, ready } = this.#interaction.imageInfo();
    if (ready === null) return null;
    const selected = context.use(studyToken).store.getState().selectedFindingId;
    return markAt(selectableMarks(this.#interaction), ready, px, PROXIMITY_PX[kind], selected);
  }

  /** Selects what lies under the pointer; false when nothing does. */
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
    if (finding.generator.id === 'USER') this.#pressed = { px, hit };
    else notify(this.#interaction, markRejections.aiFinding);
    return true;
  }

  move(px: PointPx): void {
    const { ready } = this.#interaction.imageInfo();
    if (ready === null) return;
    if (this.#edit === null && this.#pressed !== null) {
      const { px: from, hit } = this.#pressed;
      if (Math.hypot(px.x - from.x, px.y - from.y) < DRAG_PX) return;
      this.#pressed = null;
      if (!mayMark(this.#interaction)) return;
      this.#start(hit.finding.id, hit.mark, hit.handle, ready, from);
    }
    if (this.#edit !== null) this.#showMoved(this.#edit, ready, px);
  }

  release(): void {
    this.#pressed = null;
    this.#save();
  }

  /** Drops the change; the mark stands as it is stored. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pressed = null;
    this.#edit = null;
    this.#drawing.setEdited(null);
    this.#interaction.show({ editing: null });
  }

  /** Moves the held mark or handle by millimetres; false when none is held here. */
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
    const now = this.#interaction.preview().editing ?? stored;
    this.#show(
      moved(now, handle, { u: rightMm / now.frame.widthMm, v: downMm / now.frame.heightMm }),
    );
    return true;
  }

  /** The keys were let go: what they moved is kept. */
  settle(): void {
    if (this.#edit === null || this.#pressed !== null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#save();
    }, UPDATE_MS);
  }

  /** Enter takes the selected mark by keys, Tab its next handle; false when there is none here. */
  grabNext(by: number): boolean {
    const { context } = this.#interaction.imageInfo();
    const { selectedMark } = this.#drawing.store.getState();
    const selectedId = context.use(studyToken).store.getState().selectedFindingId;
    const marks = selectableMarks(this.#interaction);
    const visible =
      marks.find(({ mark }) => mark.id === selectedMark?.markId) ??
      marks.find(({ finding }) => finding.id === selectedId);
    if (visible === undefined) return false;
    const handles = visible.shapes.filter(({ kind }) => kind === 'handle').length;
    // The whole mark stands before its handles.
    const at = selectedMark?.grabbed === true ? (selectedMark.handle ?? -1) + 1 : by > 0 ? -1 : 1;
    const next = (at + by + handles + 1) % (handles + 1);
    const { finding, mark } = visible;
    this.#drawing.selectMark({
      findingId: finding.id,
      markId: mark.id,
      grabbed: true,
      handle: next === 0 ? null : next - 1,
    });
    context.use(studyToken).selectFinding(finding.id);
    return true;
  }

  /** Whether arrow keys belong to a mark here. */
  get hasGrabbedMark(): boolean {
    return this.#grabbedMark() !== null;
  }

  ungrab(): void {
    const { selectedMark } = this.#drawing.store.getState();
    if (selectedMark?.grabbed === true)
      this.#drawing.selectMark({ ...selectedMark, handle: null, grabbed: false });
  }

  /** Enter on a text in hand edits its words; false on any other mark. */
  editGrabbedText(): boolean {
    const grabbed = this.#grabbedMark();
    if (grabbed?.mark.markType !== 'TEXT' || grabbed.finding.generator.id !== 'USER') return false;
    this.editText(grabbed);
    return true;
  }

  /** Opens the words of a text for editing. */
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
          this.#update(hit.finding.id, withText(hit.mark, text.trim()), ready.frame);
        },
      },
    });
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
    this.#show(moved(mark, handle, { u: to.u - from.u, v: to.v - from.v }));
  }

  /** At once under the pointer; in the other views once it rests for a moment. */
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
    const after = this.#interaction.preview().editing;
    this.cancel();
    if (edit === null || after === null) return;
    this.#update(edit.findingId, after, edit.shown);
  }

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

/** A place of the picture in the image in which a mark was drawn. */
function toMarkImage(mark: Mark, ready: ReadyImage, px: PointPx): NormalisedPoint {
  const { u, v } = fromPx(ready.layout, ready.frame, px);
  return mmToImage(mark.frame, imageToMm(ready.frame, u, v));
}

/** A mark with one handle or the whole moved, held inside its image; its frame never changes. */
function moved(mark: Mark, handle: number | null, by: NormalisedPoint): Mark {
  const tool = toolOfType(mark.markType);
  if (tool === null) return mark;
  const geometry = geometryOf(mark);
  if (handle === null) return withPoints(mark, tool.moveBy(geometry, by));
  const handles = tool.shapes(geometry).filter((shape) => shape.kind === 'handle');
  const at = handles[handle]?.at;
  if (at === undefined) return mark;
  const to = { u: at.u + by.u, v: at.v + by.v };
  return withPoints(mark, tool.moveHandle(geometry, handle, to));
}

/** Where a menu or a cursor stands that belongs to a mark. */
export function markAnchor(hit: Pick<HitMark, 'shapes'>, ready: ReadyImage): PointPx {
  for (const shape of hit.shapes) {
    if (shape.kind === 'handle') return toPx(ready.layout, ready.frame, shape.at);
  }
  return { x: ready.view.width / 2, y: ready.view.height / 2 };
}
