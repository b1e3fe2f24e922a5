import { createStore } from 'zustand/vanilla';
import type { Mark } from '#contracts';
import type { ReadonlyStore } from '#core';
import { token } from '#foundation';

/** The mark that menu, Delete and arrow keys act on. */
export interface SelectedMark {
  readonly findingId: string;
  readonly markId: string;
  /** A handle of it; null: the whole mark. */
  readonly handle: number | null;
  /** Somebody took it by hand or by Enter: arrow keys move it instead of the slices. */
  readonly grabbed: boolean;
}

export interface DrawingValues {
  readonly selectedMark: SelectedMark | null;
  /** A mark as it stands while it is being edited; views draw it in place of the stored one. */
  readonly edited: Mark | null;
  /** The finding that new marks go into; null: each is a finding of its own. */
  readonly into: string | null;
}

/** What the views share of marks in hand; no part of the document. */
export interface DrawingState {
  readonly store: ReadonlyStore<DrawingValues>;
  selectMark(mark: SelectedMark | null): void;
  setEdited(mark: Mark | null): void;
  setInto(findingId: string | null): void;
}

export const drawingToken = token<DrawingState>('breast-planes.drawing');

export function createDrawingState(): DrawingState {
  const store = createStore<DrawingValues>()(() => ({
    selectedMark: null,
    edited: null,
    into: null,
  }));
  return {
    store,
    selectMark: (mark) => store.setState({ selectedMark: mark }),
    setEdited: (edited) => store.setState({ edited }),
    setInto: (into) => store.setState({ into }),
  };
}
