import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { routes } from '#contracts';
import { unwrap } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { recordTexts } from '../texts/record-texts.ts';

const HOUR_MS = 3_600_000;

/** Returns a function that names an account: 'You', a colleague's name, or 'Someone' if unknown. */
export function useAccountName(): (accountId: string | null) => string {
  const { api, session } = useApplication().services;
  const userId = useStore(session.store, ({ user }) => user?.id ?? null);
  const { data } = useQuery({
    queryKey: ['colleagues'],
    enabled: session.mayCall(routes.listColleagues),
    staleTime: HOUR_MS,
    queryFn: async ({ signal }) => {
      const { items } = unwrap(await api.call(routes.listColleagues, { signal }));
      return new Map(items.map(({ id, name }) => [id, name]));
    },
  });
  return useCallback(
    (accountId) => {
      if (accountId !== null && accountId === userId) return recordTexts.you;
      return (accountId === null ? undefined : data?.get(accountId)) ?? recordTexts.unknownUser;
    },
    [userId, data],
  );
}
