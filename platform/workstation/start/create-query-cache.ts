import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isOffline, problemKind } from '#core';
import { ProblemError, toDisposable } from '#foundation';
import type { Application } from '../application/application.ts';
import { watchStudyEvents } from './watch-study-events.ts';

/** Retries only when the server was unreachable, because a rejected call stays rejected. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ProblemError && isOffline(error.problem);
}

/**
 * Creates the query cache of the pages. Clears the cache on every change of user, because a session
 * can end without a reload and the next user must not see its patients. Repeats failed queries
 * after a reconnect.
 */
export function createQueryCache(application: Application): QueryClient {
  const { host, services } = application;
  const { notices } = services;
  const queryCache = new QueryCache({
    // The page shows the error; unexpected faults are also logged.
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
