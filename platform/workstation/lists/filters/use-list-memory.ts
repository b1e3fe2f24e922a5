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
  /** Absent values are those of the list's initial state. */
  readonly state: Partial<ListState>;
}

/**
 * List states by user and list. Kept in memory only, because search texts contain patient names.
 */
const memories = new WeakMap<Application['services']['session'], Map<string, StoredList>>();

/** Returns the list states of the session, and the key of a list of its current user. */
function memoryOf(session: Application['services']['session'], listName: string) {
  const stored = memories.get(session) ?? new Map<string, StoredList>();
  memories.set(session, stored);
  return { stored, listKey: `${session.store.getState().user?.id ?? ''} ${listName}` };
}

/**
 * Sets the state in which a list opens next, in place of its last state. Serves searches with
 * patient names, which must not be part of an address.
 */
export function presetList(
  { services: { session } }: Pick<Application, 'services'>,
  listName: string,
  state: Partial<ListState>,
): void {
  const { stored, listKey } = memoryOf(session, listName);
  stored.set(listKey, { visit: null, state });
}

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
    const { stored, listKey } = memoryOf(session, listName);
    const previous = stored.get(listKey);
    const visit = addressSetsState ? key : null;
    const isFresh = previous === undefined || (visit !== null && visit !== previous.visit);
    const restored = isFresh ? initial : { ...initial, ...previous.state };
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
