import { useDeferredValue, useEffect, useEffectEvent } from 'react';
import { type CallProblem, isOffline } from '#core';
import type { Problem, Result } from '#foundation';
import { type Page, type PageQuery, useInfiniteList } from '#ui';
import { useApplication } from '../application/application-context.ts';

/** Items of a list that is loaded page by page. */
export interface Paged<Item> {
  readonly items: readonly Item[];
  /** Number of matches on the server; null while unknown. */
  readonly total: number | null;
  readonly problem: Problem | null;
  /** True when the items belong to the current query; false while loading. */
  readonly current: boolean;
  /** True while the first page loads and nothing is shown. */
  readonly loading: boolean;
  readonly loadingMore: boolean;
  loadMore(): void;
  refresh(): void;
}

/** Page size; more than a screen of 28 px rows. */
export const PAGE_ITEMS = 100;
/** Interval in ms in which lists and counts reload. */
export const REFRESH_MS = 30_000;
/** Lists with more pages are not refreshed automatically, because a refresh reads every page. */
const MAX_REFRESHED_PAGES = 4;

const NO_ITEMS: readonly never[] = [];

/**
 * Ignores an unreachable server while items are shown, because the app bar already shows Offline.
 */
function shownProblem(problem: Problem | null, isShown: boolean): Problem | null {
  return problem !== null && isShown && isOffline(problem) ? null : problem;
}

/**
 * List loaded page by page. Refreshes every 30 s, or as `refreshMsOf` returns, after a reconnect and
 * when `changeKey` changes, unless the list has more than `MAX_REFRESHED_PAGES` pages.
 */
export function usePaged<Item>(
  key: readonly unknown[],
  read: (page: PageQuery, signal: AbortSignal) => Promise<Result<Page<Item>, CallProblem>>,
  changeKey: string,
  refreshMsOf: (items: readonly Item[]) => number = () => REFRESH_MS,
): Paged<Item> {
  const { live } = useApplication().services;
  const list = useInfiniteList<Item>(key, read, {
    keepsPrevious: true,
    refreshMs: (items, pageCount) =>
      pageCount <= MAX_REFRESHED_PAGES ? refreshMsOf(items) : false,
  });
  const { refresh } = list;
  const isShort = list.pageCount <= MAX_REFRESHED_PAGES;
  useEffect(() => {
    const subscription = live.onRefresh(() => {
      if (isShort) refresh();
    });
    return () => subscription.dispose();
  }, [live, refresh, isShort]);
  const onChangeKey = useEffectEvent((latestKey: string) => {
    // Empty until the first change.
    if (latestKey !== '' && isShort) refresh();
  });
  useEffect(() => onChangeKey(changeKey), [changeKey]);
  const allItems = list.items ?? NO_ITEMS;
  // Renders new rows with low priority to keep typing and scrolling responsive.
  const items = useDeferredValue(allItems);
  const isLoaded = list.items !== null;
  return {
    items,
    total: list.total,
    problem: shownProblem(list.problem, isLoaded),
    current: isLoaded && !list.loading && items === allItems,
    loading: list.loading && !isLoaded,
    loadingMore: list.loadingMore,
    loadMore: list.loadMore,
    refresh,
  };
}
