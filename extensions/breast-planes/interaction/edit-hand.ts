import type { Mark } from '#contracts';
import { noticesToken, studyToken } from '#core';
import { type ImageFrame, imageToMm, mmToImage, type NormalisedPoint } from '#geometry';
import { geometryOf, withPoints, withText } from '../model/marks/mark-record.ts';
import { fromPx, type PointPx, sameFrame, toPx } from '../model/planes/image-layout.ts';
import { type DrawingState, drawingToken } from '../state/findings/drawing-state.ts';
import { PROXIMITY_PX } from '../state/findings/mark-hit.ts';
import { markRefusals } from '../state/findings/mark-refusals.ts';
import { isEarlier, whyEarlier } from '../state/findings/scan-findings.ts';
import { type HitMark, markAt } from '../state/findings/visible-marks.ts';
import { toolOfType } from '../state/tools/tools.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import { type Desk, marksHere, mayMark, type PointerKind, say, whenOpen } from './hand.ts';

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
export class EditHand {
  readonly #desk: Desk;
  #pressed: { readonly px: PointPx; readonly hit: HitMark } | null = null;
  #edit: Edit | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get busy(): boolean {
    return this.#edit !== null;
  }

  get #drawing(): DrawingState {
    return this.#desk.facts().context.use(drawingToken);
  }

  /** The mark under the pointer. */
  at(px: PointPx, kind: PointerKind): HitMark | null {
    const { context, ready } = this.#desk.facts();
    if (ready === null) return null;
    const selected = context.use(studyToken).store.getState().selectedFindingId;
    return markAt(marksHere(this.#desk), ready, px, PROXIMITY_PX[kind], selected);
  }

  /** Selects what lies under the pointer; false when nothing does. */
  press(px: PointPx, kind: PointerKind): boolean {
    const hit = this.at(px, kind);
    if (hit === null) {
      this.#drawing.choose(null);
      return false;
    }
    const { finding, mark, handle } = hit;
    const { context } = this.#desk.facts();
    if (isEarlier(context, finding.scan.id)) {
      say(this.#desk, whyEarlier(context, finding.scan.id));
      this.#drawing.choose(null);
      return true;
    }
    const study = context.use(studyToken);
    whenOpen(this.#desk, finding.scan.id, () => study.selectFinding(finding.id));
    this.#drawing.choose({ findingId: finding.id, markId: mark.id, handle, held: true });
    if (finding.generator.id === 'USER') this.#pressed = { px, hit };
    else say(this.#desk, markRefusals.aiFinding);
    return true;
  }

  move(px: PointPx): void {
    const { ready } = this.#desk.facts();
    if (ready === null) return;
    if (this.#edit === null && this.#pressed !== null) {
      const { px: from, hit } = this.#pressed;
      if (Math.hypot(px.x - from.x, px.y - from.y) < DRAG_PX) return;
      this.#pressed = null;
      if (!mayMark(this.#desk)) return;
      this.#begin(hit.finding.id, hit.mark, hit.handle, ready, from);
    }
    if (this.#edit !== null) this.#showMoved(this.#edit, ready, px);
  }

  release(): void {
    this.#pressed = null;
    this.#keep();
  }

  /** Drops the change; the mark stands as it is stored. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pressed = null;
    this.#edit = null;
    this.#drawing.setEdited(null);
    this.#desk.show({ editing: null });
  }

  /** Moves the held mark or handle by millimetres; false when none is held here. */
  nudge(rightMm: number, downMm: number): boolean {
    const chosen = this.#held();
    const { ready } = this.#desk.facts();
    if (chosen === null || ready === null) return false;
    const { finding, mark, handle } = chosen;
    if (finding.generator.id !== 'USER') {
      say(this.#desk, markRefusals.aiFinding);
      return true;
    }
    if (!mayMark(this.#desk)) return true;
    const stored = this.#edit?.mark ?? mark;
    if (this.#edit === null) {
      const shown = ready.frame;
      this.#edit = { findingId: finding.id, mark: stored, handle, shown, from: { u: 0, v: 0 } };
    }
    const now = this.#desk.preview().editing ?? stored;
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
      this.#keep();
    }, UPDATE_MS);
  }

  /** Enter takes the selected mark by keys, Tab its next handle; false when there is none here. */
  takeNext(by: number): boolean {
    const { context } = this.#desk.facts();
    const { chosen } = this.#drawing.store.getState();
    const selectedId = context.use(studyToken).store.getState().selectedFindingId;
    const here = marksHere(this.#desk);
    const visible =
      here.find(({ mark }) => mark.id === chosen?.markId) ??
      here.find(({ finding }) => finding.id === selectedId);
    if (visible === undefined) return false;
    const handles = visible.shapes.filter(({ kind }) => kind === 'handle').length;
    // The whole mark stands before its handles.
    const at = chosen?.held === true ? (chosen.handle ?? -1) + 1 : by > 0 ? -1 : 1;
    const next = (at + by + handles + 1) % (handles + 1);
    const { finding, mark } = visible;
    this.#drawing.choose({
      findingId: finding.id,
      markId: mark.id,
      held: true,
      handle: next === 0 ? null : next - 1,
    });
    context.use(studyToken).selectFinding(finding.id);
    return true;
  }

  /** Whether arrow keys belong to a mark here. */
  get holds(): boolean {
    return this.#held() !== null;
  }

  letGo(): void {
    const { chosen } = this.#drawing.store.getState();
    if (chosen?.held === true) this.#drawing.choose({ ...chosen, handle: null, held: false });
  }

  /** Enter on a text in hand edits its words; false on any other mark. */
  editHeldWords(): boolean {
    const held = this.#held();
    if (held?.mark.markType !== 'TEXT' || held.finding.generator.id !== 'USER') return false;
    this.editWords(held);
    return true;
  }

  /** Opens the words of a text for editing. */
  editWords(hit: HitMark): void {
    const { ready } = this.#desk.facts();
    const [at] = hit.mark.markViewParams.points;
    if (ready === null || at === undefined || !mayMark(this.#desk)) return;
    const close = (): void => this.#desk.show({ entry: null });
    this.#desk.show({
      entry: {
        at: mmToImage(ready.frame, imageToMm(hit.mark.frame, at.u, at.v)),
        text: hit.mark.markViewParams.text ?? '',
        cancel: close,
        submit: (words) => {
          if (words.trim() === '') {
            say(this.#desk, markRefusals.noWords);
            return;
          }
          close();
          this.#update(hit.finding.id, withText(hit.mark, words.trim()), ready.frame);
        },
      },
    });
  }

  #held(): HitMark | null {
    const { chosen } = this.#drawing.store.getState();
    if (chosen?.held !== true) return null;
    const found = marksHere(this.#desk).find(({ mark }) => mark.id === chosen.markId);
    return found === undefined ? null : { ...found, handle: chosen.handle, distancePx: 0 };
  }

  #begin(
    findingId: string,
    mark: Mark,
    handle: number | null,
    ready: ReadyImage,
    px: PointPx,
  ): void {
    const from = inImageOf(mark, ready, px);
    this.#edit = { findingId, mark, handle, shown: ready.frame, from };
  }

  #showMoved({ mark, handle, from }: Edit, ready: ReadyImage, px: PointPx): void {
    const to = inImageOf(mark, ready, px);
    this.#show(moved(mark, handle, { u: to.u - from.u, v: to.v - from.v }));
  }

  /** At once under the pointer; in the other views once it rests for a moment. */
  #show(mark: Mark): void {
    this.#desk.show({ editing: mark });
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#drawing.setEdited(mark);
    }, UPDATE_MS);
  }

  #keep(): void {
    const edit = this.#edit;
    const after = this.#desk.preview().editing;
    this.cancel();
    if (edit === null || after === null) return;
    this.#update(edit.findingId, after, edit.shown);
  }

  #update(findingId: string, mark: Mark, shown: ImageFrame): void {
    const { context, ready } = this.#desk.facts();
    if (!mayMark(this.#desk)) return;
    if (ready === null || !sameFrame(shown, ready.frame)) {
      say(this.#desk, markRefusals.planeMoved);
      return;
    }
    whenOpen(this.#desk, ready.scan.id, () => {
      const updated = context.use(studyToken).updateMark(findingId, mark);
      if (!updated.ok) context.use(noticesToken).showProblem(updated.problem);
    });
  }
}

/** A place of the picture in the image in which a mark was drawn. */
function inImageOf(mark: Mark, ready: ReadyImage, px: PointPx): NormalisedPoint {
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
export function placeOfMark(hit: Pick<HitMark, 'shapes'>, ready: ReadyImage): PointPx {
  for (const shape of hit.shapes) {
    if (shape.kind === 'handle') return toPx(ready.layout, ready.frame, shape.at);
  }
  return { x: ready.view.width / 2, y: ready.view.height / 2 };
}
