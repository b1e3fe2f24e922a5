import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routes } from '#contracts';
import { ProblemError, unwrap } from '#foundation';
import { ErrorCard, Spinner, StatusDot } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { homeTexts as texts } from '../texts/home-texts.ts';
import styles from './pages.module.css';

/** Problems of the site, for administrators. */
export function HomeProblems(): ReactNode {
  const { api } = useApplication().services;
  const query = useQuery({
    queryKey: ['system-info'],
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => {
      return unwrap(await api.call(routes.systemInfo, { signal }));
    },
  });
  if (query.error instanceof ProblemError) {
    return <ErrorCard problem={query.error.problem} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Spinner label={texts.loading} />;
  const { problems, parts, version } = query.data;
  const downParts = Object.entries(parts).filter(([, state]) => state === 'down');
  const allProblems = [...downParts.map(([part]) => texts.partDown(part)), ...problems];
  return (
    <section className={styles.card} aria-label={texts.site}>
      <h3>{texts.site}</h3>
      {allProblems.length === 0 ? (
        <p className={styles.state}>
          <StatusDot state="ok" />
          {texts.allRunning(version)}
        </p>
      ) : (
        <ul className={styles.problems}>
          {allProblems.map((problem) => (
            <li key={problem} className={styles.state}>
              <StatusDot state="danger" />
              {problem}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
