import { useQuery } from '@tanstack/react-query';
import { type ReadingState, type Report, routes } from '#contracts';
import { unwrap } from '#foundation';
import { useApplication } from '../../application/application-context.ts';

/**
 * Returns the newest report of a study; null while loading, without permission or without a report.
 */
export function useLatestReport(studyId: string): Report | null {
  const { api, session } = useApplication().services;
  const query = useQuery({
    queryKey: ['reports', 'latest', studyId],
    enabled: session.mayCall(routes.listReportsOfStudy),
    queryFn: async ({ signal }) => {
      const params = { id: studyId };
      // Checks the list first, because requesting the latest report of a study without reports is
      // an error.
      const { total } = unwrap(
        await api.call(routes.listReportsOfStudy, { params, query: { limit: 1 }, signal }),
      );
      if (total === 0) return null;
      return unwrap(await api.call(routes.latestReportOfStudy, { params, signal }));
    },
  });
  return query.data ?? null;
}

/** Returns whether a study with this newest report or reading state has a signed report. */
export function isSigned(state: ReadingState | Report['state'] | undefined): boolean {
  return state === 'SIGNED' || state === 'ADDENDUM';
}
