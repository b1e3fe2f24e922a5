import { createStore } from 'zustand/vanilla';
import type { Finding } from '#contracts';
import type { GroupRejection, ReadonlyStore } from '#core';
import { token } from '#foundation';
import { findingById } from '../../model/findings/finding-rows.ts';

/** The open dialog of the findings panel. */
export type OpenDialog =
  | {
      readonly kind: 'group';
      readonly findingIds: readonly string[];
      readonly targetId: string;
      /** Reason of the last rejection; null before the first attempt. */
      readonly problem: GroupRejection | null;
      /** Errors of the last attempt by field; '' holds the error of the whole form. */
      readonly errors: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'edit'; readonly findingId: string };

/** Signature of the study's report, which makes findings read-only. */
export interface SignedBy {
  readonly name: string | null;
  readonly at: string;
}

/** Place in the list where a finding was removed and its neighbour became selected. */
export interface RemovedPlace {
  /** The neighbour; the place is forgotten with another selection. */
  readonly selectedId: string;
  /** Which neighbour took over: the next finding of the list, else the previous one. */
  readonly neighbour: 'next' | 'previous';
}

export interface FindingsUiValues {
  /** Findings checked for grouping or export, in the order of selection. */
  readonly checkedIds: readonly string[];
  readonly dialog: OpenDialog | null;
  readonly showsHidden: boolean;
  /** Whether the annotations in the list are unfolded. */
  readonly showsAnnotations: boolean;
  readonly signed: SignedBy | null;
  /** Finding whose first descriptor takes the focus once it is shown; null if none is asked for. */
  readonly focusedDescriptorsOf: string | null;
  /** Null unless the selected finding took over from a removed one and was not visited since. */
  readonly removedPlace: RemovedPlace | null;
}

/** State of findings shared by panel, menus and commands; not part of the document. */
export interface FindingsUiState {
  readonly store: ReadonlyStore<FindingsUiValues>;
  set(change: Partial<FindingsUiValues>): void;
  setChecked(findingId: string, checked: boolean): void;
}

export const findingsUiToken = token<FindingsUiState>('breast-planes.findings-desk');

export function createFindingsUiState(): FindingsUiState {
  const store = createStore<FindingsUiValues>()(() => ({
    checkedIds: [],
    dialog: null,
    showsHidden: false,
    showsAnnotations: false,
    signed: null,
    focusedDescriptorsOf: null,
    removedPlace: null,
  }));
  return {
    store,
    set: (change) => store.setState(change),
    setChecked: (findingId, checked) =>
      store.setState((state) => {
        const others = state.checkedIds.filter((id) => id !== findingId);
        return { checkedIds: checked ? [...others, findingId] : others };
      }),
  };
}

/** Whether AI Auto Detect findings are shown on images and in the list; off by default. */
export const DETECTIONS_PREFERENCE = 'reading.ai-detections';

export const showsDetections = (values: ReadonlyMap<string, string>): boolean =>
  values.get(DETECTIONS_PREFERENCE) === 'on';

/** Returns the checked findings that still exist in the list. */
export const checkedFindings = (
  findings: readonly Finding[],
  checkedIds: readonly string[],
): readonly Finding[] => checkedIds.flatMap((id) => findingById(findings, id) ?? []);
