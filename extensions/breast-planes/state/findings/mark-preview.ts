import { createStore } from 'zustand/vanilla';
import type { Mark } from '#contracts';
import type { ReadonlyStore, Shape } from '#core';
import type { ImageFrame, NormalisedPoint } from '#geometry';
import type { PointPx } from '../../model/planes/image-layout.ts';

/** Which finding's mark a menu is about, and where it opened. */
export interface OpenMenu {
  readonly findingId: string;
  readonly markId: string;
  readonly at: PointPx;
  /** By a press or a key; a menu that came by itself takes no keys. */
  readonly requested: boolean;
}

/** Where words of a mark are being typed. */
export interface OpenEntry {
  readonly at: NormalisedPoint;
  readonly text: string;
  submit(text: string): void;
  cancel(): void;
}

/** Words beside the point that is being set. */
export interface DrawingHint {
  readonly at: NormalisedPoint;
  readonly text: string;
  /** Whether it says why the mark will not be kept. */
  readonly rejected: boolean;
}

/** What a picture shows of what is being done in it. */
export interface MarkPreview {
  /** Of the gesture that draws. */
  readonly shapes: readonly Shape[];
  /** The image in which they lie; on another one they are not shown. */
  readonly drawnIn: ImageFrame | null;
  /** What becomes of the mark that is drawn, beside its last point; null: a finding of its own. */
  readonly hint: DrawingHint | null;
  /** The mark that is being edited here, as it stands now. */
  readonly editing: Mark | null;
  /** The keyboard's cursor. */
  readonly cursor: NormalisedPoint | null;
  readonly menu: OpenMenu | null;
  readonly entry: OpenEntry | null;
  /** What lies under the pointer. */
  readonly over: 'handle' | 'mark' | null;
  closeMenu(): void;
}

/** Of one picture: what it shows, and how that is changed. */
export interface MarkPreviewState {
  readonly store: ReadonlyStore<MarkPreview>;
  show(change: Partial<MarkPreview>): void;
}

export function createMarkPreview(): MarkPreviewState {
  const store = createStore<MarkPreview>()((set) => ({
    shapes: [],
    drawnIn: null,
    hint: null,
    editing: null,
    cursor: null,
    menu: null,
    entry: null,
    over: null,
    closeMenu: () => set({ menu: null }),
  }));
  return { store, show: (change) => store.setState(change) };
}
