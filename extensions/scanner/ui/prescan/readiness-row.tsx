import type { ReactNode } from 'react';
import type { PanelProps } from '#core';
import { StateDot, useStore } from '#ui';
import { scannerChecksToken, scanRunToken } from '../../state/scan/tokens.ts';
import type { ScanPreparation } from '../../state/scanner/scanner-checks.ts';
import { prescanTexts } from '../../texts/prescan-texts.ts';
import styles from './prescan.module.css';
import { readinessChecks } from './readiness-checks.ts';

/** Checks of the scanner beside Start, with what to do about those that failed. */
export function ReadinessRow(
  props: PanelProps & { readonly preparation: ScanPreparation },
): ReactNode {
  const { context, preparation } = props;
  const scanner = useStore(context.use(scanRunToken).scanner.store);
  const checks = useStore(context.use(scannerChecksToken).store);
  const rows = readinessChecks(scanner, checks, preparation);
  return (
    <div>
      <ul className={styles.readiness} aria-label={prescanTexts.readiness.summary.label}>
        {rows.map(({ name, state, tone }) => (
          <li key={name}>
            <StateDot tone={tone} label={`${name}: ${state}`} />
          </li>
        ))}
      </ul>
      {rows.map(({ name, next }) =>
        next === null ? null : (
          <p key={name} className={styles.note}>
            {name}: {next}
          </p>
        ),
      )}
    </div>
  );
}
