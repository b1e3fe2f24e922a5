import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routes } from '#contracts';
import { ProblemError, unwrap } from '#foundation';
import { ErrorCard, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import { WaitingTime } from '../lists/waiting-time.tsx';
import { homeTexts as texts } from '../texts/home-texts.ts';
import { HomeLines } from './home-lines.tsx';
import styles from './pages.module.css';

const MAX_REPORTS = 5;

/** Reports that the user has begun and that are not signed. */
export function HomeReports(): ReactNode {
  const { api } = useApplication().services;
  const query = useQuery({
    queryKey: ['studies', 'home', 'unsigned'],
    refetchInterval: 30_000,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.call(routes.listStudies, {
          query: { unsigned: 'mine', sort: 'waiting', limit: MAX_REPORTS },
          signal,
        }),
      ),
  });
  if (query.error instanceof ProblemError) {
    return <ErrorCard problem={query.error.problem} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Spinner label={texts.loading} />;
  const { items, total } = query.data;
  return (
    <section className={styles.card} aria-label={texts.toSign}>
      <h3>{texts.toSign}</h3>
      {items.length === 0 ? <p>{texts.nothingToSign}</p> : null}
      <HomeLines
        studies={items}
        linkOf={({ id }) => `/scan?study=${id}`}
        details={({ readingState, waitingSince }) => (
          <>
            <ReadingStateMark state={readingState} />
            <WaitingTime since={waitingSince} />
          </>
        )}
      />
      {total > items.length ? <p>{texts.moreStudies(total - items.length)}</p> : null}
    </section>
  );
}
