import { type ReactNode, useDeferredValue, useId } from 'react';
import { formatFixed } from '#foundation';
import { Icon, type IconName } from '#ui';
import { MOVEMENT_LIMIT_MM, type ScanProgress } from '../../state/scan/scan-progress.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import { heightOf, type Quantity, TRACE, traceLine } from './trace-path.ts';
import styles from './traces.module.css';

/** Minimum contact in percent of the lines; frames with less contact show little of the breast. */
const MIN_CONTACT_PERCENT = 60;

interface TraceDefinition {
  readonly quantity: Quantity;
  readonly icon: IconName;
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  /** Returns the upper end of the scale. */
  readonly topOf: (highest: number) => number;
  /** Null if no limit is known. */
  readonly limit: Limit | null;
}

interface Limit {
  readonly value: number;
  readonly text: string;
  /** Side of the limit on which a value is out of range. */
  readonly violatedWhen: 'above' | 'below';
}

const { device } = scanTexts;

const TRACE_DEFINITIONS: readonly TraceDefinition[] = [
  {
    quantity: 'movementMm',
    icon: 'activity',
    title: device.movement,
    unit: 'mm',
    digits: 1,
    topOf: (highest) => Math.max(MOVEMENT_LIMIT_MM * 1.3, highest),
    limit: { value: MOVEMENT_LIMIT_MM, text: `${MOVEMENT_LIMIT_MM} mm`, violatedWhen: 'above' },
  },
  {
    quantity: 'contactPercent',
    icon: 'layers',
    title: device.contact,
    digits: 0,
    unit: device.ofLines,
    topOf: () => 100,
    limit: { value: MIN_CONTACT_PERCENT, text: `${MIN_CONTACT_PERCENT} %`, violatedWhen: 'below' },
  },
  {
    quantity: 'waterPercent',
    icon: 'droplet',
    title: device.water,
    digits: 0,
    unit: device.full,
    topOf: () => 100,
    limit: null,
  },
];

function isOutOfRange(limit: Limit | null, value: number): boolean {
  if (limit === null) return false;
  return limit.violatedWhen === 'above' ? value > limit.value : value < limit.value;
}

/**
 * Sensor values by frame over both sweeps on a common axis. Rendered deferred, after the live
 * image.
 */
export function Traces(props: { readonly progress: ScanProgress }): ReactNode {
  const progress = useDeferredValue(props.progress);
  const { CEN, PER } = progress.sensors;
  return (
    <>
      {TRACE_DEFINITIONS.map((definition) => (
        <Trace key={definition.quantity} definition={definition} progress={progress} />
      ))}
      {CEN.size + PER.size === 0 ? null : (
        <p className={styles.traceScale} aria-hidden="true">
          <span>{scanTexts.ring.central}</span>
          <span>{scanTexts.ring.peripheral}</span>
        </p>
      )}
    </>
  );
}

function Trace(props: {
  readonly definition: TraceDefinition;
  readonly progress: ScanProgress;
}): ReactNode {
  const { definition, progress } = props;
  const { path, newest, highest } = traceLine(progress, definition.quantity, definition.topOf);
  // Omits a quantity that the scanner does not report.
  if (newest === null) return null;
  return (
    <section className={styles.trace} aria-label={definition.title}>
      <div>
        <div className={styles.traceHead}>
          <Icon name={definition.icon} size={16} />
          {definition.title}
        </div>
        <p
          className={styles.traceValue}
          data-out-of-range={isOutOfRange(definition.limit, newest.value)}
        >
          {formatFixed(newest.value, definition.digits)} <small>{definition.unit}</small>
        </p>
      </div>
      <TraceChart
        definition={definition}
        top={definition.topOf(highest)}
        path={path}
        newest={newest}
      />
    </section>
  );
}

function TraceChart(props: {
  readonly definition: TraceDefinition;
  readonly top: number;
  readonly path: string;
  readonly newest: { readonly x: number; readonly y: number };
}): ReactNode {
  const { definition, top, path, newest } = props;
  const { limit } = definition;
  const percent = (value: number, total: number) => `${((100 * value) / total).toFixed(2)}%`;
  return (
    <div className={styles.traceChart}>
      <svg
        viewBox={`0 0 ${TRACE.width} ${TRACE.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d="M0 46H1000M500 2V46" className={styles.traceFrame} />
        <path d={path} className={styles.traceLine} vectorEffect="non-scaling-stroke" />
        {limit === null ? null : <TraceLimit limit={limit} top={top} path={path} />}
      </svg>
      <span
        className={styles.traceDot}
        style={{ left: percent(newest.x, TRACE.width), top: percent(newest.y, TRACE.height) }}
      />
      {limit === null ? null : (
        <small
          className={styles.traceLimitText}
          style={{ top: percent(heightOf(limit.value, top), TRACE.height) }}
        >
          {limit.text}
        </small>
      )}
    </div>
  );
}

/** Draws the limit, and highlights the part of the line beyond the limit. */
function TraceLimit(props: {
  readonly limit: Limit;
  readonly top: number;
  readonly path: string;
}): ReactNode {
  const { limit, top, path } = props;
  const clipId = useId();
  const y = heightOf(limit.value, top);
  const [from, to] = limit.violatedWhen === 'above' ? [0, y] : [y, TRACE.height];
  return (
    <>
      <clipPath id={clipId}>
        <rect x={0} y={from} width={TRACE.width} height={to - from} />
      </clipPath>
      <path
        d={`M0 ${y.toFixed(1)}H${TRACE.width}`}
        className={styles.traceLimit}
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={path}
        clipPath={`url(#${clipId})`}
        className={styles.traceLine}
        data-out-of-range
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}
