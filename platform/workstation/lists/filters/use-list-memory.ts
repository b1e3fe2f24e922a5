import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { TableSort } from '#ui';
import type { Application } from '../../start/application.ts';
import { useApplication } from '../../start/application-context.ts';
import type { ListFilters } from './filters.ts';

/** How a list was left: what was searched for, how it was narrowed and sorted, and who was chosen. */
export interface ListLeft {
  readonly text: string;
  readonly filters: ListFilters;
  readonly sort: TableSort;
  readonly chosenId: string | null;
}

export interface ListMemory {
  readonly left: ListLeft;
  keep(change: Partial<ListLeft>): void;
}

interface Kept {
  /** The visit whose address said how the list begins; null where an address said nothing. */
  readonly visit: string | null;
  readonly left: ListLeft;
}

/** By person and list; in memory alone, for words of a search name patients. */
const memories = new WeakMap<Application['services']['session'], Map<string, Kept>>();

/**
 * The list as this person left it, so that whoever comes back from a study goes on where they were;
 * `anew` where they were not here yet, or come by an address that says by itself what to show. Going
 * back to such an address is no new coming. A page that is loaded anew has forgotten it.
 */
export function useListMemory(list: string, isNamed: boolean, anew: ListLeft): ListMemory {
  const { session } = useApplication().services;
  const { key } = useLocation();
  const [memory] = useState((): ListMemory => {
    const kept = memories.get(session) ?? new Map<string, Kept>();
    memories.set(session, kept);
    const place = `${session.store.getState().user?.id ?? ''} ${list}`;
    const before = kept.get(place);
    const visit = isNamed ? key : null;
    const isAnew = before === undefined || (visit !== null && visit !== before.visit);
    const left = isAnew ? anew : before.left;
    let now = left;
    return {
      left,
      keep(change) {
        now = { ...now, ...change };
        kept.set(place, { visit: visit ?? before?.visit ?? null, left: now });
      },
    };
  });
  return memory;
}
