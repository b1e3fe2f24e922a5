import type { ReactNode } from 'react';
import type { DeviceStatus } from '#contracts';
import { Icon, type IconName } from '#ui';
import type { ScannerState } from '../state/scanner-link.ts';
import { scanTexts } from '../texts/scan-texts.ts';
import styles from './live-scan.module.css';
import { scannerWords } from './scanner-words.ts';

const texts = scanTexts.device;

const UNKNOWN = '—';

const figure = (value: number | null | undefined, unit: string, digits = 0): string =>
  value === null || value === undefined ? UNKNOWN : `${value.toFixed(digits)} ${unit}`;

function rowsOf(status: DeviceStatus | null): readonly (readonly [IconName, string, string])[] {
  // What an absent device said before it went is not measured now.
  const now = status?.state === 'offline' ? null : status;
  return [
    ['battery', texts.battery, figure(now?.battery?.charge, '%')],
    ['droplet', texts.water, figure(now?.waterSensor?.levelPercent, '%')],
    ['reset', texts.motor360, figure(now?.motor360?.positionDeg, '°', 1)],
    ['adjust', texts.motor180, figure(now?.motor180?.positionDeg, '°', 1)],
    ['activity', texts.movement, figure(now?.motionSensor?.movementMm, 'mm', 1)],
    ['scanner', texts.service, scannerWords(status).text],
  ];
}

/** What the scanner says of itself; what it does not say stays a dash. */
export function ScannerCard({ scanner }: { readonly scanner: ScannerState }): ReactNode {
  const { status, device, problem } = scanner;
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
