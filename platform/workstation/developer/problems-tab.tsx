import type { ReactNode } from 'react';
import type { DeveloperTools } from '#core';
import type { Problem } from '#foundation';
import { EmptyState, StateDot, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { developerTexts } from '../texts/developer-texts.ts';
import { clockTime } from './clock-time.ts';
import styles from './developer.module.css';

const texts = developerTexts.problems;

/** Problem from the server or from this page. */
type ShownProblem = Omit<Problem, 'source'> & { readonly source?: string | undefined };

interface ListedProblem {
  readonly problem: ShownProblem;
  /** Time in ms since 1970; null when unknown. */
  readonly at: number | null;
}

/** Lists problems of the extensions and the configuration, and faults of this page. */
export function ProblemsTab({ tools }: { readonly tools: DeveloperTools }): ReactNode {
  const { host, config } = useApplication();
  const hostProblems = useStore(host.problems);
  const faults = useStore(tools.faults);
  const reportedKeys = new Set(config.problems.map(({ code, detail }) => `${code} ${detail}`));
  const pageProblems = hostProblems.filter(
    ({ code, detail }) => !reportedKeys.has(`${code} ${detail}`),
  );
  const withoutTime = (problems: readonly ShownProblem[]) =>
    problems.map((problem) => ({ problem, at: null }));
  if (hostProblems.length + config.problems.length + faults.length === 0) {
    return <EmptyState icon="done" text={texts.none} />;
  }
  return (
    <div className={styles.problems}>
      <ProblemList title={texts.host} problems={withoutTime(pageProblems)} />
      <ProblemList title={texts.config} problems={withoutTime(config.problems)} />
      <ProblemList title={texts.faults} problems={faults} />
    </div>
  );
}

function ProblemList(props: {
  readonly title: string;
  readonly problems: readonly ListedProblem[];
}): ReactNode {
  return (
    <section>
      <h2 className={styles.widget}>
        {props.title} <span className={styles.count}>{props.problems.length}</span>
      </h2>
      {props.problems.length === 0 ? <p className={styles.caption}>{texts.noneHere}</p> : null}
      <ul>
        {props.problems.map(({ problem, at }, idx) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems can have identical texts
          <li key={idx} className={styles.problem}>
            <StateDot tone="danger" label={problem.code} />
            <div>
              <strong>{problem.title}</strong>
              <p>{problem.detail}</p>
              <p className={styles.caption}>
                {[
                  problem.next,
                  problem.source === undefined ? '' : texts.from(problem.source),
                  at === null ? '' : clockTime(at),
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
