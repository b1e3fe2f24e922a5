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
import { drawingToken } from '../state/findings/drawing-state.ts';
import { type Joining, joiningOf } from '../state/findings/joining.ts';
import { PROXIMITY_PX } from '../state/findings/mark-hit.ts';
import type { DrawingHint } from '../state/findings/mark-preview.ts';
import { markRefusals } from '../state/findings/mark-refusals.ts';
import { markAround } from '../state/findings/visible-marks.ts';
import { drawingToolById, selectTool } from '../state/tools/tools.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import { markTexts } from '../texts/mark-texts.ts';
import {
  type Desk,
  marksHere,
  mayMark,
  type PointerKind,
  say,
  toolPoint,
  whenOpen,
} from './hand.ts';
import { bringUnseen, moveOthers } from './picture-edits.ts';

/** A press that moves less is a click: the mark then waits for its next point. */
const DRAG_PX = 4;

interface Drawing {
  readonly tool: ToolDefinition;
  readonly gesture: unknown;
  /** The image in which it began. */
  readonly frame: ImageFrame;
}

/** A mark that was drawn and is not kept yet. */
interface DoneDrawing {
  readonly tool: ToolDefinition;
  readonly frame: ImageFrame;
  readonly points: readonly NormalisedPoint[];
  /** Shift was held when it was finished. */
  readonly held: boolean;
  readonly text?: string;
}

/** Draws marks: by press and drag, by clicks, by keys. One drawing at a time. */
export class DrawHand {
  readonly #desk: Desk;
  readonly #onKept: () => void;
  #drawing: Drawing | null = null;
  /** Where the button went down; null while it is up. */
  #pressedAt: PointPx | null = null;
  /** The press began the drawing; a later press sets its next point. */
  #began = false;
  /** Shift is held: the mark goes into the selected finding. */
  #joins = false;
  /** The finding that the mark was meant for when it was begun, should it go into one. */
  #meant: string | null = null;
  /** New marks were being added to it by then. */
  #adding = false;
  /** The point that is being set. */
  #at: NormalisedPoint | null = null;

  /** `onKept` hears of each mark that is kept: at once, or when its words are typed. */
  constructor(desk: Desk, onKept: () => void) {
    this.#desk = desk;
    this.#onKept = onKept;
  }

  /** A mark was begun and is not finished. */
  get busy(): boolean {
    return this.#drawing !== null;
  }

  /** Whether the chosen tool is one that draws, known or not. */
  static isChosen(toolId: string | null): toolId is string {
    return toolId !== null && toolId !== selectTool.id;
  }

  press(px: PointPx, kind: PointerKind): void {
    if (this.#desk.preview().entry !== null) return;
    if (this.#drawing !== null) {
      this.#pressedAt = px;
      this.move(px, kind);
      return;
    }
    if (!this.#begin(px, kind)) return;
    this.#began = true;
    this.#pressedAt = px;
  }

  move(px: PointPx, kind: PointerKind): void {
    const point = this.#pointAt(px, kind);
    if (this.#drawing === null || point === null) return;
    const { tool, gesture, frame } = this.#drawing;
    const held = this.#pressedAt !== null && this.#began;
    this.#show({ tool, gesture: tool.move(gesture, point, held), frame });
  }

  release(px: PointPx, kind: PointerKind): void {
    const from = this.#pressedAt;
    this.#pressedAt = null;
    const point = this.#pointAt(px, kind);
    if (this.#drawing === null || from === null || point === null) return;
    const { tool, gesture } = this.#drawing;
    const moved = Math.hypot(px.x - from.x, px.y - from.y) >= DRAG_PX;
    const began = this.#began;
    this.#began = false;
    if (!began) this.#go(tool, tool.set(gesture, point));
    else if (tool.childState(gesture) === null) this.#go(tool, gesture);
    else if (moved && tool.traces === true) this.#go(tool, tool.close(gesture));
    else if (moved) this.#go(tool, tool.set(gesture, point));
  }

  /** A key sets a point at the keyboard's cursor. */
  setPoint(px: PointPx): void {
    if (this.#drawing === null) {
      if (!this.#begin(px, 'mouse')) return;
      const begun = this.#drawing as Drawing | null;
      if (begun !== null) this.#go(begun.tool, begun.gesture);
      return;
    }
    const point = this.#pointAt(px, 'mouse');
    const { tool, gesture } = this.#drawing;
    if (point !== null) this.#go(tool, tool.set(gesture, point));
  }

  /** Enter or a double click: what has no last point of its own is finished. */
  close(): void {
    if (this.#drawing === null) return;
    const { tool, gesture } = this.#drawing;
    const closed = tool.close(gesture);
    if (tool.childState(closed) === null) this.#go(tool, closed);
  }

  /** Whether Enter ends the mark rather than setting a point. */
  get closes(): boolean {
    return this.#drawing?.tool.traces === true;
  }

  /** Whether Shift is held: what counts is how it is when the mark is finished. */
  hold(joins: boolean): void {
    if (joins === this.#joins) return;
    this.#joins = joins;
    if (this.#drawing !== null) this.#show(this.#drawing);
  }

  /** Drops the drawing without a trace. */
  cancel(): void {
    this.#drawing = null;
    this.#pressedAt = null;
    this.#began = false;
    this.#at = null;
    this.#desk.show({ shapes: [], drawnIn: null, hint: null, entry: null });
  }

  #begin(px: PointPx, kind: PointerKind): boolean {
    const { context } = this.#desk.facts();
    const id = context.use(viewStateToken).store.getState().activeToolId ?? selectTool.id;
    const tool = drawingToolById(id) ?? context.tryUse(toolsToken)?.find(id) ?? null;
    if (!mayMark(this.#desk)) return false;
    if (tool === null || tool.markType === null) {
      say(this.#desk, markRefusals.noTool(id));
      return false;
    }
    const point = this.#pointAt(px, kind);
    if (point === null) return false;
    const { into } = context.use(drawingToken).store.getState();
    this.#adding = into !== null;
    this.#meant = into ?? context.use(studyToken).store.getState().selectedFindingId;
    // Shift may still be let go or pressed; what was switched on stays.
    const joining = this.#joining(false);
    if (joining.kind === 'refused') {
      say(this.#desk, joining.why);
      return false;
    }
    // Whoever draws wants to see what is drawn.
    context.use(viewStateToken).set({ overlaysHidden: false });
    this.#show({ tool, gesture: tool.begin(point), frame: point.frame });
    return true;
  }

  #pointAt(px: PointPx, kind: PointerKind): ToolPoint | null {
    const { ready } = this.#desk.facts();
    const point = ready === null ? null : toolPoint(ready, px, kind);
    this.#at = point?.at ?? null;
    return point;
  }

  #joining(held: boolean): Joining {
    const { context, ready } = this.#desk.facts();
    const { into } = context.use(drawingToken).store.getState();
    const scanId = ready?.scan.id ?? '';
    if (this.#isGone(held)) return { kind: 'new' };
    return joiningOf(context.use(studyToken).store.getState(), { scanId, into, held });
  }

  /** Somebody else deleted the finding while a mark was drawn into it: the mark is not lost for that. */
  #isGone(held: boolean): boolean {
    if (this.#meant === null || !(held || this.#adding)) return false;
    const { findingsByScan } = this.#desk.facts().context.use(studyToken).store.getState();
    const lists = Object.values(findingsByScan);
    return lists.every((findings) => findingById(findings, this.#meant) === null);
  }

  #hint(): DrawingHint | null {
    const at = this.#at;
    const joining = this.#joining(this.#joins);
    if (at === null || joining.kind === 'new') return null;
    return joining.kind === 'refused'
      ? { at, text: joining.why, refused: true }
      : { at, text: markTexts.join.into(joining.finding.label), refused: false };
  }

  #show(drawing: Drawing): void {
    this.#drawing = drawing;
    const { tool, gesture, frame } = drawing;
    this.#desk.show({ shapes: tool.preview(gesture), drawnIn: frame, hint: this.#hint() });
  }

  /** On to the next child state, or to the end. */
  #go(tool: ToolDefinition, gesture: unknown): void {
    const frame = this.#drawing?.frame;
    if (frame === undefined) return;
    this.#show({ tool, gesture, frame });
    if (tool.childState(gesture) !== null) return;
    const points = tool.end(gesture);
    if (points === null) {
      this.cancel();
      say(this.#desk, markRefusals.nothingDrawn);
      return;
    }
    const [at] = points;
    const held = this.#joins;
    if (tool.asksText !== true || at === undefined) {
      this.cancel();
      this.#save({ tool, frame, points, held });
      return;
    }
    this.#desk.show({
      entry: {
        at,
        text: '',
        submit: (text) => this.#takeWords({ tool, frame, points, held }, text),
        cancel: () => this.cancel(),
      },
    });
  }

  #takeWords(done: DoneDrawing, words: string): void {
    const text = words.trim();
    if (text === '') {
      say(this.#desk, markRefusals.noWords);
      return;
    }
    this.cancel();
    this.#save({ ...done, text });
  }

  /** Keeps the mark, unless the plane moved or the image went meanwhile. */
  #save({ tool, frame, points, held, text }: DoneDrawing): void {
    const { context, ready } = this.#desk.facts();
    const { markType } = tool;
    if (markType === null || !mayMark(this.#desk) || ready === null) return;
    if (!sameFrame(frame, ready.frame)) {
      say(this.#desk, markRefusals.planeMoved);
      return;
    }
    const { plane, position, scan } = ready;
    const wish = { id: newId(), markType, plane, frame, position, points };
    const mark = newMark(text === undefined ? wish : { ...wish, text });
    whenOpen(this.#desk, scan.id, () => {
      if (!this.#keep(mark, ready, held) || markType !== 'PLANELOCATOR') return;
      const [at] = points;
      if (at !== undefined) moveOthers(context, ready, at);
    });
  }

  #keep(mark: Mark, ready: ReadyImage, held: boolean): boolean {
    const { context } = this.#desk.facts();
    const joining = this.#joining(held);
    if (joining.kind === 'refused') {
      say(this.#desk, joining.why);
      return false;
    }
    if (this.#isGone(held)) say(this.#desk, markTexts.join.gone);
    const isPoint = mark.markType === 'SELECTMARK';
    const { points } = mark.markViewParams;
    const around = isPoint ? this.#findingAt(ready, points) : null;
    const home = joining.kind === 'into' ? joining.finding : around;
    const added =
      home === null
        ? context.use(studyToken).addFinding(mark)
        : this.#join(home, { ...mark, rep: isPoint });
    if (!added.ok) {
      context.use(noticesToken).showProblem(added.problem);
      return false;
    }
    if (home === null) bringUnseen(context, ready, points);
    context
      .use(drawingToken)
      .choose({ findingId: added.value.id, markId: mark.id, handle: null, held: false });
    this.#onKept();
    return true;
  }

  /** The reader's finding that a point was set on or into. */
  #findingAt(ready: ReadyImage, [at]: readonly NormalisedPoint[]): Finding | null {
    if (at === undefined) return null;
    const own = marksHere(this.#desk).filter(({ finding }) => finding.generator.id === 'USER');
    const px = toPx(ready.layout, ready.frame, at);
    return markAround(own, ready, px, PROXIMITY_PX.mouse)?.finding ?? null;
  }

  #join(finding: Finding, mark: Mark): Result<Finding> {
    const study = this.#desk.facts().context.use(studyToken);
    study.selectFinding(finding.id);
    return study.addMark(finding.id, mark);
  }
}
