import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { routes } from '#contracts';
import { configToken, noticesToken, type PanelProps, sessionToken } from '#core';
import { Icon, PopoverButton, Spinner, StatusDot, useStore } from '#ui';
import { developerFaultsToken, scanRunToken } from '../../state/scan/tokens.ts';
import { developerTexts } from '../../texts/developer-texts.ts';
import { scanStateTexts } from '../../texts/scan-state-texts.ts';
import styles from '../shared/live-scan.module.css';
import { scannerLabel } from '../shared/scanner-label.ts';
import faultStyles from './fault-form.module.css';

/** Loaded on demand, because only developers need the form. */
const FaultForm = lazy(async () => ({ default: (await import('./fault-form.tsx')).FaultForm }));

/** Short state of the scanner for a bar: 'CF-2 scanning'. */
export function ScannerStatePanel({ context }: PanelProps): ReactNode {
  const { scanner } = context.use(scanRunToken);
  const { device, status } = useStore(scanner.store);
  useEffect(() => {
    const watching = scanner.watch();
    return () => watching.dispose();
  }, [scanner]);
  if (device === null) return null;
  const { text, dot } = scannerLabel(status);
  return (
    <>
      <span className={styles.state} role="status">
        {scanStateTexts.ofScanner(status?.productId ?? device.model, text)}
        <StatusDot state={dot} />
      </span>
      <FaultInjector context={context} />
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
