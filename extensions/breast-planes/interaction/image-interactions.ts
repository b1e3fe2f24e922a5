import type { ReadonlyStore } from '#core';
import type { NormalisedPoint } from '#geometry';
import { fromPx, type PointPx, toPx } from '../model/planes/image-layout.ts';
import { createMarkPreview } from '../state/findings/mark-preview.ts';
import { DrawInteraction } from './draw-interaction.ts';
import { EditInteraction } from './edit-interaction.ts';
import type {
  ImageInfo,
  InteractionContext,
  MarkPreview,
  PointerKind,
} from './interaction-context.ts';
import { MenuInteraction } from './menu-interaction.ts';
import { PinchGesture } from './pinch-gesture.ts';

/** Fields of a keyboard event that the interactions need. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Directions of the arrow keys as [right, down]. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Step of an arrow key in mm: fine with Alt, large with Shift. */
function stepMm({ shiftKey, altKey }: KeyPress): number {
  if (altKey) return 0.1;
  return shiftKey ? 5 : 1;
}

/** All pointer and keyboard interactions of an image: drawing, editing, menu and pinch. */
export class ImageInteractions {
  readonly store: ReadonlyStore<MarkPreview>;
  readonly draw: DrawInteraction;
  readonly edit: EditInteraction;
  readonly menu: MenuInteraction;
  readonly pinch = new PinchGesture();
  readonly #interaction: InteractionContext;
  /** Last pointer position; the keyboard cursor starts at this point. */
  #lastPx: PointPx | null = null;

  constructor(imageInfo: () => ImageInfo) {
    const { store, show } = createMarkPreview();
    this.store = store;
    this.#interaction = { imageInfo, preview: store.getState, show };
    this.draw = new DrawInteraction(this.#interaction, () => this.menu.suppress());
    this.edit = new EditInteraction(this.#interaction);
    this.menu = new MenuInteraction(this.#interaction, (px, kind) =>
      this.draw.busy || this.edit.busy ? null : this.edit.at(px, kind),
    );
  }

  /**
   * Handles a pointer move; `canSelect` is true while a press would select a mark: no button is
   * pressed, no drawing tool is active and the nipple is not being placed.
   */
  move(px: PointPx, kind: PointerKind, canSelect: boolean): void {
    this.#lastPx = px;
    if (this.store.getState().cursor !== null) this.#interaction.show({ cursor: null });
    this.draw.move(px, kind);
    this.edit.move(px);
    if (this.draw.busy || this.edit.busy) this.menu.touchEnd();
    if (kind === 'mouse') this.menu.hover(px);
    const hit = canSelect ? this.edit.at(px, kind) : null;
    let over: MarkPreview['over'] = null;
    if (hit !== null) over = hit.handle === null ? 'mark' : 'handle';
    if (over !== this.store.getState().over) this.#interaction.show({ over });
  }

  pointerLeave(): void {
    this.menu.hover(null);
  }

  /**
   * Handles a key press; `drawingTool` is true while a drawing tool is active. Returns true if the
   * key acted on marks.
   */
  keyDown(press: KeyPress, drawingTool: boolean): boolean {
    this.draw.setShiftHeld(press.shiftKey);
    const isMenuKey = press.key === 'ContextMenu' || (press.key === 'F10' && press.shiftKey);
    if (isMenuKey) return this.menu.openByKey();
    if (press.ctrlKey || press.metaKey) return false;
    return drawingTool ? this.#drawKey(press) : this.#editKey(press);
  }

  /**
   * Moves the keyboard cursor; Enter and Space call `onPlace` with its position. Returns true if
   * the key was handled.
   */
  cursorKeyDown(press: KeyPress, onPlace: (at: NormalisedPoint) => void): boolean {
    if (press.ctrlKey || press.metaKey) return false;
    const arrow = ARROWS[press.key];
    if (arrow !== undefined) return this.#moveByArrow(arrow, press);
    const { cursor } = this.store.getState();
    if (press.key !== ' ' && press.key !== 'Enter') return false;
    if (cursor === null) return this.#moveCursor([0, 0], 0);
    this.#interaction.show({ cursor: null });
    onPlace(cursor);
    return true;
  }

  /** Handles the release of Shift and of the arrow keys. */
  keyUp(key: string): void {
    if (key === 'Shift') this.draw.setShiftHeld(false);
    if (key in ARROWS) this.edit.settle();
  }

  /**
   * Cancels the gesture; in a focused image without a gesture hides the cursor or ungrabs the mark.
   * Returns false if nothing was cancelled, or while a menu or text entry is open.
   */
  escape(focused: boolean): boolean {
    const { menu, entry, cursor } = this.store.getState();
    if (menu !== null || entry !== null) return false;
    if (this.draw.busy || this.edit.busy) this.cancel();
    else if (!focused) return false;
    else if (cursor !== null) this.#interaction.show({ cursor: null });
    else if (this.edit.hasGrabbedMark) this.edit.ungrab();
    else return false;
    return true;
  }

  /** Ends drawing, as when another tool is selected: saves what is complete, drops the rest. */
  endDrawing(): void {
    this.draw.end();
    this.cancel();
  }

  /** Drops what the current press started, as when a second finger starts a pinch. */
  cancelPress(): void {
    this.draw.cancelPress();
    this.edit.cancel();
    this.#interaction.show({ cursor: null });
  }

  /** Drops the unfinished drawing or edit and the cursor. */
  cancel(): void {
    this.draw.cancel();
    this.edit.cancel();
    this.#interaction.show({ cursor: null });
  }

  /** Opens the text entry for a reader's text mark at the point; returns true for any mark. */
  editTextAt(px: PointPx): boolean {
    const hit = this.edit.at(px, 'mouse');
    if (hit?.mark.markType === 'TEXT' && hit.finding.generator.id === 'USER') {
      this.edit.editText(hit);
    }
    return hit !== null;
  }

  dispose(): void {
    this.cancel();
    this.menu.dispose();
  }

  #drawKey(press: KeyPress): boolean {
    const arrow = ARROWS[press.key];
    if (arrow !== undefined) return this.#moveByArrow(arrow, press);
    if (press.key !== ' ' && press.key !== 'Enter') return false;
    if (press.key === 'Enter' && this.draw.closesOnEnter) {
      this.draw.close();
      return true;
    }
    const px = this.#cursorPx();
    if (px === null) return this.#moveCursor([0, 0], 0);
    this.draw.setPoint(px);
    return true;
  }

  #moveByArrow(arrow: readonly [number, number], press: KeyPress): boolean {
    // Leaves Alt+arrow to the browser's history navigation unless a cursor exists, which Alt moves
    // in fine steps.
    if (press.altKey && this.#cursorPx() === null) return false;
    return this.#moveCursor(arrow, stepMm(press));
  }

  /** Returns the keyboard cursor in px; null without a cursor. */
  #cursorPx(): PointPx | null {
    const { ready } = this.#interaction.imageInfo();
    const { cursor } = this.store.getState();
    return ready === null || cursor === null ? null : toPx(ready.layout, ready.frame, cursor);
  }

  /**
   * Moves the keyboard cursor; shows a new cursor first at the last pointer position, else in the
   * middle of the view. Clamps to the image and the view; returns false until the image is ready.
   */
  #moveCursor([right, down]: readonly [number, number], byMm: number): boolean {
    const { ready } = this.#interaction.imageInfo();
    if (ready === null) return false;
    const { layout, frame, view } = ready;
    const from = this.#cursorPx() ?? this.#lastPx ?? { x: view.width / 2, y: view.height / 2 };
    const stepPx = byMm * layout.pxPerMm;
    const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));
    const px = {
      x: clamp(from.x + right * stepPx, view.width),
      y: clamp(from.y + down * stepPx, view.height),
    };
    const { u, v } = fromPx(layout, frame, px);
    const cursor = { u: clamp(u, 1), v: clamp(v, 1) };
    this.#interaction.show({ cursor });
    this.draw.move(toPx(layout, frame, cursor), 'mouse');
    return true;
  }

  /** Grabs the selected mark; returns false if a mark is grabbed already or none is selected. */
  #grab(): boolean {
    return !this.edit.hasGrabbedMark && this.edit.grabNext(1);
  }

  #editKey(press: KeyPress): boolean {
    const arrow = ARROWS[press.key];
    if (arrow !== undefined) {
      const byMm = stepMm(press);
      return this.edit.nudge(arrow[0] * byMm, arrow[1] * byMm);
    }
    if (press.key === 'Enter') return this.edit.editGrabbedText() || this.#grab();
    if (press.key === 'Tab' && this.edit.hasGrabbedMark)
      return this.edit.grabNext(press.shiftKey ? -1 : 1);
    return false;
  }
}
