import { useInfiniteQuery } from '@tanstack/react-query';
import { type Attachment, routes } from '#contracts';
import { type Problem, ProblemError } from '#foundation';
import { useApplication } from '../start/application-context.ts';

export const attachmentsKey = (patientId: string) => ['attachments', patientId] as const;

/** Attachments of a patient, newest first; null while they are not there. */
export function useAttachments(patientId: string): {
  readonly items: readonly Attachment[] | null;
  readonly problem: Problem | null;
  readonly hasMore: boolean;
  loadMore(): void;
  refresh(): void;
} {
  const { api } = useApplication().services;
  const query = useInfiniteQuery({
    queryKey: attachmentsKey(patientId),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await api.call(routes.listAttachmentsOfPatient, {
        params: { id: patientId },
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      });
      if (!answer.ok) throw new ProblemError(answer.problem);
      return answer.value;
    },
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  return {
    items: query.data?.pages.flatMap((page) => page.items) ?? null,
    problem: query.error instanceof ProblemError ? query.error.problem : null,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    refresh: () => void query.refetch(),
  };
}
