import { useQuery } from '@tanstack/react-query';
import { type ListedStudy, routes } from '#contracts';
import { ProblemError } from '#foundation';
import { useLastSeen } from '../lists/use-last-seen.ts';
import { useApplication } from '../start/application-context.ts';

/**
 * The chosen study, else the first of the list. One that the list no longer shows, as its priority
 * or state has changed, stays as it was seen last, with what is saved by now.
 */
export function useSelectedStudy(
  items: readonly ListedStudy[],
  chosenId: string | null,
): ListedStudy | null {
  const { api } = useApplication().services;
  const { inList, lastSeen } = useLastSeen(items, chosenId);
  const id = lastSeen?.id ?? '';
  const saved = useQuery({
    queryKey: ['studies', 'one', id, lastSeen?.version],
    enabled: inList === null && lastSeen !== null,
    queryFn: async ({ signal }) => {
      const answer = await api.call(routes.getStudy, { params: { id }, signal });
      if (!answer.ok) throw new ProblemError(answer.problem);
      return answer.value;
    },
  });
  if (inList !== null) return inList;
  if (lastSeen === null || saved.error !== null) return items[0] ?? null;
  return saved.data === undefined ? lastSeen : { ...lastSeen, ...saved.data };
}
