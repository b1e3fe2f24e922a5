import { type ReactNode, useCallback, useEffect, useState } from 'react';
import {
  type DeviceStatus,
  type Patient,
  patientPosition,
  type ScanSide,
  scanError,
  scanProtocol,
  scanSide,
} from '#contracts';
import { navigationToken, noticesToken, type PanelProps, sessionToken } from '#core';
import type { Problem } from '#foundation';
import {
  Button,
  Card,
  EmptyState,
  ErrorCard,
  Icon,
  type Option,
  RadioChips,
  Spinner,
  StatusDot,
  useStore,
} from '#ui';
import type { ExaminationFacts, ExaminationStarter } from '../state/start-examination.ts';
import { examinationToken, scanRunToken } from '../state/tokens.ts';
import { scanTexts } from '../texts/scan-texts.ts';
import styles from './prescan.module.css';
import { scannerWords } from './scanner-words.ts';
import { useHashQuery } from './use-hash-query.ts';

const texts = scanTexts.prescan;

const SIDES: readonly Option<ScanSide>[] = [
  { id: 'R', label: texts.right },
  { id: 'L', label: texts.left },
];

/** A command to the device itself, not to a scan. */
const NO_SCAN = { scanId: null, epoch: 0 } as const;

type Facts =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'ready'; readonly facts: ExaminationFacts };

/** Patient and today's study, read when the page opens. */
function useExamination(examination: ExaminationStarter, patientId: string) {
  const [facts, setFacts] = useState<Facts>({ kind: 'loading' });
  const read = useCallback(async (): Promise<void> => {
    setFacts({ kind: 'loading' });
    const answer = await examination.read(patientId);
    setFacts(
      answer.ok
        ? { kind: 'ready', facts: answer.value }
        : { kind: 'failed', problem: answer.problem },
    );
  }, [examination, patientId]);
  useEffect(() => void read(), [read]);
  return { facts, read };
}

/** Before the scan: for whom, which side, with which scanner; Start makes study and scan. */
export function PrescanPage({ context }: PanelProps): ReactNode {
  const navigation = context.use(navigationToken);
  const patientId = useHashQuery('patient');
  if (patientId === null) {
    return (
      <EmptyState icon="users" text={texts.noPatient}>
        <Button onPress={() => navigation.go('/patient-list')}>{texts.patientList}</Button>
      </EmptyState>
    );
  }
  // Another patient is another page: a late answer must not put one's name over the other's address.
  return <PatientPrescan key={patientId} context={context} patientId={patientId} />;
}

function PatientPrescan(props: PanelProps & { readonly patientId: string }): ReactNode {
  const { context, patientId } = props;
  const { facts, read } = useExamination(context.use(examinationToken), patientId);
  if (facts.kind === 'loading') return <Spinner label={texts.loading} centered />;
  if (facts.kind === 'failed') {
    return <ErrorCard problem={facts.problem} onRetry={() => void read()} />;
  }
  return <PrescanCard context={context} facts={facts.facts} />;
}

function PrescanCard({ context, facts }: PanelProps & { facts: ExaminationFacts }): ReactNode {
  const examination = context.use(examinationToken);
  const maySteer = context.use(sessionToken).can(['STUDY_CREATE']);
  const { status } = useStore(context.use(scanRunToken).scanner.store);
  const hindrance = maySteer ? whyBusy(status) : texts.notYourRole;
  const [side, setSide] = useState<ScanSide | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const start = async (chosen: ScanSide): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const started = await examination.start(facts, chosen);
    setBusy(false);
    if (!started.ok) setFailure(started.problem);
  };
  return (
    <div className={styles.page}>
      <Card>
        <PatientHead patient={facts.patient} joins={facts.study !== null} />
        <RadioChips<ScanSide>
          label={texts.side}
          options={SIDES}
          value={side}
          disabled={!maySteer}
          onChange={setSide}
        />
        <dl className={styles.facts}>
          <dt>{texts.protocol}</dt>
          <dd>{texts.full(scanProtocol.labels.FULL)}</dd>
          <dt>{texts.position}</dt>
          <dd>{patientPosition.labels.SUPINE}</dd>
          <ScannerFacts context={context} />
        </dl>
        {hindrance === null ? null : <p className={styles.note}>{hindrance}.</p>}
        <ScannerError context={context} />
        {failure === null ? null : <ErrorCard problem={failure} />}
        <Button
          kind="primary"
          size={56}
          wide
          busy={busy}
          disabled={side === null || hindrance !== null}
          onPress={() => {
            if (side !== null) void start(side);
          }}
        >
          <Icon name="play" />
          {side === null ? texts.chooseSide : texts.start(scanSide.labels[side].toLowerCase())}
        </Button>
      </Card>
    </div>
  );
}

function PatientHead(props: { readonly patient: Patient; readonly joins: boolean }): ReactNode {
  const { patient, joins } = props;
  const name = [patient.lastName, patient.firstName].filter((part) => part !== null).join(', ');
  return (
    <header className={styles.head}>
      <h1>{name}</h1>
      <p>
        {[
          patient.code ?? texts.noCode,
          patient.birthDate === null ? null : texts.born(patient.birthDate),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
      <p>{joins ? texts.joins : texts.begins}</p>
    </header>
  );
}

/** Why the scanner can't begin now; null when it can, or has not spoken yet. */
function whyBusy(status: DeviceStatus | null): string | null {
  if (status?.state === 'offline') return texts.offline;
  const isRecording = status?.state === 'scanning' || status?.state === 'paused';
  return isRecording ? texts.busy : null;
}

function ScannerFacts({ context }: PanelProps): ReactNode {
  const { scanner } = context.use(scanRunToken);
  const { device, status, problem } = useStore(scanner.store);
  useEffect(() => {
    const watching = scanner.watch();
    return () => watching.dispose();
  }, [scanner]);
  const { text, dot } = scannerWords(status);
  return (
    <>
      <dt>{texts.scanner}</dt>
      <dd className={styles.scanner}>
        {problem === null ? <StatusDot state={dot} /> : null}
        {problem?.title ?? `${device?.model ?? '—'} ${text.toLowerCase()}`}
      </dd>
    </>
  );
}

/** An error that the scanner reports before a scan, with the two ways on of the catalogue. */
function ScannerError({ context }: PanelProps): ReactNode {
  const { scanner } = context.use(scanRunToken);
  const { status } = useStore(scanner.store);
  if (status === null || status.errorCode === 'NoError') return null;
  const { title, message, before } = scanError(status.errorCode);
  const [reset, back] = before;
  const softReset = async (): Promise<void> => {
    const told = await scanner.tell('SoftResetHardware', NO_SCAN);
    if (!told.ok) context.use(noticesToken).showProblem(told.problem);
  };
  return (
    <div role="alert" className={styles.error}>
      <strong>{title}</strong>
      <p>{message}</p>
      <div className={styles.actions}>
        <Button onPress={() => void softReset()}>{reset}</Button>
        <Button kind="link" onPress={() => context.use(navigationToken).go('/patient-list')}>
          {back}
        </Button>
      </div>
    </div>
  );
}
