import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type ListedCorrection, patientPosition, routes, type Scan } from '#contracts';
import { messageText } from '#core';
import { dayTextOf, ProblemError, stampOf, unwrap } from '#foundation';
import { Button, Disclosure, ErrorCard } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { patientName } from '../patients/shared/patient-name.ts';
import { scanChangeTexts } from '../texts/scan-change-texts.ts';
import styles from './scans.module.css';
import { useScanChanges } from './use-scan-changes.ts';

const texts = scanChangeTexts.history;
const { unknownUser } = scanChangeTexts.rereading;

/** Lists the earlier corrections of a scan and undoes the last one; nothing without corrections. */
export function ScanCorrections(props: {
  readonly scan: Scan;
  /** Called with the scan as it was before the correction. */
  onUndone(scan: Scan): void;
}): ReactNode {
  const { scan, onUndone } = props;
  const titleId = useId();
  const { api } = useApplication().services;
  const { data, error, refetch } = useQuery({
    queryKey: ['scan-corrections', scan.id, scan.version],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const params = { id: scan.id };
      return unwrap(await api.call(routes.listScanCorrections, { params, signal })).items;
    },
  });
  if (error instanceof ProblemError) {
    return <ErrorCard problem={error.problem} onRetry={() => void refetch()} />;
  }
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.historyTitle}>
        {texts.title}
      </h3>
      <CorrectionList corrections={data.filter(({ undo }) => undo !== null)} onUndone={onUndone} />
      <OlderCorrections corrections={data.filter(({ undo }) => undo === null)} />
    </section>
  );
}

/** Collapsed, so that the fields of the form stay in view. */
function OlderCorrections(props: { readonly corrections: readonly ListedCorrection[] }): ReactNode {
  const { corrections } = props;
  if (corrections.length === 0) return null;
  return (
    <Disclosure title={texts.older(corrections.length)}>
      <CorrectionList corrections={corrections} onUndone={() => undefined} />
    </Disclosure>
  );
}

function CorrectionList(props: {
  readonly corrections: readonly ListedCorrection[];
  onUndone(scan: Scan): void;
}): ReactNode {
  return (
    <ul className={styles.deletedList}>
      {props.corrections.map((correction) => (
        <CorrectionRow key={correction.id} correction={correction} onUndone={props.onUndone} />
      ))}
    </ul>
  );
}

function CorrectionRow(props: {
  readonly correction: ListedCorrection;
  onUndone(scan: Scan): void;
}): ReactNode {
  const { id, scanId, by, at, reason, undoneAt, undoneBy, undo } = props.correction;
  const changes = useScanChanges();
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const scan = await changes.undoCorrection(scanId, id);
    setBusy(false);
    if (scan !== null) props.onUndone(scan);
  };
  return (
    <li>
      <div>
        <Values correction={props.correction} />
        <p>{texts.by(by ?? unknownUser, stampOf(at))}</p>
        <p>{scanChangeTexts.rereading.reason(reason)}</p>
        {undoneAt === null ? null : (
          <p>{texts.undoneBy(undoneBy ?? unknownUser, stampOf(undoneAt))}</p>
        )}
        {undo === null || undo.error === null ? null : (
          <p className={styles.undoError}>{texts.rejected(messageText(undo.error))}</p>
        )}
      </div>
      {undo === null ? null : (
        <Button busy={busy} disabled={undo.error !== null} onPress={() => void run()}>
          {scanChangeTexts.undo}
        </Button>
      )}
    </li>
  );
}

/** Values before and after a correction, one line for each changed value. */
function Values({ correction: { from, to } }: { readonly correction: ListedCorrection }) {
  const { side } = scanChangeTexts;
  const { labels } = patientPosition;
  return (
    <>
      {from.laterality === to.laterality ? null : (
        <strong>{texts.change(side[from.laterality], side[to.laterality])}</strong>
      )}
      {from.patientPosition === to.patientPosition ? null : (
        <strong>{texts.change(labels[from.patientPosition], labels[to.patientPosition])}</strong>
      )}
      {from.studyId === to.studyId ? null : <StudyChange fromId={from.studyId} toId={to.studyId} />}
    </>
  );
}

function StudyChange(props: { readonly fromId: string; readonly toId: string }): ReactNode {
  return <strong>{texts.change(useStudyText(props.fromId), useStudyText(props.toId))}</strong>;
}

/** Returns patient, day and accession number of a study; a placeholder until loaded. */
function useStudyText(studyId: string): string {
  const { api } = useApplication().services;
  const { data, isError } = useQuery({
    queryKey: ['correction-study', studyId],
    queryFn: async ({ signal }) => {
      const study = unwrap(await api.call(routes.getStudy, { params: { id: studyId }, signal }));
      const params = { id: study.patientId };
      const patient = unwrap(await api.call(routes.getPatient, { params, signal }));
      const { createdAt, accessionNumber } = study;
      const number = accessionNumber === null ? [] : [accessionNumber];
      return [patientName(patient), dayTextOf(createdAt), ...number].join(' · ');
    },
  });
  return data ?? (isError ? texts.deletedStudy : '…');
}
