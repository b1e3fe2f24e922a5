import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { TableSort } from '#ui';
import type { Application } from '../../start/application.ts';
import { useApplication } from '../../start/application-context.ts';
import type { ListFilters } from './filters.ts';

/** How a list was left: what was searched for, how it was narrowed and sorted, and who was chosen. */
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
  /** The visit whose address said how the list begins; null where an address said nothing. */
  readonly visit: string | null;
  readonly state: ListState;
}

/** By person and list; in memory alone, for words of a search name patients. */
const memories = new WeakMap<Application['services']['session'], Map<string, StoredList>>();

/**
 * The list as this person left it, so that whoever comes back from a study goes on where they were;
 * `anew` where they were not here yet, or come by an address that says by itself what to show. Going
 * back to such an address is no new coming. A page that is loaded anew has forgotten it.
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
