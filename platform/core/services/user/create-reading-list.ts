import { createStore } from 'zustand/vanilla';
import type { ApiClient, CallProblem } from '#api-client';
import { type ListedStudy, routes } from '#contracts';
import { ok, type Result } from '#foundation';
import type { Session } from '../../session/session.ts';
import {
  type OpenedList,
  type ReadingList,
  type ReadingPosition,
  type ReadingQuery,
  WAITING_STUDIES,
} from './reading-list.ts';

export interface ReadingListOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly session: Pick<Session, 'store'>;
}

/** Studies per call; the maximum of the API. */
const PAGE_ITEMS = 200;
/** Maximum number of studies that are searched for the next one. */
const MAX_ITEMS = 2_000;

interface Listed {
  readonly items: readonly ListedStudy[];
  readonly total: number;
}

export function createReadingList({ api, session }: ReadingListOptions): ReadingList {
  const store = createStore<ReadingPosition | null>(() => null);
  let opened: OpenedList | null = null;
  const userId = (): string | null => session.store.getState().user?.id ?? null;

  function set(list: OpenedList | null): void {
    opened = list;
    const { studyId, number, total } = list ?? {};
    const isKnown = studyId !== undefined && number !== undefined && total !== undefined;
    store.setState(isKnown ? { studyId, number, total } : null, true);
  }

  async function read(query: ReadingQuery): Promise<Result<Listed, CallProblem>> {
    const items: ListedStudy[] = [];
    let cursor: string | null = null;
    let total = 0;
    do {
      const page: Awaited<ReturnType<typeof readPage>> = await readPage(query, cursor);
      if (!page.ok) return page;
      items.push(...page.value.items);
      total = page.value.total;
      cursor = page.value.nextCursor;
    } while (cursor !== null && items.length < MAX_ITEMS);
    return ok({ items, total });
  }

  const readPage = (query: ReadingQuery, cursor: string | null) =>
    api.call(routes.listStudies, {
      query: { ...query, limit: PAGE_ITEMS, ...(cursor === null ? {} : { cursor }) },
    });

  const stop = session.store.subscribe((state, previous) => {
    if (state.user?.id !== previous.user?.id) set(null);
  });

  return {
    store,
    open: set,
    async next(studyId) {
      const list = opened?.studyId === studyId ? opened : null;
      const readerId = userId();
      const query = list?.query ?? WAITING_STUDIES;
      const listed = await read(query);
      if (!listed.ok) return listed;
      if (userId() !== readerId) return ok(null);
      const { items, total } = listed.value;
      const order = items.map(({ id }) => id);
      const start = indexAfter(order, list?.order ?? [], studyId);
      const index = items.findIndex(
        (study, at) => at >= start && study.id !== studyId && isReadable(study, query, readerId),
      );
      const next = items[index];
      if (next === undefined) return ok(null);
      // Another list may have been opened meanwhile.
      if (list !== null && opened === list)
        set({ query, order, studyId: next.id, number: index + 1, total });
      return ok(next.id);
    },
    dispose: stop,
  };
}

/**
 * Returns the index from which the list goes on after a study. A study that has left the list is
 * located by the studies that came after it, then by those before it.
 */
function indexAfter(order: readonly string[], earlier: readonly string[], studyId: string): number {
  const index = order.indexOf(studyId);
  if (index >= 0) return index + 1;
  const left = earlier.indexOf(studyId);
  if (left < 0) return 0;
  const indexOf = new Map(order.map((id, at) => [id, at]));
  const after = earlier.slice(left + 1).find((id) => indexOf.has(id));
  if (after !== undefined) return indexOf.get(after) ?? 0;
  const before = earlier.slice(0, left).findLast((id) => indexOf.has(id));
  return before === undefined ? 0 : (indexOf.get(before) ?? 0) + 1;
}

function isReadable(study: ListedStudy, query: ReadingQuery, readerId: string | null): boolean {
  const { claimedBy, readingState, scanCount } = study;
  if (scanCount === 0) return false;
  if (claimedBy !== null && claimedBy.accountId !== readerId) return false;
  const isSigned = readingState === 'SIGNED' || readingState === 'ADDENDUM';
  return !isSigned || query.readingState !== undefined;
}
