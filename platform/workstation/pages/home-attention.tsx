import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type ListedStudy, routes } from '#contracts';
import { ProblemError, unwrap } from '#foundation';
import { ErrorCard, Spinner, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { StudyJobs } from '../studies/study-jobs.tsx';
import { homeTexts as texts } from '../texts/home-texts.ts';
import { HomeLines } from './home-lines.tsx';
import styles from './pages.module.css';

const MAX_STUDIES = 5;
/** Read so that scans that are being recorded leave enough others. */
const READ_STUDIES = 20;
const FOLLOW_UP_PATH = '/follow-up';

/** Failed jobs, incomplete scans and overdue follow-ups. */
export function HomeAttention(): ReactNode {
  const { api } = useApplication().services;
  const showsFollowUps = useFollowUpPage();
  const query = useQuery({
    queryKey: ['studies', 'home', 'attention', showsFollowUps],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const list = (filter: { readonly jobs: 'failed' } | { readonly state: 'I' }) =>
        api.call(routes.listStudies, { query: { ...filter, limit: READ_STUDIES }, signal });
      const [failed, incomplete, followUps] = await Promise.all([
        list({ jobs: 'failed' }),
        list({ state: 'I' }),
        showsFollowUps
          ? api.call(routes.listFollowUps, { query: { overdue: 'true', limit: 1 }, signal })
          : null,
      ]);
      return {
        failed: unwrap(failed).items.slice(0, MAX_STUDIES),
        // A scan that is being recorded needs no attention.
        incomplete: unwrap(incomplete)
          .items.filter(({ recordings }) => recordings.length === 0)
          .slice(0, MAX_STUDIES),
        overdue: followUps === null ? 0 : unwrap(followUps).total,
      };
    },
  });
  if (query.error instanceof ProblemError) {
    return <ErrorCard problem={query.error.problem} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Spinner label={texts.loading} />;
  const { failed, incomplete, overdue } = query.data;
  const isQuiet = failed.length + incomplete.length + overdue === 0;
  return (
    <section className={styles.card} aria-label={texts.attention}>
      <h3>{texts.attention}</h3>
      {isQuiet ? <p>{texts.nothingToAttend}</p> : null}
      <HomeLines
        studies={failed}
        linkOf={patientOf}
        details={({ jobs }) => <StudyJobs jobs={jobs} recordings={[]} />}
      />
      <HomeLines
        studies={incomplete}
        linkOf={patientOf}
        details={() => <span>{texts.incomplete}</span>}
      />
      {overdue === 0 ? null : <Link to={FOLLOW_UP_PATH}>{texts.overdue(overdue)}</Link>}
    </section>
  );
}

const patientOf = ({ patientId }: ListedStudy): string => `/patient-list?patient=${patientId}`;

/** Returns whether the user may open the page of follow-ups, which an extension provides. */
function useFollowUpPage(): boolean {
  const { host, services } = useApplication();
  useStore(host.extensions);
  const page = host.routes
    .declared()
    .find(({ declaration }) => declaration.path === FOLLOW_UP_PATH);
  return page !== undefined && services.session.can(page.declaration.features);
}
