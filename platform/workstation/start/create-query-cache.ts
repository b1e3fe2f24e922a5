import { QueryClient } from '@tanstack/react-query';
import { isOffline } from '#core';
import { ProblemError, toDisposable } from '#foundation';
import type { Application } from './application.ts';

/** A server that was not reached may be there in a moment; a refusal stays a refusal. */
function worthAnother(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ProblemError && isOffline(error.problem);
}

/**
 * What the pages have read. Emptied whenever somebody else, or nobody, is signed in: a session may
 * end without a reload, and the next person may not be allowed a single name of it.
 */
export function createQueryCache({ host, services }: Application): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: worthAnother, staleTime: 5_000 } },
  });
  host.scope.own(
    toDisposable(
      services.session.store.subscribe((state, previous) => {
        if (state.user?.id !== previous.user?.id) queries.clear();
      }),
    ),
  );
  return queries;
}
