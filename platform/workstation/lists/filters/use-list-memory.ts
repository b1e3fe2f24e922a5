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

export interface ListMemory {
  readonly restored: ListState;
  save(change: Partial<ListState>): void;
}

interface StoredList {
  /** Location key of the visit whose address set the initial state; null when no address did. */
  readonly visit: string | null;
  readonly state: ListState;
}

/**
 * List states by user and list. Kept in memory only, because search texts contain patient names.
 */
const memories = new WeakMap<Application['services']['session'], Map<string, StoredList>>();

/**
 * Restores the list state of the user, e.g. when returning from a study. Starts with `initial` on
 * the first visit, or when the address names the item to show and is newly opened; going back to
 * that address restores the list. A page reload drops the state.
 */
export function useListMemory(list: string, isNamed: boolean, initial: ListState): ListMemory {
  const { session } = useApplication().services;
  const { key } = useLocation();
  const [memory] = useState((): ListMemory => {
    const stored = memories.get(session) ?? new Map<string, StoredList>();
    memories.set(session, stored);
    const listKey = `${session.store.getState().user?.id ?? ''} ${list}`;
    const before = stored.get(listKey);
    const visit = isNamed ? key : null;
    const isFresh = before === undefined || (visit !== null && visit !== before.visit);
    const restored = isFresh ? initial : before.state;
    let now = restored;
    return {
      restored,
      save(change) {
        now = { ...now, ...change };
        stored.set(listKey, { visit: visit ?? before?.visit ?? null, state: now });
      },
    };
  });
  return memory;
}
