import { createStore } from 'zustand/vanilla';
import type { Mark } from '#contracts';
import type { ReadonlyStore } from '#core';
import { token } from '#foundation';

/** The mark that the menu, Delete and arrow keys act on. */
export interface SelectedMark {
  readonly findingId: string;
  readonly markId: string;
  /** Index of the selected handle; null: the whole mark. */
  readonly handle: number | null;
  /** Grabbed by pointer or Enter: arrow keys move the mark instead of scrolling slices. */
  readonly grabbed: boolean;
}

export interface DrawingValues {
  readonly selectedMark: SelectedMark | null;
  /**
   * Current version of a mark during editing; views draw this version instead of the stored mark.
   */
  readonly edited: Mark | null;
  /** The finding that new marks are added to; null: each mark becomes a finding of its own. */
  readonly into: string | null;
  /** Takes back the last point of the drawing in progress; null without one. */
  readonly undo: (() => void) | null;
}

/** State of mark selection and editing shared by the views; not part of the document. */
export interface DrawingState {
  readonly store: ReadonlyStore<DrawingValues>;
  selectMark(mark: SelectedMark | null): void;
  setEdited(mark: Mark | null): void;
  setInto(findingId: string | null): void;
  setUndo(undo: (() => void) | null): void;
}

export const drawingToken = token<DrawingState>('breast-planes.drawing');

export function createDrawingState(): DrawingState {
  const store = createStore<DrawingValues>()(() => ({
    selectedMark: null,
    edited: null,
    into: null,
    undo: null,
  }));
  return {
    store,
    selectMark: (mark) => store.setState({ selectedMark: mark }),
    setEdited: (edited) => store.setState({ edited }),
    setInto: (into) => store.setState({ into }),
    setUndo: (undo) => store.setState({ undo }),
  };
}
