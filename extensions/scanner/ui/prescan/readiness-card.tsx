import { type ReactNode, useEffect, useState } from 'react';
import {
  type CheckOutcome,
  DIAGNOSTIC_CHECKS,
  type DiagnosticCheck,
  type DiagnosticResult,
} from '#contracts';
import type { PanelProps } from '#core';
import {
  Button,
  Card,
  ErrorCard,
  ProgressBar,
  RadioChips,
  StateDot,
  type StateTone,
  useStore,
} from '#ui';
import { scannerChecksToken, scanRunToken } from '../../state/scan/tokens.ts';
import { isPreparedFor, type ScanPreparation } from '../../state/scanner/scanner-checks.ts';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';
import { scannerLabel } from '../shared/scanner-label.ts';
import { scannerName } from '../shared/scanner-name.ts';
import { useScannerChoice } from '../shared/use-scanner-choice.ts';
import { hardwareRows } from './hardware-rows.ts';
import styles from './prescan.module.css';

const texts = prescanTexts.readiness;

const TONES: Readonly<Record<CheckOutcome, StateTone>> = {
  Passed: 'ok',
  Failed: 'danger',
  Unknown: 'off',
};

export interface ReadinessCardProps extends PanelProps {
  readonly preparation: ScanPreparation;
  /** True if the user may not control the scanner, or the scanner is offline or busy. */
  readonly locked: boolean;
}

/**
 * Card with the scanner's identification, its values and checks, and the actions to prepare the
 * scanner.
 */
export function ReadinessCard({ context, preparation, locked }: ReadinessCardProps): ReactNode {
  const { scanner } = context.use(scanRunToken);
  const checks = context.use(scannerChecksToken);
  const { device, devices, status, problem } = useStore(scanner.store);
  const state = useStore(checks.store);
  const [isConnected, setIsConnected] = useState(false);
  useEffect(() => {
    const watching = scanner.watch();
    return () => watching.dispose();
  }, [scanner]);
  const busy = state.running !== null;
  const { text } = scannerLabel(status);
  const testConnection = async (): Promise<void> => {
    setIsConnected(false);
    setIsConnected((await checks.checkConnection()).ok);
  };
  return (
    <Card>
      <h2 className={styles.title}>{texts.title}</h2>
      <p className={styles.scannerName}>
        {problem?.title ?? `${device === null ? '—' : scannerName(device, devices)} · ${text}`}
      </p>
      <ScannerChooser context={context} />
      <dl className={styles.hardware}>
        {hardwareRows(status).map(({ label, value, tone }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{tone === null ? value : <StateDot tone={tone} label={value} />}</dd>
          </div>
        ))}
      </dl>
      <Checks results={state.results} />
      {busy ? <ProgressBar label={runningText(state.running)} done={0} total={0} /> : null}
      {state.problem === null ? null : <ErrorCard problem={state.problem} />}
      <p className={styles.note} role="status">
        {isConnected ? texts.connected : preparedNote(state, preparation)}
      </p>
      <div className={styles.actions}>
        <Button
          busy={state.running === 'prepare'}
          disabled={locked || busy}
          onPress={() => void checks.prepare(preparation)}
        >
          {state.prepared === null ? texts.prepare : texts.prepareAgain}
        </Button>
        <Button
          busy={state.running === 'transducer'}
          disabled={locked || busy}
          onPress={() => void checks.checkTransducer()}
        >
          {texts.test}
        </Button>
        <Button kind="link" disabled={busy} onPress={() => void testConnection()}>
          {texts.connection}
        </Button>
      </div>
    </Card>
  );
}

/** Chips that choose the scanner beside this workstation, where a site has several. */
function ScannerChooser({ context }: PanelProps): ReactNode {
  const choice = useScannerChoice(context);
  if (choice === null) return null;
  const { devices, device, locked, choose } = choice;
  const options = devices.map((scanner) => ({
    id: scanner.id,
    label: scannerName(scanner, devices),
  }));
  return (
    <RadioChips
      label={scanStateTexts.choose.label}
      options={options}
      value={device?.id ?? null}
      disabled={locked}
      help={scanStateTexts.choose.help}
      onChange={choose}
    />
  );
}

function runningText(running: 'prepare' | 'transducer' | 'connection' | null): string {
  if (running === 'prepare') return texts.preparing;
  return running === 'transducer' ? texts.testing : texts.connection;
}

function preparedNote(
  state: Parameters<typeof isPreparedFor>[0],
  preparation: ScanPreparation,
): string {
  if (isPreparedFor(state, preparation)) return texts.ready;
  return state.prepared?.result.result === 'Passed' ? texts.changed : texts.notPrepared;
}

/** Lists every finished check in a fixed order, with its details. */
function Checks(props: {
  readonly results: ReadonlyMap<DiagnosticCheck, DiagnosticResult>;
}): ReactNode {
  const finished = DIAGNOSTIC_CHECKS.flatMap((check) => props.results.get(check) ?? []);
  if (finished.length === 0) return null;
  return (
    <ul className={styles.checks} aria-label={texts.checks}>
      {finished.map(({ check, outcome, detail }) => (
        <li key={check}>
          <span>{texts.names[check]}</span>
          <StateDot tone={TONES[outcome]} label={texts.outcomes[outcome]} />
          {detail === null ? null : <span className={styles.detail}>{detail}</span>}
        </li>
      ))}
    </ul>
  );
}
