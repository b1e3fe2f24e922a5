import { useQuery } from '@tanstack/react-query';
import { type Job, routes } from '#contracts';
import { type Problem, ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../start/application-context.ts';

/**
 * The latest reconstruction of a scan: its row as the server holds it when the page opens, and the
 * hints from then on. Null: the scan never had one; undefined: not known yet.
 */
export function useReconstruction(
  scanId: string | null,
  wanted: boolean,
): { readonly job: Job | null | undefined; readonly problem: Problem | null; refresh(): void } {
  const { api, jobs } = useApplication().services;
  const heard = useStore(jobs.store, (all) =>
    all
      .filter((job) => job.jobType === 'R3D' && job.entityId === scanId)
      .reduce<Job | null>(newer, null),
  );
  const query = useQuery({
    queryKey: ['reconstruction', scanId],
    enabled: wanted && scanId !== null,
    // A job of an earlier visit may have ended while nobody listened.
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Job | null> => {
      const params = { entityId: scanId ?? '', jobType: 'R3D' as const };
      const latest = await api.call(routes.latestJob, { params, signal });
      if (latest.ok) return latest.value;
      if (latest.problem.code === 'NOT_FOUND') return null;
      throw new ProblemError(latest.problem);
    },
  });
  // Of the same job the row that was heard is the later one: it came by a hint.
  const read = query.data;
  const isRead = read !== null && read !== undefined && read.id !== heard?.id;
  const job = isRead ? newer(heard, read) : (heard ?? read);
  const failed = job === undefined && query.error instanceof ProblemError;
  return {
    job,
    problem: failed && query.error instanceof ProblemError ? query.error.problem : null,
    refresh: () => void query.refetch(),
  };
}

function newer(one: Job | null, other: Job): Job {
  return one === null || other.createdAt > one.createdAt ? other : one;
}
