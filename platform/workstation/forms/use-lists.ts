import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type HardCodedList, routes, translateList } from '#contracts';
import { type Problem, ProblemError, unwrap } from '#foundation';
import type { Option } from '#ui';
import { useApplication } from '../application/application-context.ts';

/** Code lists of the site. */
export interface Lists {
  /** Lists by id; null until loaded. */
  readonly byId: ReadonlyMap<string, HardCodedList> | null;
  readonly problem: Problem | null;
  /** Items of a list in its order; empty until loaded. */
  options(listId: string): readonly Option<string>[];
  /** Label of an item; the id when the item is no longer offered. */
  label(listId: string, id: string): string;
  refresh(): void;
}

const NO_OPTIONS: readonly Option<string>[] = [];

/** Loads the code lists of the site once, because they change only with the site configuration. */
export function useLists(): Lists {
  const { api } = useApplication().services;
  const query = useQuery({
    queryKey: ['lists'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { items } = unwrap(await api.call(routes.listLists, { signal }));
      return new Map(items.map((list) => [list.listId, translateList(list)]));
    },
  });
  const { data: byId = null, error, refetch } = query;
  return useMemo(
    () => ({
      byId,
      problem: error instanceof ProblemError ? error.problem : null,
      options: (listId) => byId?.get(listId)?.items ?? NO_OPTIONS,
      label: (listId, id) => byId?.get(listId)?.items.find((item) => item.id === id)?.label ?? id,
      refresh: () => void refetch(),
    }),
    [byId, error, refetch],
  );
}
