import { studyToken } from '#core';
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

/** Hover time in ms that opens the menu (specification 9). */
const HOVER_MS = 1_000;
const CHECK_MS = 200;
const RIGHT_CLICK_MS = 100;
/** Touch time in ms that opens the menu, as usual on touch devices. */
const LONG_PRESS_MS = 500;

/** Mark under the pointer and the start of the hover. */
interface HoverTarget {
  readonly markId: string;
  readonly since: number;
  /**
   * `due`: opens after `HOVER_MS`; `unasked`: blocked until the pointer moves; `spent`: blocked
   * until the pointer leaves the mark.
   */
  readonly menu: 'due' | 'unasked' | 'spent';
}

type Timer = ReturnType<typeof setTimeout>;

/** Opens the menu of a mark by hover, right click, long press or keyboard. */
export class MenuInteraction {
  readonly #interaction: InteractionContext;
  readonly #markAt: (px: PointPx, kind: PointerKind) => HitMark | null;
  readonly #timers = new Map<'hover' | 'right' | 'long', Timer>();
  #pointer: PointPx | null = null;
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
   * Sets the hover position of a free pointer, checked every 200 ms; null after the pointer left.
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
    this.#over = hit === null ? null : { markId: hit.mark.id, since: Date.now(), menu: 'spent' };
  }

  rightClick(px: PointPx): void {
    this.#schedule('right', RIGHT_CLICK_MS, () => this.#open(px, 'mouse'));
  }

  touchDown(px: PointPx, opened: () => void): void {
    this.#schedule('long', LONG_PRESS_MS, () => {
      if (this.#open(px, 'touch')) opened();
    });
  }

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

  #check(): void {
    const { menu, entry } = this.#interaction.preview();
    const moved = this.#moved;
    this.#moved = false;
    if (this.#pointer === null || menu !== null || entry !== null) return;
    const hit = this.#markAt(this.#pointer, 'mouse');
    // Hovering does not open another scan, and the menu acts only on findings of the open scan or a
    // prior.
    if (hit === null || !this.#canOpenMenu(hit.finding.scan.id)) this.#over = null;
    else if (this.#over?.markId !== hit.mark.id || (this.#over.menu === 'unasked' && moved)) {
      // Blocks the menu of a mark that a slice step, an undo or another user brought under a
      // resting pointer.
      this.#over = { markId: hit.mark.id, since: Date.now(), menu: moved ? 'due' : 'unasked' };
    } else if (this.#over.menu === 'due' && Date.now() - this.#over.since >= HOVER_MS) {
      this.#over = { ...this.#over, menu: 'spent' };
      this.#open(this.#pointer, 'mouse', false);
    }
  }

  /** Returns true for the open scan and for priors, which a press does not open. */
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
