import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { TableSort } from '#ui';
import type { Application } from '../../application/application.ts';
import { useApplication } from '../../application/application-context.ts';
import type { ListFilters } from './filters.ts';

/** State of a list: search text, filters, sort order and selection. */
export interface ListState {
  readonly text: string;
  readonly filters: ListFilters;
  readonly sort: TableSort;
  readonly selectedId: string | null;
}

/** State of a list from the last visit, and its storage. */
export interface ListMemory {
  readonly restored: ListState;
  save(change: Partial<ListState>): void;
}

interface StoredList {
  /** Location key of the last visit whose address set the state; null if there was none. */
  readonly visit: string | null;
  readonly state: ListState;
}

/**
 * List states by user and list. Kept in memory only, because search texts contain patient names.
 */
const memories = new WeakMap<Application['services']['session'], Map<string, StoredList>>();

/**
 * Restores the list state of the user, e.g. when returning from a study. Starts with `initial` on
 * the first visit, or when an address that sets the state (an item to select, a filter) is newly
 * opened; going back to that address restores the list. A page reload drops the state.
 */
export function useListMemory(
  listName: string,
  addressSetsState: boolean,
  initial: ListState,
): ListMemory {
  const { session } = useApplication().services;
  const { key } = useLocation();
  const [memory] = useState((): ListMemory => {
    const stored = memories.get(session) ?? new Map<string, StoredList>();
    memories.set(session, stored);
    const listKey = `${session.store.getState().user?.id ?? ''} ${listName}`;
    const previous = stored.get(listKey);
    const visit = addressSetsState ? key : null;
    const isFresh = previous === undefined || (visit !== null && visit !== previous.visit);
    const restored = isFresh ? initial : previous.state;
    let current = restored;
    return {
      restored,
      save(change) {
        current = { ...current, ...change };
        stored.set(listKey, { visit: visit ?? previous?.visit ?? null, state: current });
      },
    };
  });
  return memory;
}
