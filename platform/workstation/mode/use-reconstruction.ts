import { useQuery } from '@tanstack/react-query';
import { type Job, routes } from '#contracts';
import { type Problem, ProblemError } from '#foundation';
import { useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';

/**
 * Returns the latest reconstruction job of a scan, from the server and from live messages: null
 * when the scan never had such a job, undefined while unknown.
 */
export function useReconstruction(
  scanId: string | null,
  enabled: boolean,
): { readonly job: Job | null | undefined; readonly problem: Problem | null; refresh(): void } {
  const { api, jobs } = useApplication().services;
  const liveJob = useStore(jobs.store, (list) => {
    const ofScan = list.filter((job) => job.jobType === 'R3D' && job.entityId === scanId);
    return ofScan.reduce<Job | null>(newerOf, null);
  });
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
  const loadedJob = query.data;
  const isOtherJob = loadedJob !== null && loadedJob !== undefined && loadedJob.id !== liveJob?.id;
  // For the same job, the live message is newer than the loaded row.
  const job = isOtherJob ? newerOf(liveJob, loadedJob) : (liveJob ?? loadedJob);
  const error = job === undefined ? query.error : null;
  return {
    job,
    problem: error instanceof ProblemError ? error.problem : null,
    refresh: () => void query.refetch(),
  };
}

/** Returns the job that was created later. */
function newerOf(job: Job | null, other: Job): Job {
  return job === null || other.createdAt > job.createdAt ? other : job;
}
