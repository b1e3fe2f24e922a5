import type { ReactNode } from 'react';
import { type HostStatus, hostStatusToken, type PanelProps } from '#core';
import type { Problem } from '#foundation';
import { StatusDot, useStore } from '#ui';
import { originWords, stateWords, valueWords } from '../model/words.ts';
import styles from './dashboard.module.css';

/** What is in force on this page of the workstation, and what went wrong; changes nothing. */
export function Dashboard({ context }: PanelProps): ReactNode {
  const status = context.use(hostStatusToken);
  return (
    <div className={styles.page}>
      <Extensions status={status} />
      <Modes status={status} />
      <Problems status={status} />
    </div>
  );
}

function Extensions({ status }: { readonly status: HostStatus }): ReactNode {
  const extensions = useStore(status.extensions);
  return (
    <section className={styles.section} aria-labelledby="admin-extensions">
      <h2 id="admin-extensions">Extensions</h2>
      <ul>
        {extensions.map((one) => (
          <li key={`${one.origin} ${one.id}`} className={styles.row}>
            <StatusDot state={stateWords(one.state).dot} />
            <span className={styles.name}>
              <Head title={one.title} extra={one.version} />
              <span className={styles.detail}>{one.description}</span>
              {one.problem === null ? null : <Reason problem={one.problem} />}
              {one.settings.map((setting) => (
                <span key={setting.name} className={styles.setting}>
                  {setting.name}: {valueWords(setting.value)}{' '}
                  <small>({originWords(setting.origin)})</small>
                </span>
              ))}
            </span>
            <span>{stateWords(one.state).word}</span>
            <span className={styles.origin}>
              {one.origin === 'third-party' ? 'third party, ' : ''}
              {originWords(one.decidedBy)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Modes({ status }: { readonly status: HostStatus }): ReactNode {
  return (
    <section className={styles.section} aria-labelledby="admin-modes">
      <h2 id="admin-modes">Modes</h2>
      <ul>
        {status.modes.map((mode) => (
          <li key={mode.id} className={styles.row}>
            <StatusDot state={mode.problem === null ? 'ok' : 'warning'} />
            <span className={styles.name}>
              <Head title={mode.title} extra={mode.path} />
              {mode.problem === null ? null : <Reason problem={mode.problem} />}
            </span>
            <span>{mode.problem === null ? 'Available' : 'Not available'}</span>
            <span className={styles.origin}>{originWords(mode.decidedBy)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problems({ status }: { readonly status: HostStatus }): ReactNode {
  const problems = useStore(status.problems);
  return (
    <section className={styles.section} aria-labelledby="admin-problems">
      <h2 id="admin-problems">Problems</h2>
      {problems.length === 0 ? (
        <p className={styles.detail}>None since this page was opened.</p>
      ) : (
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.code} ${problem.source} ${problem.detail}`} className={styles.row}>
              <StatusDot state="danger" />
              <span className={styles.name}>
                <strong>{problem.title}</strong>
                <span className={styles.detail}>{problem.detail}</span>
                <span className={styles.detail}>{problem.next}</span>
              </span>
              <span>{problem.code}</span>
              <span className={styles.origin}>{problem.source ?? ''}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Head(props: { readonly title: string; readonly extra: string }): ReactNode {
  return (
    <span>
      <strong>{props.title}</strong> <small>{props.extra}</small>
    </span>
  );
}

function Reason({ problem }: { readonly problem: Problem }): ReactNode {
  return (
    <span className={styles.reason}>
      {problem.title}. {problem.detail}
    </span>
  );
}
