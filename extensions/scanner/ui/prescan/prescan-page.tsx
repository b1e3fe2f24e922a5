import { type ReactNode, useCallback, useEffect, useState } from 'react';
import {
  type Patient,
  type PatientPosition,
  patientPosition,
  routes,
  type ScanProtocol,
  type ScanSide,
  scanProtocol,
} from '#contracts';
import { navigationToken, type PanelProps, sessionToken } from '#core';
import type { Problem } from '#foundation';
import { formatDay } from '#foundation';
import {
  Button,
  Card,
  EmptyState,
  ErrorCard,
  Icon,
  type Option,
  RadioChips,
  Spinner,
  useStore,
} from '#ui';
import type {
  ExaminationInfo,
  ExaminationStarter,
  ScanPlan,
} from '../../state/scan/start-examination.ts';
import { examinationToken, scanRunToken } from '../../state/scan/tokens.ts';
import type { ScannerState } from '../../state/scanner/scanner-client.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import { useHashQuery } from '../shared/use-hash-query.ts';
import { BeforeScanError } from './before-scan-error.tsx';
import styles from './prescan.module.css';
import { ReadinessCard } from './readiness-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { type PrescanChoice, preparationOf, usePrescan } from './use-prescan.ts';
import { useStartExamination } from './use-start-examination.ts';

const texts = scanTexts.prescan;

const PROTOCOLS = scanProtocol.codes.map((id) => ({ id, label: scanProtocol.labels[id] }));
const POSITIONS = patientPosition.codes.map((id) => ({ id, label: patientPosition.labels[id] }));
const SIDES: readonly Option<ScanSide>[] = [
  { id: 'R', label: texts.right },
  { id: 'L', label: texts.left },
];

type ExaminationState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'ready'; readonly info: ExaminationInfo };

/** Reads the patient and the study of this visit when the page opens; `read` reads again. */
function useExamination(examination: ExaminationStarter, patientId: string) {
  const [state, setState] = useState<ExaminationState>({ kind: 'loading' });
  const read = useCallback(async (): Promise<void> => {
    setState({ kind: 'loading' });
    const response = await examination.read(patientId);
    setState(
      response.ok
        ? { kind: 'ready', info: response.value }
        : { kind: 'failed', problem: response.problem },
    );
  }, [examination, patientId]);
  useEffect(() => void read(), [read]);
  return { state, read };
}

/** Prescan page: patient, side and scanner; Start creates study and scan. */
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
  // Keyed by patient, so that a late response cannot show the name of another patient.
  return <PatientPrescan key={patientId} context={context} patientId={patientId} />;
}

function PatientPrescan(props: PanelProps & { readonly patientId: string }): ReactNode {
  const { context, patientId } = props;
  const { state, read } = useExamination(context.use(examinationToken), patientId);
  if (state.kind === 'loading') return <Spinner label={texts.loading} centered />;
  if (state.kind === 'failed') {
    return <ErrorCard problem={state.problem} onRetry={() => void read()} />;
  }
  return <PrescanContent context={context} info={state.info} />;
}

function PrescanContent({ context, info }: PanelProps & { info: ExaminationInfo }): ReactNode {
  const canControl = context.use(sessionToken).mayCall(routes.createScan);
  const scanner = useStore(context.use(scanRunToken).scanner.store);
  const choice = usePrescan(context, info.patient.id);
  const { start, busy, failure } = useStartExamination(context, info);
  const blockReason = canControl ? busyReason(scanner) : texts.notYourRole;
  const { side } = choice;
  return (
    <div className={styles.page}>
      <Card>
        <PatientHeader patient={info.patient} joinsStudy={info.study !== null} />
        <RadioChips<ScanSide>
          label={texts.side}
          options={SIDES}
          value={side}
          disabled={!canControl}
          onChange={choice.setSide}
        />
        <RadioChips<ScanProtocol>
          label={texts.protocol}
          options={PROTOCOLS}
          value={choice.protocol}
          disabled={!canControl}
          help={texts.protocols[choice.protocol]}
          onChange={choice.setProtocol}
        />
        <RadioChips<PatientPosition>
          label={texts.position}
          options={POSITIONS}
          value={choice.position}
          disabled={!canControl}
          onChange={choice.setPosition}
        />
        {blockReason === null ? null : <p className={styles.note}>{blockReason}.</p>}
        <BeforeScanError context={context} studyId={info.study?.id ?? null} />
        {failure === null ? null : <ErrorCard problem={failure} />}
        <Button
          kind="primary"
          size={56}
          wide
          busy={busy}
          disabled={side === null || blockReason !== null}
          onPress={() => {
            if (side !== null) void start(planOf(choice, side));
          }}
        >
          <Icon name="play" />
          {side === null ? texts.chooseSide : texts.start[side]}
        </Button>
      </Card>
      <SettingsCard choice={choice} locked={!canControl} />
      <ReadinessCard
        context={context}
        preparation={preparationOf(choice)}
        locked={blockReason !== null}
      />
    </div>
  );
}

function planOf(choice: PrescanChoice, side: ScanSide): ScanPlan {
  const { protocol, position } = choice;
  return { side, protocol, position, preparation: preparationOf(choice) };
}

function PatientHeader(props: {
  readonly patient: Patient;
  /** True if the scan joins the study of this visit. */
  readonly joinsStudy: boolean;
}): ReactNode {
  const { patient, joinsStudy } = props;
  const name = [patient.lastName, patient.firstName].filter((part) => part !== null).join(', ');
  return (
    <header className={styles.head}>
      <h1>{name}</h1>
      <p>
        {[
          patient.code ?? texts.noCode,
          patient.birthDate === null ? null : texts.born(formatDay(patient.birthDate)),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
      <p>{joinsStudy ? texts.joins : texts.startsNewStudy}</p>
    </header>
  );
}

/** Returns why the scanner can't start now; null if ready, or before its first status. */
function busyReason({ status, device, problem }: ScannerState): string | null {
  if (device === null && problem !== null) return problem.title;
  if (status?.state === 'offline') return texts.offline;
  const isRecording = status?.state === 'scanning' || status?.state === 'paused';
  if (isRecording) return texts.busy;
  return status?.state === 'resetting' ? texts.resetting : null;
}
