import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isOffline, problemKind } from '#core';
import { ProblemError, toDisposable } from '#foundation';
import type { Application } from './application.ts';
import { watchStudyEvents } from './watch-study-events.ts';

/** A server that was not reached may be there in a moment; a refusal stays a refusal. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ProblemError && isOffline(error.problem);
}

/**
 * What the pages have read. Emptied whenever somebody else, or nobody, is signed in: a session may
 * end without a reload, and the next person may not be allowed a single name of it. What could not
 * be read while the server was away is read when it is back.
 */
export function createQueryCache(application: Application): QueryClient {
  const { host, services } = application;
  const { notices } = services;
  const queryCache = new QueryCache({
    // The page shows what failed in its place; a fault is logged besides.
    onError: (error) => {
      const fault = error instanceof ProblemError ? error.problem : null;
      if (fault !== null && problemKind(fault) === 'other') notices.reportFault(fault);
    },
  });
  const queries = new QueryClient({
    queryCache,
    defaultOptions: { queries: { retry: shouldRetry, staleTime: 5_000 } },
  });
  host.scope.own(
    toDisposable(
      services.session.store.subscribe((state, previous) => {
        if (state.user?.id !== previous.user?.id) queries.clear();
      }),
    ),
  );
  host.scope.own(
    services.connection.onReconnect(() => {
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error',
      });
    }),
  );
  host.scope.own(watchStudyEvents(application, queries));
  return queries;
}
