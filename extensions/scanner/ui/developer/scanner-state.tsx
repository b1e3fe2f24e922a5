import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { routes } from '#contracts';
import { configToken, noticesToken, type PanelProps, sessionToken } from '#core';
import { Icon, PopoverButton, Spinner, StatusDot, useStore } from '#ui';
import { developerFaultsToken, scanRunToken } from '../../state/scan/tokens.ts';
import { developerTexts } from '../../texts/developer-texts.ts';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';
import styles from '../shared/live-scan.module.css';
import { scannerLabel } from '../shared/scanner-label.ts';
import { scannerName } from '../shared/scanner-name.ts';
import { useScannerChoice } from '../shared/use-scanner-choice.ts';
import faultStyles from './fault-form.module.css';
import { ScannerMenu } from './scanner-menu.tsx';

/** Loaded on demand, because only developers need the form. */
const FaultForm = lazy(async () => ({ default: (await import('./fault-form.tsx')).FaultForm }));

/** The workstation's scanner and its state for a bar: 'Room 3 scanning'. */
export function ScannerStatePanel({ context }: PanelProps): ReactNode {
  const { scanner } = context.use(scanRunToken);
  const { device, devices, status } = useStore(scanner.store);
  const choice = useScannerChoice(context);
  useEffect(() => {
    const watching = scanner.watch();
    return () => watching.dispose();
  }, [scanner]);
  if (device === null && choice === null) return null;
  const { text, dot } = scannerLabel(status);
  const state =
    device === null ? null : scanStateTexts.ofScanner(scannerName(device, devices), text);
  const content = (
    <>
      <Icon name="scanner" size={16} />
      <span data-bar-label="states">{state}</span>
      <StatusDot state={dot} />
    </>
  );
  return (
    <>
      {choice === null ? (
        <span className={styles.state} role="status" title={state ?? ''}>
          {content}
        </span>
      ) : (
        <ScannerMenu choice={choice}>{content}</ScannerMenu>
      )}
      {device === null ? null : <FaultInjector context={context} />}
    </>
  );
}

/** Fault injection for developers who may scan; hidden from other users. */
function FaultInjector({ context }: PanelProps): ReactNode {
  const { flags } = context.use(configToken);
  if (!flags.isDevModeUi || !context.use(sessionToken).mayCall(routes.leaseDevice)) return null;
  return (
    <PopoverButton
      ariaLabel={developerTexts.open}
      className={faultStyles.trigger ?? ''}
      content={
        <Suspense fallback={<Spinner label={developerTexts.open} />}>
          <FaultForm
            faults={context.use(developerFaultsToken)}
            onProblem={(problem) => context.use(noticesToken).showProblem(problem)}
          />
        </Suspense>
      }
    >
      <Icon name="warning" size={16} />
    </PopoverButton>
  );
}
