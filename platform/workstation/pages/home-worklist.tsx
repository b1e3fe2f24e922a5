import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type ListedStudy, type ReadingState, readingState, routes } from '#contracts';
import { type ReadingList, WAITING_STUDIES } from '#core';
import { formatNumber, ProblemError, unwrap } from '#foundation';
import { ErrorCard, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import { WaitingTime } from '../lists/waiting-time.tsx';
import { PriorityMark } from '../studies/priority-mark.tsx';
import { studyName } from '../studies/study-name.ts';
import { homeTexts as texts } from '../texts/home-texts.ts';
import styles from './pages.module.css';

/** Number of cases that are shown. */
const MAX_CASES = 5;

/** Studies waiting for a reader: the next cases, and the number of studies by state. */
export function HomeWorklist({ blind }: { readonly blind: boolean }): ReactNode {
  const { api, readingList } = useApplication().services;
  const query = useQuery({
    queryKey: ['studies', 'home', blind],
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => {
      const [counts, next] = await Promise.all([
        api.call(routes.countStudies, { query: {}, signal }),
        api.call(routes.listStudies, {
          query: blind ? { limit: 1 } : { ...WAITING_STUDIES, limit: MAX_CASES },
          signal,
        }),
      ]);
      return { counts: unwrap(counts), waiting: unwrap(next) };
    },
  });
  if (query.error instanceof ProblemError) {
    return <ErrorCard problem={query.error.problem} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Spinner label={texts.loading} />;
  const { counts, waiting } = query.data;
  const [next = null, ...others] = waiting.items;
  const opened = (studyId: string): void => openFromHome(readingList, waiting, studyId);
  return (
    <section className={styles.card} aria-label={texts.worklist}>
      <h3>{blind ? texts.annotate(counts.total) : texts.worklist}</h3>
      {next === null ? (
        <p>{texts.noNewStudies}</p>
      ) : (
        <NextStudy study={next} blind={blind} onOpen={() => opened(next.id)} />
      )}
      {others.length === 0 ? null : <Cases studies={others} onOpen={opened} />}
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

function NextStudy(props: {
  readonly study: ListedStudy;
  readonly blind: boolean;
  onOpen(): void;
}) {
  const { study, blind, onOpen } = props;
  return (
    <Link to={`/scan?study=${study.id}`} className={styles.next} onClick={onOpen}>
      <strong>{blind ? texts.openFirst : texts.readNext}</strong>
      <span>{studyName(study)}</span>
      {blind ? null : <PriorityMark priority={study.priority} />}
      <WaitingTime since={study.waitingSince} />
    </Link>
  );
}

/** The cases after the next one, each with its priority and waiting time. */
function Cases(props: { readonly studies: readonly ListedStudy[]; onOpen(id: string): void }) {
  return (
    <ul className={styles.lines} aria-label={texts.nextCases}>
      {props.studies.map((study) => (
        <li key={study.id}>
          <Link to={`/scan?study=${study.id}`} onClick={() => props.onOpen(study.id)}>
            <strong>{studyName(study)}</strong>
            <PriorityMark priority={study.priority} />
            <WaitingTime since={study.waitingSince} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface Waiting {
  readonly items: readonly ListedStudy[];
  readonly total: number;
}

/** Continues with the waiting studies after one that is opened here. */
function openFromHome(readingList: ReadingList, { items, total }: Waiting, studyId: string): void {
  const order = items.map(({ id }) => id);
  const number = order.indexOf(studyId) + 1;
  readingList.open({ query: WAITING_STUDIES, studyId, order, number, total });
}
