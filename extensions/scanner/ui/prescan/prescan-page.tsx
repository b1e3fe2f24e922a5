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
import { formatDay, timeOf } from '#foundation';
import {
  Button,
  Card,
  EmptyState,
  ErrorCard,
  Icon,
  type Option,
  RadioChips,
  Spinner,
  useHashQuery,
  useStore,
} from '#ui';
import type { ExaminationInfo } from '../../state/scan/read-examination.ts';
import { missingSide, type ScannedSides, scannedSides } from '../../state/scan/scanned-sides.ts';
import type { ExaminationStarter, ScanPlan } from '../../state/scan/start-examination.ts';
import { defaultStudyId } from '../../state/scan/study-choice.ts';
import { examinationToken, scanRunToken } from '../../state/scan/tokens.ts';
import type { ScannerState } from '../../state/scanner/scanner-client.ts';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import { ScanHeading } from '../shared/scan-heading.tsx';
import { BeforeScanError } from './before-scan-error.tsx';
import styles from './prescan.module.css';
import { ReadinessCard } from './readiness-card.tsx';
import { ReadinessRow } from './readiness-row.tsx';
import { SettingsCard } from './settings-card.tsx';
import { StudyChips } from './study-chips.tsx';
import { type PrescanChoice, preparationOf, usePrescan } from './use-prescan.ts';
import { useStartExamination } from './use-start-examination.ts';

const texts = scanTexts.prescan;

const PROTOCOLS = scanProtocol.codes.map((id) => ({ id, label: scanProtocol.labels[id] }));
const POSITIONS = patientPosition.codes.map((id) => ({ id, label: patientPosition.labels[id] }));
/** Returns the chips of both sides, with the time of the scan of this visit. */
function sideOptions(scanned: ScannedSides): readonly Option<ScanSide>[] {
  const option = (id: ScanSide, label: string): Option<ScanSide> => {
    const time = scanned.get(id);
    return { id, label: time === undefined ? label : texts.scannedAt(label, timeOf(time)) };
  };
  return [option('R', texts.right), option('L', texts.left)];
}

type ExaminationState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'ready'; readonly info: ExaminationInfo };

/**
 * Reads the patient and the studies of this visit when the page opens; `read` reads again, and so
 * does `readAgain`, which keeps the page and returns why it failed.
 */
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
  const readAgain = async (): Promise<Problem | null> => {
    const response = await examination.read(patientId);
    if (!response.ok) return response.problem;
    setState({ kind: 'ready', info: response.value });
    return null;
  };
  return { state, read, readAgain };
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
  const { state, read, readAgain } = useExamination(context.use(examinationToken), patientId);
  if (state.kind === 'loading') return <Spinner label={texts.loading} centered />;
  if (state.kind === 'failed') {
    return <ErrorCard problem={state.problem} onRetry={() => void read()} />;
  }
  return <PrescanContent context={context} info={state.info} readAgain={readAgain} />;
}

function PrescanContent(
  props: PanelProps & {
    readonly info: ExaminationInfo;
    readAgain(): Promise<Problem | null>;
  },
): ReactNode {
  const { context, info, readAgain } = props;
  const canControl = context.use(sessionToken).mayCall(routes.createScan);
  const scanner = useStore(context.use(scanRunToken).scanner.store);
  const choice = usePrescan(context, info.patient.id);
  const { start, busy, failure, showStudies } = useStartExamination(context, info, readAgain);
  const blockReason = canControl
    ? (busyReason(scanner) ?? settingsReason(choice))
    : texts.notYourRole;
  const studyId = useStudyId(info, choice);
  const scanned = scannedSides(info.studies.find(({ study }) => study.id === studyId));
  const side = choice.side ?? missingSide(scanned);
  return (
    <div className={styles.page}>
      <Card>
        <ScanHeading {...choice} side={side} />
        <PatientHeader patient={info.patient} />
        <RadioChips<ScanSide>
          label={texts.side}
          options={sideOptions(scanned)}
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
        <StudyChips
          studies={info.studies}
          labelOf={(id) => info.indications.get(id) ?? id}
          protocol={choice.protocol}
          studyId={studyId}
          disabled={!canControl}
          onChange={(id) => choice.setStudy({ info, studyId: id })}
        />
        {blockReason === null ? null : <p className={styles.note}>{blockReason}.</p>}
        <BeforeScanError context={context} studyId={studyId ?? null} />
        <StartFailure problem={failure} onShowStudies={showStudies} />
        <ReadinessRow context={context} preparation={preparationOf(choice)} />
        <Button
          kind="primary"
          size={56}
          wide
          busy={busy}
          disabled={side === null || studyId === undefined || blockReason !== null}
          onPress={() => {
            if (side !== null && studyId !== undefined) void start(planOf(choice, side, studyId));
          }}
        >
          <Icon name="play" />
          {startText(side, studyId)}
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

function StartFailure(props: {
  readonly problem: Problem | null;
  readonly onShowStudies: (() => void) | null;
}): ReactNode {
  const { problem, onShowStudies } = props;
  if (problem === null) return null;
  if (onShowStudies === null) return <ErrorCard problem={problem} />;
  const retryLabel = prescanTexts.study.showAgain;
  return <ErrorCard problem={problem} retryLabel={retryLabel} onRetry={onShowStudies} />;
}

/**
 * Returns the study that the scan joins, chosen by the operator or clear without a choice; null for
 * a new study, undefined before the choice.
 */
function useStudyId(info: ExaminationInfo, { study, protocol }: PrescanChoice) {
  const requestedId = useHashQuery('study');
  if (study?.info === info) return study.studyId;
  return defaultStudyId(info.studies, { protocol }, requestedId);
}

function startText(side: ScanSide | null, studyId: string | null | undefined): string {
  if (side === null) return texts.chooseSide;
  return studyId === undefined ? prescanTexts.study.chooseToStart : texts.start[side];
}

function planOf(choice: PrescanChoice, side: ScanSide, studyId: string | null): ScanPlan {
  const { protocol, position } = choice;
  return { studyId, side, protocol, position, preparation: preparationOf(choice) };
}

function PatientHeader({ patient }: { readonly patient: Patient }): ReactNode {
  const name = [patient.lastName, patient.firstName].filter((part) => part !== null).join(', ');
  return (
    <header className={styles.head}>
      <h2>{name}</h2>
      <p>
        {[
          patient.code ?? texts.noCode,
          patient.birthDate === null ? null : texts.born(formatDay(patient.birthDate)),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
    </header>
  );
}

/** Returns why the effective settings are not known; null if they are. */
function settingsReason({ settingsKnown, problem }: PrescanChoice): string | null {
  if (settingsKnown) return null;
  return problem === null ? prescanTexts.settings.reading : prescanTexts.settings.notRead;
}

/** Returns why the scanner can't start now; null if ready, or before its first status. */
function busyReason({ status, device, problem }: ScannerState): string | null {
  if (device === null && problem !== null) return problem.title;
  if (status?.state === 'offline') return texts.offline;
  const isRecording = status?.state === 'scanning' || status?.state === 'paused';
  if (isRecording) return texts.busy;
  return status?.state === 'resetting' ? texts.resetting : null;
}
