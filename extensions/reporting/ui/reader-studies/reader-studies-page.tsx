import { type ReactNode, useEffect } from 'react';
import type { AssignedReaderStudy } from '#contracts';
import type { PanelProps } from '#core';
import { stampOf } from '#foundation';
import { Button, EmptyState, ErrorCard, ProgressBar, Spinner, useStore } from '#ui';
import { openCase, type ReaderServices, readerServicesToken } from '../../state/reader-services.ts';
import { readerStudyTexts } from '../../texts/reader-study-texts.ts';
import styles from './reader-studies.module.css';

const texts = readerStudyTexts.page;

/** Lists the reader studies of the user; Continue opens the next case. */
export function ReaderStudiesPage({ context }: PanelProps): ReactNode {
  const services = context.use(readerServicesToken);
  const { reader } = services;
  const { status, problem, studies } = useStore(reader.store);
  useEffect(() => void reader.refresh(), [reader]);
  if (problem !== null)
    return <ErrorCard problem={problem} onRetry={() => void reader.refresh()} />;
  if (status === 'none' || status === 'loading') return <Spinner label={texts.loading} centered />;
  if (studies.length === 0) return <EmptyState icon="list" text={texts.empty} />;
  return (
    <div className={styles.page} data-testid="reader-studies">
      <p className={styles.quiet}>{texts.intro(texts.continue)}</p>
      <ul className={styles.studies}>
        {studies.map((study) => (
          <li key={study.id}>
            <StudyCard services={services} study={study} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface StudyCardProps {
  readonly services: ReaderServices;
  readonly study: AssignedReaderStudy;
}

function StudyCard({ services, study }: StudyCardProps): ReactNode {
  const { name, session, sessions, arm, completed, skipped, total, reading, noReturn } = study;
  const parts = [
    ...(sessions > 1 ? [texts.session(session, sessions)] : []),
    readerStudyTexts.arms[arm],
    texts.done(completed, total),
    ...(skipped === 0 ? [] : [texts.skipped(skipped)]),
    ...(reading === null ? [] : [texts.isOpen(reading.position)]),
  ];
  return (
    <section className={styles.card} aria-label={name}>
      <h2>{name}</h2>
      <p className={styles.quiet}>{parts.join(' · ')}</p>
      <ProgressBar label={texts.progress(name)} done={completed + skipped} total={total} />
      {noReturn ? <p className={styles.quiet}>{texts.noReturn}</p> : null}
      <StudyActions services={services} study={study} />
    </section>
  );
}

function StudyActions({ services, study }: StudyCardProps): ReactNode {
  const { reader, notices } = services;
  const busy = useStore(reader.store, (state) => state.busy);
  const openId = useStore(reader.store, (state) => state.reading?.readerStudyId ?? null);
  const { id, name, opensAt, isFinished, session, reading, lastReadingId } = study;
  const open = async (): Promise<void> => {
    if (reading !== null) return openCase(services, reading.studyId);
    const started = await reader.start(id);
    if (started.ok) openCase(services, started.value.studyId);
    else notices.showProblem(started.problem);
  };
  const reopen = async (readingId: string): Promise<void> => {
    const opened = await reader.reopen(readingId);
    if (opened.ok) openCase(services, opened.value.studyId);
    else notices.showProblem(opened.problem);
  };
  const isOtherOpen = openId !== null && openId !== id;
  return (
    <div className={styles.actions}>
      {isFinished ? <p>{texts.finished}</p> : null}
      {opensAt === null ? null : <p>{texts.opensAt(session, stampOf(opensAt))}</p>}
      {isOtherOpen ? <p>{texts.otherOpen}</p> : null}
      {isFinished || opensAt !== null || isOtherOpen ? null : (
        <Button
          kind="primary"
          busy={busy}
          ariaLabel={texts.continueWith(name)}
          onPress={() => void open()}
        >
          {texts.continue}
        </Button>
      )}
      {lastReadingId === null ? null : (
        <Button
          disabled={busy}
          ariaLabel={texts.reopenOf(name)}
          onPress={() => void reopen(lastReadingId)}
        >
          {texts.reopen}
        </Button>
      )}
    </div>
  );
}
