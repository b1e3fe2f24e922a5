import type { ReactNode } from 'react';
import type { SweepName } from '../../model/index.ts';
import {
  currentSweep,
  framesMoved,
  framesPerSweep,
  framesStored,
  isRunning,
  type ScanProgress,
} from '../../state/scan/scan-progress.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import styles from '../shared/live-scan.module.css';
import { useElementSize } from '../shared/use-element-size.ts';
import { handPath, pointAt, recordedTicks, ringPaths } from './ring-paths.ts';

/** Inner and outer radius of the ring of each sweep, in units of the drawing. */
const RADII: Readonly<Record<SweepName, readonly [number, number]>> = {
  CEN: [136, 172],
  PER: [190, 224],
};
/** Half the edge of the drawing, in the units of `RADII`. */
const VIEW_RADIUS = 280;
const VIEW_BOX = `${-VIEW_RADIUS} ${-VIEW_RADIUS} ${2 * VIEW_RADIUS} ${2 * VIEW_RADIUS}`;
const HOURS = Array.from({ length: 12 }, (_, idx) => idx + 1);
const SWEEP_TITLES = {
  CEN: scanTexts.ring.central,
  PER: scanTexts.ring.peripheral,
} as const;

function Ring({ sweep, progress }: { sweep: SweepName; progress: ScanProgress }): ReactNode {
  const [inner, outer] = RADII[sweep];
  const angles = progress.sweeps[sweep];
  const moved = framesMoved(progress, sweep).flatMap((frameIdx) => angles.get(frameIdx) ?? []);
  const paths = ringPaths(recordedTicks(angles.values()), recordedTicks(moved), inner, outer);
  const isCurrent = isRunning(progress) && currentSweep(progress) === sweep;
  return (
    <>
      <path d={paths.open} className={styles.tickOpen} />
      <path d={paths.recorded} className={isCurrent ? styles.tickRunning : styles.tickDone} />
      <path d={paths.marked} className={styles.tickMoved} />
    </>
  );
}

function Hand({ clockDeg }: { clockDeg: number }): ReactNode {
  const tip = pointAt(232, clockDeg);
  return (
    <>
      <path d={handPath(clockDeg, 120, 232)} className={styles.hand} />
      <circle cx={tip.x} cy={tip.y} r={4} className={styles.handTip} />
    </>
  );
}

/**
 * Returns text sizes in the drawing's units; they scale with the drawing, but stay readable on a
 * small screen.
 */
function textSizes(widthPx: number, heightPx: number): { label: number; figure: number } {
  const pxPerUnit = Math.min(widthPx, heightPx) / (2 * VIEW_RADIUS);
  if (pxPerUnit <= 0) return { label: 13, figure: 30 };
  // Limits the text on the smallest screens, where larger text would overlap the ring.
  const scaledSize = (px: number, max: number): number => Math.min(px / pxPerUnit, max);
  return { label: Math.max(13, scaledSize(12, 26)), figure: Math.max(30, scaledSize(20, 44)) };
}

/**
 * Returns the texts in the middle of the ring: sweep and angle of the newest frame; after a reload,
 * while the newest frame is unknown, the number of stored frames.
 */
function centreTexts(progress: ScanProgress): { title: string; figure: string; total: string } {
  const { latest, framesTotal } = progress;
  const { ring } = scanTexts;
  const total = framesPerSweep(progress) === 360 ? ring.ofAll : ring.ofUpper;
  if (latest !== null) {
    const figure = `${latest.sweep} ${Math.round(latest.clockDeg)}°`;
    return { title: SWEEP_TITLES[latest.sweep], figure, total };
  }
  const stored = framesStored(progress);
  if (stored === 0) return { title: ring.noFrame, figure: '—', total };
  return { title: ring.storedFrames, figure: `${stored}`, total: ring.ofTotal(framesTotal) };
}

/**
 * Ring of recorded angles: inner circle CEN, outer circle PER, a tick per 2°, the hand at the
 * newest frame.
 */
export function AngleRing({ progress }: { readonly progress: ScanProgress }): ReactNode {
  const { latest, sweeps } = progress;
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const { label, figure } = textSizes(width, height);
  const perSweep = framesPerSweep(progress);
  const sweep = currentSweep(progress);
  const centre = centreTexts(progress);
  const moved = framesMoved(progress, 'CEN').length + framesMoved(progress, 'PER').length;
  const movedText = moved === 0 ? null : scanTexts.ring.moved(moved);
  const counts = [
    scanTexts.ring.counts(sweeps.CEN.size, sweeps.PER.size, perSweep),
    ...(movedText === null ? [] : [movedText]),
  ].join(', ');
  const swatchClass = (name: SweepName): string | undefined =>
    isRunning(progress) && sweep === name ? styles.swatchRunning : styles.swatchDone;
  return (
    <section className={styles.card} aria-label={scanTexts.ring.title}>
      <header className={styles.cardHead}>
        <h2>{scanTexts.ring.title}</h2>
        <span className={styles.quiet}>{scanTexts.ring.viewDirection}</span>
      </header>
      <div ref={ref} className={styles.ring}>
        <svg viewBox={VIEW_BOX} role="img" aria-label={counts}>
          <Ring sweep="CEN" progress={progress} />
          <Ring sweep="PER" progress={progress} />
          {HOURS.map((hour) => {
            const position = pointAt(240 + label * 0.75, hour * 30);
            return (
              <text
                key={hour}
                x={position.x}
                y={position.y + label * 0.35}
                className={styles.hour}
                style={{ fontSize: label }}
              >
                {hour}
              </text>
            );
          })}
          {latest === null ? null : <Hand clockDeg={latest.clockDeg} />}
          <text
            y={-(figure * 0.6 + label * 0.75)}
            className={styles.ringTitle}
            style={{ fontSize: label }}
          >
            {centre.title}
          </text>
          <text y={figure * 0.27} className={styles.ringFigure} style={{ fontSize: figure }}>
            {centre.figure}
          </text>
          <text
            y={figure * 0.6 + label * 1.55}
            className={styles.ringTitle}
            style={{ fontSize: label }}
          >
            {centre.total}
          </text>
        </svg>
      </div>
      <footer className={styles.legend}>
        {(['CEN', 'PER'] as const).map((name) => (
          <span key={name} className={styles.legendItem}>
            <i className={swatchClass(name)} />
            {scanTexts.ring.count(name, sweeps[name].size, perSweep)}
          </span>
        ))}
        {movedText === null ? null : (
          <span className={styles.legendItem}>
            <i className={styles.swatchMoved} />
            {movedText}
          </span>
        )}
      </footer>
    </section>
  );
}
