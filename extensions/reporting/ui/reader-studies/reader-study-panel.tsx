import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { CaseReading, Finding } from '#contracts';
import type { PanelProps } from '#core';
import { isAnnotation } from '#findings';
import { disposeAll } from '#foundation';
import { Button, CategoryChips, ConfirmDialog, useStore } from '#ui';
import { ratingState } from '../../model/reading-draft.ts';
import { openCase, type ReaderServices, readerServicesToken } from '../../state/reader-services.ts';
import { readerStudyTexts } from '../../texts/reader-study-texts.ts';
import frame from '../report-panel.module.css';
import styles from './reader-studies.module.css';
import { ReadingTime } from './reading-time.tsx';
import { SuspicionField } from './suspicion-field.tsx';

const texts = readerStudyTexts.panel;

interface CaseProps {
  readonly services: ReaderServices;
  readonly reading: CaseReading;
}

/** Finding of the reader in the open case, with the name of its breast. */
interface OwnFinding {
  readonly finding: Finding;
  readonly name: string;
}

/** Ratings and timer of the open case of a reader study. */
export function ReaderStudyPanel({ context }: PanelProps): ReactNode {
  const services = context.use(readerServicesToken);
  const reading = useStore(services.reader.store, (state) => state.reading);
  return reading === null ? null : <OpenCase services={services} reading={reading} />;
}

function OpenCase({ services, reading }: CaseProps): ReactNode {
  const findings = useOwnFindings(services);
  return (
    <div className={frame.panel} data-testid="reader-study-panel">
      <div className={frame.head}>
        <strong>{texts.position(reading.position, reading.caseCount)}</strong>
        <span className={styles.quiet}>{readerStudyTexts.arms[reading.arm]}</span>
        <ReadingTime reader={services.reader} />
      </div>
      <div className={styles.body}>
        <p className={styles.quiet}>{texts.scale}</p>
        <p className={styles.quiet}>{texts.kept}</p>
        <BreastRatings services={services} reading={reading} />
        <FindingRatings services={services} findings={findings} />
      </div>
      <CaseFoot services={services} reading={reading} findings={findings} />
    </div>
  );
}

/**
 * Returns the findings of people in all completed scans of the case. The server shows only those of
 * the reader in this reading.
 */
function useOwnFindings({ study }: ReaderServices): readonly OwnFinding[] {
  const scans = useStore(study.store, (state) => state.scans);
  const byScan = useStore(study.store, (state) => state.findingsByScan);
  const completed = useMemo(() => scans.filter(({ scanState }) => scanState === 'C'), [scans]);
  const ids = completed.map(({ id }) => id).join();
  useEffect(() => {
    const watches = ids === '' ? [] : ids.split(',').map((id) => study.watchScan(id));
    return () => disposeAll(watches);
  }, [study, ids]);
  return completed.flatMap(({ id, laterality }) =>
    (byScan[id] ?? [])
      .filter(
        (finding) =>
          finding.generator.id === 'USER' && finding.deletedAt === null && !isAnnotation(finding),
      )
      .map((finding) => ({
        finding,
        name: texts.finding(finding.label, readerStudyTexts.sides[laterality.id]),
      })),
  );
}

function BreastRatings({ services, reading }: CaseProps): ReactNode {
  const { reader, lists } = services;
  const draft = useStore(reader.store, (state) => state.draft);
  const shown = useStore(lists, (state) => state.shown);
  // The right breast first, as everywhere.
  const sides = (['R', 'L'] as const).filter((side) => reading.sides.includes(side));
  return sides.map((side) => {
    const name = readerStudyTexts.sides[side];
    const rating = draft.breasts[side];
    return (
      <section key={side} className={styles.rating} aria-label={name}>
        <CategoryChips
          label={texts.breast(name)}
          lists={shown}
          score={rating?.biradsScore ?? null}
          disabled={false}
          onChange={(biradsScore) => reader.rateBreast(side, { biradsScore })}
        />
        <SuspicionField
          name={name}
          value={rating?.suspicion ?? null}
          onChange={(suspicion) => reader.rateBreast(side, { suspicion })}
        />
      </section>
    );
  });
}

function FindingRatings(props: {
  readonly services: ReaderServices;
  readonly findings: readonly OwnFinding[];
}): ReactNode {
  const { services, findings } = props;
  const { reader, study } = services;
  const draft = useStore(reader.store, (state) => state.draft);
  return (
    <section className={styles.rating} aria-label={texts.findings}>
      <span className={styles.label} aria-hidden="true">
        {texts.findings}
      </span>
      {findings.length === 0 ? <p className={styles.quiet}>{texts.noFindings}</p> : null}
      {findings.map(({ finding: { id }, name }) => (
        <div key={id} className={styles.finding}>
          <Button kind="link" size={24} onPress={() => study.selectFinding(id)}>
            {name}
          </Button>
          <SuspicionField
            name={name}
            value={draft.findings[id] ?? null}
            onChange={(suspicion) => reader.rateFinding(id, suspicion)}
          />
        </div>
      ))}
    </section>
  );
}

function CaseFoot(props: CaseProps & { readonly findings: readonly OwnFinding[] }): ReactNode {
  const { services, reading, findings } = props;
  const { reader, study, notices, navigation } = services;
  const draft = useStore(reader.store, (state) => state.draft);
  const busy = useStore(reader.store, (state) => state.busy);
  const save = useStore(study.store, (state) => state.save.kind);
  const { missing, ratings } = ratingState(
    draft,
    reading.sides,
    findings.map(({ finding }) => finding.id),
  );
  const complete = async (): Promise<void> => {
    if (ratings === null) return;
    const completed = await reader.complete(ratings);
    if (!completed.ok) return notices.showProblem(completed.problem);
    const assigned = reader.store.getState().studies.find(({ id }) => id === reading.readerStudyId);
    const hasNext = assigned !== undefined && !assigned.isFinished && assigned.opensAt === null;
    const next = hasNext ? await reader.start(assigned.id) : null;
    if (next?.ok === true) return openCase(services, next.value.studyId);
    notices.show('success', texts.completed);
    navigation.go('/reader-studies');
  };
  return (
    <div className={frame.foot}>
      <span className={styles.quiet} role="status">
        {missing > 0 ? texts.missing(missing) : reading.noReturn ? texts.noReturn : ''}
        {missing === 0 && save === 'saving' ? ` ${texts.saving}` : ''}
      </span>
      <LeaveCase services={services} reading={reading} />
      <Button
        kind="primary"
        disabled={ratings === null}
        busy={busy}
        onPress={() => void complete()}
      >
        {texts.complete}
      </Button>
    </div>
  );
}

/** Ends the case without ratings, after a confirmation. */
function LeaveCase({ services, reading }: CaseProps): ReactNode {
  const { reader, notices, navigation } = services;
  const [asks, setAsks] = useState(false);
  const busy = useStore(reader.store, (state) => state.busy);
  const leave = async (): Promise<void> => {
    setAsks(false);
    const left = await reader.leave();
    if (!left.ok) return notices.showProblem(left.problem);
    navigation.go('/reader-studies');
  };
  return (
    <>
      <Button disabled={busy} onPress={() => setAsks(true)}>
        {texts.leave}
      </Button>
      <ConfirmDialog
        open={asks}
        title={texts.leaveTitle}
        confirmLabel={texts.leave}
        onConfirm={() => void leave()}
        onClose={() => setAsks(false)}
      >
        {reading.noReturn ? texts.leaveSkips : texts.leaveContinues}
      </ConfirmDialog>
    </>
  );
}
