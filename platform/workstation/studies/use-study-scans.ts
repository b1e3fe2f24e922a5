import { useQuery } from '@tanstack/react-query';
import { routes, type Scan } from '#contracts';
import { type Problem, ProblemError, unwrap } from '#foundation';
import { useApplication } from '../application/application-context.ts';

/** Loads the scans of a study; null until loaded. */
export function useStudyScans(studyId: string): {
  readonly scans: readonly Scan[] | null;
  readonly problem: Problem | null;
  refresh(): void;
} {
  const { api } = useApplication().services;
  const query = useQuery({
    queryKey: ['study-scans', studyId],
    queryFn: async ({ signal }) => {
      return unwrap(await api.call(routes.listScansOfStudy, { params: { studyId }, signal })).items;
    },
  });
  return {
    scans: query.data ?? null,
    problem: query.error instanceof ProblemError ? query.error.problem : null,
    refresh: () => void query.refetch(),
  };
}
