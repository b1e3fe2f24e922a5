import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routes } from '#contracts';
import { ProblemError } from '#foundation';
import { ErrorCard, Spinner, StatusDot } from '#ui';
import { useApplication } from '../start/application-context.ts';
import { homeTexts as texts } from '../texts/home-texts.ts';
import styles from './pages.module.css';

/** What is wrong with the site, for whoever looks after it. */
export function HomeProblems(): ReactNode {
  const { api } = useApplication().services;
  const query = useQuery({
    queryKey: ['system-info'],
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => {
      const answer = await api.call(routes.systemInfo, { signal });
      if (!answer.ok) throw new ProblemError(answer.problem);
      return answer.value;
    },
  });
  if (query.error instanceof ProblemError) {
    return <ErrorCard problem={query.error.problem} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <Spinner label={texts.loading} />;
  const { problems, parts, version } = query.data;
  const down = Object.entries(parts).filter(([, state]) => state === 'down');
  const found = [...down.map(([part]) => texts.partDown(part)), ...problems];
  return (
    <section className={styles.card} aria-label={texts.site}>
      <h3>{texts.site}</h3>
      {found.length === 0 ? (
        <p className={styles.state}>
          <StatusDot state="ok" />
          {texts.allWell(version)}
        </p>
      ) : (
        <ul className={styles.problems}>
          {found.map((problem) => (
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
