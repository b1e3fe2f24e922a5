import type { ReactNode } from 'react';
import { Icon } from '#ui';
import type { SweepName } from '../../model/index.ts';
import type { ScannerState } from '../../state/scanner/scanner-client.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import styles from '../shared/live-scan.module.css';
import rows from './scanner-card.module.css';
import { scannerRows, UNKNOWN } from './scanner-rows.ts';

const texts = scanTexts.device;

/** Values reported by the scanner; unknown values are a dash. */
export function ScannerCard(props: {
  readonly scanner: Pick<ScannerState, 'device' | 'status' | 'problem'>;
  /** The sweep being recorded; null if none. */
  readonly sweep: SweepName | null;
}): ReactNode {
  const { status, device, problem } = props.scanner;
  const name = [
    status?.productId ?? device?.model,
    texts.serial(status?.serialNumber ?? device?.serialNumber ?? UNKNOWN),
    texts.firmware(status?.firmware ?? UNKNOWN),
  ];
  return (
    <section className={styles.card} aria-label={texts.title}>
      <header className={styles.cardHead}>
        <h2>{texts.title}</h2>
        <span className={styles.quiet}>
          {problem === null ? name.filter((part) => part !== undefined).join(' · ') : problem.title}
        </span>
      </header>
      <dl className={rows.sensors}>
        {scannerRows(status, props.sweep).map(({ icon, label, text, aside, hasProblem }) => (
          <div key={label} data-out-of-range={hasProblem}>
            <dt>
              <Icon name={icon} size={18} />
              {label}
            </dt>
            <dd>{text}</dd>
            {aside === '' ? null : (
              <dd className={rows.aside} title={aside}>
                {aside}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
