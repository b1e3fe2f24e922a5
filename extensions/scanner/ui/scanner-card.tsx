import type { ReactNode } from 'react';
import type { DeviceStatus } from '#contracts';
import { Icon, type IconName } from '#ui';
import type { ScannerState } from '../state/scanner-link.ts';
import styles from './live-scan.module.css';
import { scannerWords } from './scanner-words.ts';

const UNKNOWN = '—';

const figure = (value: number | null | undefined, unit: string, digits = 0): string =>
  value === null || value === undefined ? UNKNOWN : `${value.toFixed(digits)} ${unit}`;

function rowsOf(status: DeviceStatus | null): readonly (readonly [IconName, string, string])[] {
  // What an absent device said before it went is not measured now.
  const now = status?.state === 'offline' ? null : status;
  return [
    ['battery', 'Battery', figure(now?.batteryPercent, '%')],
    ['droplet', 'Water', figure(now?.waterPercent, '%')],
    ['reset', 'Motor 360', figure(now?.motor360Deg, '°', 1)],
    ['adjust', 'Motor 180', figure(now?.motor180Deg, '°', 1)],
    ['activity', 'Movement', figure(now?.movementMm, 'mm', 1)],
    ['scanner', 'Scan service', scannerWords(status).text],
  ];
}

/** What the scanner says of itself; what it does not say stays a dash. */
export function ScannerCard({ scanner }: { readonly scanner: ScannerState }): ReactNode {
  const { status, device, problem } = scanner;
  const name = [
    status?.productId ?? device?.model,
    `serial ${status?.serialNumber ?? device?.serialNumber ?? UNKNOWN}`,
    `firmware ${status?.firmware ?? UNKNOWN}`,
  ];
  return (
    <section className={styles.card} aria-label="Scanner">
      <header className={styles.cardHead}>
        <h2>Scanner</h2>
        <span className={styles.quiet}>
          {problem === null ? name.filter((part) => part !== undefined).join(' · ') : problem.title}
        </span>
      </header>
      <dl className={styles.sensors}>
        {rowsOf(status).map(([icon, label, text]) => (
          <div key={label}>
            <dt>
              <Icon name={icon} size={18} />
              {label}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
