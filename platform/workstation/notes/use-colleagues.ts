import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { routes } from '#contracts';
import { ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { recordTexts } from '../texts/record-texts.ts';

const AN_HOUR_MS = 3_600_000;

/** Names by account id: 'You', a colleague's name, or 'Someone' while that is not known. */
export function useColleagues(): (accountId: string | null) => string {
  const { api, session } = useApplication().services;
  const own = useStore(session.store, ({ user }) => user?.id ?? null);
  const { data } = useQuery({
    queryKey: ['colleagues'],
    enabled: session.can(['PATIENT_VIEW']),
    staleTime: AN_HOUR_MS,
    queryFn: async ({ signal }) => {
      const answer = await api.call(routes.listColleagues, { signal });
      if (!answer.ok) throw new ProblemError(answer.problem);
      return new Map(answer.value.items.map(({ id, name }) => [id, name]));
    },
  });
  return useCallback(
    (accountId) => {
      if (accountId !== null && accountId === own) return recordTexts.you;
      return (accountId === null ? undefined : data?.get(accountId)) ?? recordTexts.someone;
    },
    [own, data],
  );
}
