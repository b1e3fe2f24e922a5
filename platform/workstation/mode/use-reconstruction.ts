import { useQuery } from '@tanstack/react-query';
import { type Job, routes } from '#contracts';
import { type Problem, ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';

/**
 * Returns the latest reconstruction of a scan, from the server and from live messages. Null when
 * the scan never had one, undefined while unknown.
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
    // A job from an earlier visit may have ended without a received message.
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
  // For the same job, the live message is newer than the loaded row.
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
