import type { Result } from '#foundation';
import {
  type InfiniteList,
  type Loaded,
  type Page,
  type PageQuery,
  useInfiniteList,
  useLoaded,
} from '#ui';
import { useAdmin } from './admin-context.ts';

/** Adds the user's organization to a query key, so that organizations never share data. */
function useAdminKey(key: readonly unknown[]): readonly unknown[] {
  const { user } = useAdmin();
  return ['admin', user.organization.id, ...key];
}

/** Loads a value of the user's organization when its view opens, and again every `refreshMs`. */
export function useAdminValue<T>(
  key: string,
  read: (signal: AbortSignal) => Promise<Result<T>>,
  refreshMs?: number,
): Loaded<T> {
  return useLoaded(useAdminKey([key]), read, {
    uncached: true,
    ...(refreshMs === undefined ? {} : { refreshMs }),
  });
}

/**
 * Loads a list of the user's organization page by page. Returns the items of the previous key until
 * those of a new key are loaded.
 */
export function useAdminList<Item>(
  key: readonly unknown[],
  read: (page: PageQuery, signal: AbortSignal) => Promise<Result<Page<Item>>>,
  refreshMs?: (items: readonly Item[], pageCount: number) => number | false,
): InfiniteList<Item> {
  return useInfiniteList(useAdminKey(key), read, {
    uncached: true,
    keepsPrevious: true,
    ...(refreshMs === undefined ? {} : { refreshMs }),
  });
}
