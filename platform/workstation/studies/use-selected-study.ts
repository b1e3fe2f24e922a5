import { useQuery } from '@tanstack/react-query';
import { type ListedStudy, routes } from '#contracts';
import { unwrap } from '#foundation';
import { useApplication } from '../application/application-context.ts';
import { useLastShown } from '../lists/use-last-shown.ts';

/**
 * Returns the selected study, otherwise the first of the list. A study that left the list, e.g. by
 * a new priority, keeps its last shown data, updated with the saved values.
 */
export function useSelectedStudy(
  items: readonly ListedStudy[],
  selectedId: string | null,
): ListedStudy | null {
  const { api } = useApplication().services;
  const { inList, lastShown } = useLastShown(items, selectedId);
  const id = lastShown?.id ?? '';
  const saved = useQuery({
    queryKey: ['studies', 'one', id, lastShown?.version],
    enabled: inList === null && lastShown !== null,
    queryFn: async ({ signal }) => {
      return unwrap(await api.call(routes.getStudy, { params: { id }, signal }));
    },
  });
  if (inList !== null) return inList;
  if (lastShown === null || saved.error !== null) return items[0] ?? null;
  return saved.data === undefined ? lastShown : { ...lastShown, ...saved.data };
}
