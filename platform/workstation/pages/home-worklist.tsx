import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type ListedStudy, type ReadingState, readingState, routes } from '#contracts';
import { formatNumber, ProblemError, unwrap } from '#foundation';
import { ErrorCard, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import { PriorityMark } from '../studies/priority-mark.tsx';
import { studyName } from '../studies/study-name.ts';
import { homeTexts as texts } from '../texts/home-texts.ts';
import styles from './pages.module.css';

/** Studies waiting for a reader, and the next study that is not started. */
export function HomeWorklist({ blind }: { readonly blind: boolean }): ReactNode {
  const { api } = useApplication().services;
  const query = useQuery({
    queryKey: ['studies', 'home', blind],
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => {
      const [counts, next] = await Promise.all([
        api.call(routes.countStudies, { query: {}, signal }),
        api.call(routes.listStudies, {
          query: blind
            ? { limit: 1 }
            : { limit: 1, readingState: 'NEW', claimed: 'none', state: 'C', sort: 'waiting' },
          signal,
        }),
      ]);
      return { counts: unwrap(counts), next: unwrap(next).items[0] ?? null };
    },
  });
  if (query.error instanceof ProblemError) {
    return <ErrorCard problem={query.error.problem} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Spinner label={texts.loading} />;
  const { counts, next } = query.data;
  return (
    <section className={styles.card} aria-label={texts.worklist}>
      <h3>{blind ? texts.annotate(counts.total) : texts.worklist}</h3>
      {next === null ? <p>{texts.noNewStudies}</p> : <NextStudy study={next} blind={blind} />}
      {blind ? null : (
        <ul className={styles.counts}>
          {readingState.codes.map((state) => (
            <StateCount key={state} state={state} count={counts.byReadingState[state]} />
          ))}
        </ul>
      )}
    </section>
  );
}

function StateCount({ state, count }: { readonly state: ReadingState; readonly count: number }) {
  return (
    <li>
      <Link to={`/study-list?state=${state}`}>
        <ReadingStateMark state={state} />
        <b>{formatNumber(count)}</b>
      </Link>
    </li>
  );
}

function NextStudy({ study, blind }: { readonly study: ListedStudy; readonly blind: boolean }) {
  return (
    <Link to={`/scan?study=${study.id}`} className={styles.next}>
      <strong>{blind ? texts.openFirst : texts.readNext}</strong>
      <span>{studyName(study)}</span>
      {blind ? null : <PriorityMark priority={study.priority} />}
    </Link>
  );
}
