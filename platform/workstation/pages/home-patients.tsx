import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ListedStudy, routes } from '#contracts';
import { dayOf, localTimeZone, ProblemError, timeOf, unwrap } from '#foundation';
import { ErrorCard, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import { patientSummary } from '../patients/shared/patient-summary.ts';
import { StudyJobs } from '../studies/study-jobs.tsx';
import { homeTexts as texts } from '../texts/home-texts.ts';
import { HomeLines } from './home-lines.tsx';
import styles from './pages.module.css';

const MAX_STUDIES = 8;

/** Patients of today with the scans of their study and their jobs, for operators. */
export function HomePatients(): ReactNode {
  const { api } = useApplication().services;
  const today = dayOf(Date.now());
  const query = useQuery({
    queryKey: ['studies', 'home', 'today', today],
    queryFn: async ({ signal }) =>
      unwrap(
        await api.call(routes.listStudies, {
          query: { from: today, timeZone: localTimeZone(), limit: MAX_STUDIES },
          signal,
        }),
      ),
    // More often while a scan is being recorded, because frames send no message.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ recordings }) => recordings.length > 0) === true ? 5_000 : 30_000,
  });
  if (query.error instanceof ProblemError) {
    return <ErrorCard problem={query.error.problem} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Spinner label={texts.loading} />;
  const { items, total } = query.data;
  return (
    <section className={styles.card} aria-label={texts.today}>
      <h3>{texts.today}</h3>
      {items.length === 0 ? <p>{texts.noExamsToday}</p> : null}
      <HomeLines
        studies={items}
        linkOf={({ patientId }) => `/patient-list?patient=${patientId}`}
        details={(study) => <ExamDetails study={study} />}
      />
      {total > items.length ? <p>{texts.moreToday(total - items.length)}</p> : null}
    </section>
  );
}

function ExamDetails({ study }: { readonly study: ListedStudy }): ReactNode {
  const { who, sides, createdAt, jobs, recordings, readingState } = study;
  return (
    <>
      {who === null ? null : <span>{patientSummary(who)}</span>}
      <span>{sides.length === 0 ? texts.notScanned : [...sides].sort().reverse().join(' · ')}</span>
      <StudyJobs jobs={jobs} recordings={recordings} />
      <span>{timeOf(createdAt)}</span>
      <ReadingStateMark state={readingState} />
    </>
  );
}
