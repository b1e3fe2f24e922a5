import type { ReactNode } from 'react';
import { type ScanErrorCode, scanError, scanErrorButton } from '#contracts';
import { navigationToken, noticesToken, type PanelProps } from '#core';
import { Button, useStore } from '#ui';
import { studyAddress } from '../../state/scan/back-to-study.ts';
import { runningScanId } from '../../state/scan/running-scan.ts';
import { scannerChecksToken, scanRunToken } from '../../state/scan/tokens.ts';
import { DEVICE_TARGET } from '../../state/scanner/scanner-client.ts';
import styles from './prescan.module.css';

/**
 * Error of a preparation or of the scanner before a scan, with the two actions of the catalogue.
 */
export function BeforeScanError(
  props: PanelProps & {
    /** The study to which the user can return; null returns to the patient list. */
    readonly studyId: string | null;
  },
): ReactNode {
  const { context, studyId } = props;
  const { scanner } = context.use(scanRunToken);
  const checks = context.use(scannerChecksToken);
  const { status } = useStore(scanner.store);
  const { prepared } = useStore(checks.store);
  const code = errorOf(prepared?.result.errorCode, status?.errorCode);
  // A reset would stop the scan that is recorded or paused.
  if (code === null || runningScanId(status) !== null) return null;
  const { title, message, before } = scanError(code);
  const [reset, back] = before;
  const address = studyId === null ? '/patient-list' : studyAddress(studyId);
  const softReset = async (): Promise<void> => {
    const sent = await scanner.sendAndRelease('SoftResetHardware', DEVICE_TARGET);
    if (sent.ok) checks.clear();
    else context.use(noticesToken).showProblem(sent.problem);
  };
  return (
    <div role="alert" className={styles.error}>
      <strong>{title}</strong>
      <p>{message}</p>
      {prepared?.result.detail ? <p>{prepared.result.detail}</p> : null}
      <div className={styles.actions}>
        <Button onPress={() => void softReset()}>{scanErrorButton(reset)}</Button>
        <Button kind="link" onPress={() => context.use(navigationToken).go(address)}>
          {scanErrorButton(back)}
        </Button>
      </div>
    </div>
  );
}

/** Returns the first error; the last check takes precedence over the scanner's status. */
function errorOf(...codes: readonly (ScanErrorCode | undefined)[]): ScanErrorCode | null {
  return codes.find((code) => code !== undefined && code !== 'NoError') ?? null;
}
