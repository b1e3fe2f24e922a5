import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type HardCodedList, routes } from '#contracts';
import { type Problem, ProblemError } from '#foundation';
import type { Option } from '#ui';
import { useApplication } from '../application/application-context.ts';

export interface Lists {
  /** Null until loaded. */
  readonly all: ReadonlyMap<string, HardCodedList> | null;
  readonly problem: Problem | null;
  /** Items of a list in its order; empty until loaded. */
  options(listId: string): readonly Option<string>[];
  /** Label of an item; the id when the item is no longer offered. */
  label(listId: string, id: string): string;
  refresh(): void;
}

const NONE: readonly Option<string>[] = [];

/** Loads the code lists of the site once, because they change only with the site configuration. */
export function useLists(): Lists {
  const { api } = useApplication().services;
  const query = useQuery({
    queryKey: ['lists'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await api.call(routes.listLists, { signal });
      if (!response.ok) throw new ProblemError(response.problem);
      return new Map(response.value.items.map((list) => [list.listId, list]));
    },
  });
  const { data: all = null, error, refetch } = query;
  return useMemo(
    () => ({
      all,
      problem: error instanceof ProblemError ? error.problem : null,
      options: (listId) => all?.get(listId)?.items ?? NONE,
      label: (listId, id) => all?.get(listId)?.items.find((item) => item.id === id)?.label ?? id,
      refresh: () => void refetch(),
    }),
    [all, error, refetch],
  );
}
