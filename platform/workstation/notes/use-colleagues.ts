import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { routes } from '#contracts';
import { ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { recordTexts } from '../texts/record-texts.ts';

const HOUR_MS = 3_600_000;

/** Returns names by account id: 'You', a colleague's name, or 'Someone' while unknown. */
export function useColleagues(): (accountId: string | null) => string {
  const { api, session } = useApplication().services;
  const userId = useStore(session.store, ({ user }) => user?.id ?? null);
  const { data } = useQuery({
    queryKey: ['colleagues'],
    enabled: session.can(['PATIENT_VIEW']),
    staleTime: HOUR_MS,
    queryFn: async ({ signal }) => {
      const response = await api.call(routes.listColleagues, { signal });
      if (!response.ok) throw new ProblemError(response.problem);
      return new Map(response.value.items.map(({ id, name }) => [id, name]));
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
