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
import { type PointPx, sameFrame, toPx } from '../model/image-layout.ts';
import { newMark } from '../model/mark-record.ts';
import { drawingToken } from '../state/drawing-state.ts';
import { PROXIMITY_PX } from '../state/mark-hit.ts';
import { markRefusals } from '../state/mark-refusals.ts';
import type { ReadyImage } from '../state/ready-image.ts';
import { drawingToolById, selectTool } from '../state/tools/tools.ts';
import { markAround } from '../state/visible-marks.ts';
import {
  type Desk,
  marksHere,
  mayMark,
  type PointerKind,
  say,
  toolPoint,
  whenOpen,
} from './hand.ts';
import { moveOthers } from './picture-edits.ts';

/** A press that moves less is a click: the mark then waits for its next point. */
const DRAG_PX = 4;

interface Drawing {
  readonly tool: ToolDefinition;
  readonly gesture: unknown;
  /** The image in which it began. */
  readonly frame: ImageFrame;
}

/** Draws marks: by press and drag, by clicks, by keys. One drawing at a time. */
export class DrawHand {
  readonly #desk: Desk;
  #drawing: Drawing | null = null;
  /** Where the button went down; null while it is up. */
  #pressedAt: PointPx | null = null;
  /** The press began the drawing; a later press sets its next point. */
  #began = false;

  constructor(desk: Desk) {
    this.#desk = desk;
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

  /** Drops the drawing without a trace. */
  cancel(): void {
    this.#drawing = null;
    this.#pressedAt = null;
    this.#began = false;
    this.#desk.show({ shapes: [], drawnIn: null, entry: null });
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
    // Whoever draws wants to see what is drawn.
    context.use(viewStateToken).set({ overlaysHidden: false });
    this.#show({ tool, gesture: tool.begin(point), frame: point.frame });
    return true;
  }

  #pointAt(px: PointPx, kind: PointerKind): ToolPoint | null {
    const { ready } = this.#desk.facts();
    return ready === null ? null : toolPoint(ready, px, kind);
  }

  #show(drawing: Drawing): void {
    this.#drawing = drawing;
    const { tool, gesture, frame } = drawing;
    this.#desk.show({ shapes: tool.preview(gesture), drawnIn: frame });
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
    if (tool.asksText !== true || at === undefined) {
      this.cancel();
      this.#save(tool, frame, points);
      return;
    }
    this.#desk.show({
      entry: {
        at,
        text: '',
        submit: (text) => this.#takeWords(tool, frame, points, text),
        cancel: () => this.cancel(),
      },
    });
  }

  #takeWords(
    tool: ToolDefinition,
    frame: ImageFrame,
    points: readonly NormalisedPoint[],
    words: string,
  ): void {
    const text = words.trim();
    if (text === '') {
      say(this.#desk, markRefusals.noWords);
      return;
    }
    this.cancel();
    this.#save(tool, frame, points, text);
  }

  /** Keeps the mark, unless the plane moved or the image went meanwhile. */
  #save(
    tool: ToolDefinition,
    frame: ImageFrame,
    points: readonly NormalisedPoint[],
    text?: string,
  ): void {
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
      if (!this.#keep(mark, ready) || markType !== 'PLANELOCATOR') return;
      const [at] = points;
      if (at !== undefined) moveOthers(context, ready, at);
    });
  }

  #keep(mark: Mark, ready: ReadyImage): boolean {
    const { context } = this.#desk.facts();
    const study = context.use(studyToken);
    const { points } = mark.markViewParams;
    const around = mark.markType === 'SELECTMARK' ? this.#findingAt(ready, points) : null;
    const added = around === null ? study.addFinding(mark) : this.#represent(around, mark);
    if (!added.ok) {
      context.use(noticesToken).showProblem(added.problem);
      return false;
    }
    context
      .use(drawingToken)
      .choose({ findingId: added.value.id, markId: mark.id, handle: null, held: false });
    return true;
  }

  /** The reader's finding that a point was set on or into. */
  #findingAt(ready: ReadyImage, [at]: readonly NormalisedPoint[]): Finding | null {
    if (at === undefined) return null;
    const own = marksHere(this.#desk).filter(({ finding }) => finding.generator.id === 'USER');
    const px = toPx(ready.layout, ready.frame, at);
    return markAround(own, ready, px, PROXIMITY_PX.mouse)?.finding ?? null;
  }

  #represent(finding: Finding, mark: Mark): Result<Finding> {
    const study = this.#desk.facts().context.use(studyToken);
    study.selectFinding(finding.id);
    return study.addMark(finding.id, mark);
  }
}
