import { opensMenuOnDwell, preferencesToken, studyToken } from '#core';
import type { PointPx } from '../model/planes/image-layout.ts';
import { drawingToken } from '../state/findings/drawing-state.ts';
import { isPriorScan } from '../state/findings/scan-findings.ts';
import type { HitMark } from '../state/findings/visible-marks.ts';
import { markAnchor } from './edit-interaction.ts';
import {
  type InteractionContext,
  isOpen,
  type PointerKind,
  selectableMarks,
  whenOpen,
} from './interaction-context.ts';

/** Hover time in ms that opens the menu. */
const HOVER_MS = 1_000;
/** Interval in ms at which a hovering pointer is checked. */
const CHECK_MS = 200;
/** Delay in ms from a right click to the menu. */
const RIGHT_CLICK_MS = 100;
/** Touch time in ms that opens the menu, as usual on touch devices. */
const LONG_PRESS_MS = 500;

/** Mark under the pointer and the start of the hover. */
interface HoverTarget {
  readonly markId: string;
  /** Start of the hover, in ms since 1970. */
  readonly since: number;
  /**
   * `pending`: opens after `HOVER_MS`; `awaits-move`: blocked until the pointer moves;
   * `awaits-leave`: blocked until the pointer leaves the mark.
   */
  readonly menu: 'pending' | 'awaits-move' | 'awaits-leave';
}

type Timer = ReturnType<typeof setTimeout>;

/** Opens the menu of a mark by hover, right click, long press or keyboard. */
export class MenuInteraction {
  readonly #interaction: InteractionContext;
  readonly #markAt: (px: PointPx, kind: PointerKind) => HitMark | null;
  readonly #timers = new Map<'hover' | 'right' | 'long', Timer>();
  #pointer: PointPx | null = null;
  /** True if the pointer has moved since the last check. */
  #moved = false;
  #over: HoverTarget | null = null;

  constructor(
    interaction: InteractionContext,
    markAt: (px: PointPx, kind: PointerKind) => HitMark | null,
  ) {
    this.#interaction = interaction;
    this.#markAt = markAt;
  }

  /**
   * Sets the position of a hovering mouse, which is checked every `CHECK_MS`; null after the pointer
   * has left the image.
   */
  hover(px: PointPx | null): void {
    this.#moved ||= px?.x !== this.#pointer?.x || px?.y !== this.#pointer?.y;
    this.#pointer = px;
    if (px === null) {
      this.#stop('hover');
      this.#over = null;
    } else if (!this.#timers.has('hover')) {
      this.#timers.set(
        'hover',
        setInterval(() => this.#check(), CHECK_MS),
      );
    }
  }

  /**
   * Blocks the hover menu of the mark under the pointer until the pointer leaves the mark; called
   * after a press or a drawing.
   */
  suppress(): void {
    const hit = this.#pointer === null ? null : this.#markAt(this.#pointer, 'mouse');
    this.#over =
      hit === null ? null : { markId: hit.mark.id, since: Date.now(), menu: 'awaits-leave' };
  }

  /** Opens the menu shortly after a right click. */
  rightClick(px: PointPx): void {
    this.#schedule('right', RIGHT_CLICK_MS, () => this.#open(px, 'mouse'));
  }

  /** Opens the menu after a long press and then calls `onOpen`. */
  touchDown(px: PointPx, onOpen: () => void): void {
    this.#schedule('long', LONG_PRESS_MS, () => {
      if (this.#open(px, 'touch')) onOpen();
    });
  }

  /** Cancels a long press that has not opened the menu yet. */
  touchEnd(): void {
    this.#stop('long');
  }

  /**
   * Opens the menu at a mark of the selected finding (Shift+F10 or menu key); returns false if no
   * such mark is in this image.
   */
  openByKey(): boolean {
    const { context, ready } = this.#interaction.imageInfo();
    const { selectedMark } = context.use(drawingToken).store.getState();
    const selectedId = context.use(studyToken).store.getState().selectedFindingId;
    const marks = selectableMarks(this.#interaction).filter(
      ({ finding }) => finding.id === selectedId,
    );
    const visible = marks.find(({ mark }) => mark.id === selectedMark?.markId) ?? marks[0];
    if (visible === undefined || ready === null) return false;
    const { finding, mark } = visible;
    const at = markAnchor(visible, ready);
    this.#interaction.show({
      menu: { findingId: finding.id, markId: mark.id, at, requested: true },
    });
    return true;
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Opens the menu once the pointer has hovered long enough over the same mark. */
  #check(): void {
    const { menu, entry } = this.#interaction.preview();
    const moved = this.#moved;
    this.#moved = false;
    if (this.#pointer === null || menu !== null || entry !== null) return;
    const hit = this.#markAt(this.#pointer, 'mouse');
    // Hovering does not open another scan, and the menu acts only on findings of the open scan or a
    // prior.
    if (hit === null || !this.#canOpenMenu(hit.finding.scan.id)) this.#over = null;
    else if (this.#over?.markId !== hit.mark.id || (this.#over.menu === 'awaits-move' && moved)) {
      // Blocks the menu of a mark that a slice step, an undo or another user brought under a
      // resting pointer.
      this.#over = {
        markId: hit.mark.id,
        since: Date.now(),
        menu: moved ? 'pending' : 'awaits-move',
      };
    } else if (
      this.#over.menu === 'pending' &&
      Date.now() - this.#over.since >= HOVER_MS &&
      this.#opensOnDwell()
    ) {
      this.#over = { ...this.#over, menu: 'awaits-leave' };
      this.#open(this.#pointer, 'mouse', false);
    }
  }

  /** Returns false for a reader who has switched the menu under a resting pointer off. */
  #opensOnDwell(): boolean {
    const { context } = this.#interaction.imageInfo();
    return opensMenuOnDwell(context.use(preferencesToken).store.getState().values);
  }

  /** Returns true for the target scan and for priors, which have a menu without being opened. */
  #canOpenMenu(scanId: string): boolean {
    return (
      isOpen(this.#interaction, scanId) ||
      isPriorScan(this.#interaction.imageInfo().context, scanId)
    );
  }

  /**
   * Opens the menu immediately, or after the press has opened the mark's scan; returns false
   * without a mark.
   */
  #open(px: PointPx, kind: PointerKind, requested = true): boolean {
    const hit = this.#markAt(px, kind);
    if (hit === null) return false;
    const { finding, mark } = hit;
    const { context } = this.#interaction.imageInfo();
    const menu = { findingId: finding.id, markId: mark.id, at: px, requested };
    if (isPriorScan(context, finding.scan.id)) {
      this.#interaction.show({ menu });
      return true;
    }
    whenOpen(this.#interaction, finding.scan.id, () => {
      context.use(studyToken).selectFinding(finding.id);
      this.#interaction.show({ menu });
    });
    return true;
  }

  #schedule(name: 'right' | 'long', afterMs: number, run: () => void): void {
    this.#stop(name);
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      run();
    }, afterMs);
    this.#timers.set(name, timer);
  }

  #stop(name: 'hover' | 'right' | 'long'): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}
