import { createStore } from 'zustand/vanilla';
import type { Finding, GroupedField } from '#contracts';
import type { ReadonlyStore } from '#core';
import { type Problem, token } from '#foundation';
import { findingById } from '../../model/findings/finding-rows.ts';

/** What a dialog of the findings panel is about. */
export type OpenDialog =
  | {
      readonly kind: 'group';
      readonly findingIds: readonly string[];
      readonly targetId: string;
      /** Why it was refused; null before. */
      readonly problem: Problem | null;
      /** In what they differ, as the last try said. */
      readonly fields: readonly GroupedField[];
    }
  | { readonly kind: 'edit'; readonly findingId: string };

/** The study's report is signed: findings stay as they are. */
export interface SignedBy {
  readonly name: string | null;
  readonly at: string;
}

export interface FindingsUiValues {
  /** Several findings chosen for grouping, in the order in which they were chosen. */
  readonly checkedIds: readonly string[];
  readonly dialog: OpenDialog | null;
  readonly showsHidden: boolean;
  readonly signed: SignedBy | null;
}

/** What panel, menus and commands share of findings; no part of the document. */
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
    signed: null,
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

/** AI Auto Detect on images and in the list; off unless the reader asked for it. */
export const DETECTIONS_PREFERENCE = 'reading.ai-detections';

export const showsDetections = (values: ReadonlyMap<string, string>): boolean =>
  values.get(DETECTIONS_PREFERENCE) === 'on';

/** Findings that were chosen and are still there, as a list of the scan's. */
export const checkedFindings = (
  findings: readonly Finding[],
  checkedIds: readonly string[],
): readonly Finding[] => checkedIds.flatMap((id) => findingById(findings, id) ?? []);
