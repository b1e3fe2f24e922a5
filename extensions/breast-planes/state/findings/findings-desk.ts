import { createStore } from 'zustand/vanilla';
import type { Finding, GroupedField } from '#contracts';
import type { ReadonlyStore } from '#core';
import { type Problem, token } from '#foundation';
import { findingById } from '../../model/findings/finding-rows.ts';

/** What a dialog of the findings panel is about. */
export type DeskDialog =
  | {
      readonly kind: 'group';
      readonly chosenIds: readonly string[];
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

export interface DeskValues {
  /** Several findings chosen for grouping, in the order in which they were chosen. */
  readonly chosen: readonly string[];
  readonly dialog: DeskDialog | null;
  readonly showsHidden: boolean;
  readonly signed: SignedBy | null;
}

/** What panel, menus and commands share of findings; no part of the document. */
export interface FindingsDesk {
  readonly store: ReadonlyStore<DeskValues>;
  set(change: Partial<DeskValues>): void;
  choose(findingId: string, chosen: boolean): void;
}

export const findingsDeskToken = token<FindingsDesk>('breast-planes.findings-desk');

export function createFindingsDesk(): FindingsDesk {
  const store = createStore<DeskValues>()(() => ({
    chosen: [],
    dialog: null,
    showsHidden: false,
    signed: null,
  }));
  return {
    store,
    set: (change) => store.setState(change),
    choose: (findingId, chosen) =>
      store.setState((state) => {
        const others = state.chosen.filter((id) => id !== findingId);
        return { chosen: chosen ? [...others, findingId] : others };
      }),
  };
}

/** AI Auto Detect on images and in the list; off unless the reader asked for it. */
export const DETECTIONS_PREFERENCE = 'reading.ai-detections';

export const showsDetections = (values: ReadonlyMap<string, string>): boolean =>
  values.get(DETECTIONS_PREFERENCE) === 'on';

/** Findings that were chosen and are still there, as a list of the scan's. */
export const chosenOf = (
  findings: readonly Finding[],
  chosen: readonly string[],
): readonly Finding[] => chosen.flatMap((id) => findingById(findings, id) ?? []);
