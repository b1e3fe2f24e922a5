import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { routes } from '#contracts';
import { dayOf, localTimeZone, ProblemError, timeOf, unwrap } from '#foundation';
import { ErrorCard, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import { patientName } from '../patients/shared/patient-name.ts';
import { patientSummary } from '../patients/shared/patient-summary.ts';
import { homeTexts as texts } from '../texts/home-texts.ts';
import styles from './pages.module.css';

const MAX_PATIENTS = 8;

/** Patients whose newest study is from today, for operators. */
export function HomePatients(): ReactNode {
  const { api } = useApplication().services;
  const today = dayOf(Date.now());
  const query = useQuery({
    queryKey: ['patients', 'home', today],
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => {
      return unwrap(
        await api.call(routes.searchPatients, {
          query: {
            lastStudyFrom: today,
            timeZone: localTimeZone(),
            sort: 'lastStudy',
            limit: MAX_PATIENTS,
          },
          signal,
        }),
      );
    },
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
      <ul className={styles.lines}>
        {items.map((patient) => (
          <li key={patient.id}>
            <Link to={`/patient-list?patient=${patient.id}`}>
              <strong>{patientName(patient)}</strong>
              <span>{patientSummary(patient)}</span>
              <span>{patient.lastStudyAt === null ? '' : timeOf(patient.lastStudyAt)}</span>
              <ReadingStateMark state={patient.readingState} />
            </Link>
          </li>
        ))}
      </ul>
      {total > items.length ? <p>{texts.moreToday(total - items.length)}</p> : null}
    </section>
  );
}
