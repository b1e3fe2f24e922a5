import { createStore } from 'zustand/vanilla';
import type { Mark } from '#contracts';
import type { ReadonlyStore, Shape } from '#core';
import type { ImageFrame, NormalisedPoint } from '#geometry';
import type { PointPx } from '../../model/planes/image-layout.ts';

/** The mark of an open menu and the menu's position. */
export interface OpenMenu {
  readonly findingId: string;
  readonly markId: string;
  readonly at: PointPx;
  /** Opened by click or key; a menu that opened automatically takes no focus. */
  readonly requested: boolean;
}

/** An open text input of a mark. */
export interface OpenEntry {
  readonly at: NormalisedPoint;
  readonly text: string;
  submit(text: string): void;
  cancel(): void;
}

/** Text beside the point being set. */
export interface DrawingHint {
  readonly at: NormalisedPoint;
  readonly text: string;
  /** Whether the text is the reason why the mark will not be saved. */
  readonly rejected: boolean;
}

/** State of drawing and editing that an image shows. */
export interface MarkPreview {
  /** Shapes of the current drawing gesture. */
  readonly shapes: readonly Shape[];
  /** Image in which the shapes were drawn; they are hidden on any other image. */
  readonly drawnIn: ImageFrame | null;
  /** Text beside the last point: what the drawn mark will become; null for a new finding. */
  readonly hint: DrawingHint | null;
  /** Current version of the mark being edited in this image. */
  readonly editing: Mark | null;
  /** Position of the keyboard cursor. */
  readonly cursor: NormalisedPoint | null;
  readonly menu: OpenMenu | null;
  readonly entry: OpenEntry | null;
  /** Part of a mark under the pointer. */
  readonly over: 'handle' | 'mark' | null;
  closeMenu(): void;
}

/** Preview state of one image and its setter. */
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
