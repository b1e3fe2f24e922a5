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
  enabled: boolean,
): { readonly job: Job | null | undefined; readonly problem: Problem | null; refresh(): void } {
  const { api, jobs } = useApplication().services;
  const liveJob = useStore(jobs.store, (all) =>
    all
      .filter((job) => job.jobType === 'R3D' && job.entityId === scanId)
      .reduce<Job | null>(newer, null),
  );
  const query = useQuery({
    queryKey: ['reconstruction', scanId],
    enabled: enabled && scanId !== null,
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
  const isRead = read !== null && read !== undefined && read.id !== liveJob?.id;
  const job = isRead ? newer(liveJob, read) : (liveJob ?? read);
  const failed = job === undefined && query.error instanceof ProblemError;
  return {
    job,
    problem: failed && query.error instanceof ProblemError ? query.error.problem : null,
    refresh: () => void query.refetch(),
  };
}

function newer(job: Job | null, other: Job): Job {
  return job === null || other.createdAt > job.createdAt ? other : job;
}
