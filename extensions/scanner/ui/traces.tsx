import { type ReactNode, useEffect, useState } from 'react';
import type { DeviceStatus } from '#contracts';
import { Icon, type IconName } from '#ui';
import {
  framesStored,
  isRunning,
  MOVEMENT_LIMIT_MM,
  type ScanProgress,
} from '../state/scan-progress.ts';
import { scanTexts } from '../texts/scan-texts.ts';
import styles from './live-scan.module.css';

interface Reading {
  readonly frame: number;
  readonly movementMm: number | null;
  readonly waterPercent: number | null;
}

type Quantity = 'movementMm' | 'waterPercent';

const MOST_READINGS = 2_000;

/** What the scanner has reported since this page opened, by frame. */
function useReadings(progress: ScanProgress, status: DeviceStatus | null): readonly Reading[] {
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  const { epoch, scanId } = progress;
  const isOfScan = isRunning(progress) && status?.scanId === scanId;
  const frame = framesStored(progress);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew
  useEffect(() => setReadings([]), [scanId, epoch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one reading a status, not one a frame
  useEffect(() => {
    if (!isOfScan || status === null) return;
    const movementMm = status.motionSensor?.movementMm ?? null;
    const waterPercent = status.waterSensor?.levelPercent ?? null;
    setReadings((all) => [...all.slice(-MOST_READINGS), { frame, movementMm, waterPercent }]);
  }, [status]);
  return readings;
}

function linePath(
  readings: readonly Reading[],
  quantity: Quantity,
  framesTotal: number,
  top: number,
): string {
  let path = '';
  for (const reading of readings) {
    const value = reading[quantity];
    if (value === null) continue;
    const x = (reading.frame / framesTotal) * 1000;
    const y = heightOf(value, top);
    path += `${path === '' ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return path;
}

/** y of a value in the drawing. */
const heightOf = (value: number, top: number): number => 44 - (Math.min(value, top) / top) * 40;

function Trace(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  readonly quantity: Quantity;
  readonly top: number;
  /** Above this it is too much; null: no such limit is known here. */
  readonly limit: number | null;
  readonly readings: readonly Reading[];
  readonly framesTotal: number;
}): ReactNode {
  const { icon, title, unit, digits, quantity, top, limit, readings, framesTotal } = props;
  const value = readings.at(-1)?.[quantity] ?? null;
  // A quantity that the scanner does not report has no line and no place.
  if (value === null) return null;
  return (
    <section className={styles.trace} aria-label={title}>
      <div>
        <div className={styles.traceHead}>
          <Icon name={icon} size={16} />
          {title}
        </div>
        <p className={styles.traceValue} data-wrong={limit !== null && value > limit}>
          {value.toFixed(digits)} <small>{unit}</small>
        </p>
      </div>
      <svg
        viewBox="0 0 1000 48"
        preserveAspectRatio="none"
        className={styles.traceChart}
        aria-hidden="true"
      >
        <path d="M0 46H1000M500 2V46" className={styles.traceFrame} />
        {limit === null ? null : (
          <path
            d={`M0 ${heightOf(limit, top).toFixed(1)}H1000`}
            className={styles.traceLimit}
            vectorEffect="non-scaling-stroke"
          />
        )}
        <path
          d={linePath(readings, quantity, framesTotal, top)}
          className={styles.traceLine}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </section>
  );
}

/** Movement and water over both sweeps on one axis, as far as the scanner reports them. */
export function Traces(props: {
  readonly progress: ScanProgress;
  readonly status: DeviceStatus | null;
}): ReactNode {
  const readings = useReadings(props.progress, props.status);
  const { framesTotal } = props.progress;
  const highest = Math.max(
    MOVEMENT_LIMIT_MM * 1.3,
    ...readings.map((reading) => reading.movementMm ?? 0),
  );
  return (
    <>
      <Trace
        icon="activity"
        title={scanTexts.device.movement}
        unit="mm"
        digits={1}
        quantity="movementMm"
        top={highest}
        limit={MOVEMENT_LIMIT_MM}
        readings={readings}
        framesTotal={framesTotal}
      />
      <Trace
        icon="droplet"
        title={scanTexts.device.water}
        unit={scanTexts.device.full}
        digits={0}
        quantity="waterPercent"
        top={100}
        limit={null}
        readings={readings}
        framesTotal={framesTotal}
      />
    </>
  );
}
