import type { ReactNode } from 'react';
import type { SweepName } from '../model/index.ts';
import {
  currentSweep,
  framesPerSweep,
  isRunning,
  type ScanProgress,
} from '../state/scan-progress.ts';
import styles from './live-scan.module.css';
import { handPath, pointAt, recordedTicks, ringPaths } from './ring-paths.ts';

const RADII: Readonly<Record<SweepName, readonly [number, number]>> = {
  CEN: [136, 172],
  PER: [190, 224],
};
const HOURS = Array.from({ length: 12 }, (_, idx) => idx + 1);
const SWEEP_TITLES = { CEN: 'Central sweep', PER: 'Peripheral sweep' } as const;

function Ring({ sweep, progress }: { sweep: SweepName; progress: ScanProgress }): ReactNode {
  const [inner, outer] = RADII[sweep];
  const paths = ringPaths(recordedTicks(progress.sweeps[sweep].values()), inner, outer);
  const runs = isRunning(progress) && currentSweep(progress) === sweep;
  return (
    <>
      <path d={paths.open} className={styles.tickOpen} />
      <path d={paths.recorded} className={runs ? styles.tickRunning : styles.tickDone} />
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

/** Which angles are recorded: inner circle CEN, outer PER, one tick for 2°, the hand is now. */
export function AngleRing({ progress }: { readonly progress: ScanProgress }): ReactNode {
  const { latest, sweeps } = progress;
  const perSweep = framesPerSweep(progress);
  const sweep = currentSweep(progress);
  const counts = `CEN ${sweeps.CEN.size} of ${perSweep}, PER ${sweeps.PER.size} of ${perSweep}`;
  const kind = (name: SweepName): string | undefined =>
    isRunning(progress) && sweep === name ? styles.swatchRunning : styles.swatchDone;
  return (
    <section className={styles.card} aria-label="Recorded angles">
      <header className={styles.cardHead}>
        <h2>Recorded angles</h2>
        <span className={styles.quiet}>seen facing the patient</span>
      </header>
      <svg viewBox="-270 -270 540 540" className={styles.ring} role="img" aria-label={counts}>
        <Ring sweep="CEN" progress={progress} />
        <Ring sweep="PER" progress={progress} />
        {HOURS.map((hour) => {
          const place = pointAt(250, hour * 30);
          return (
            <text key={hour} x={place.x} y={place.y + 4} className={styles.hour}>
              {hour}
            </text>
          );
        })}
        {latest === null ? null : <Hand clockDeg={latest.clockDeg} />}
        <text y={-28} className={styles.ringTitle}>
          {sweep === null ? 'No frame yet' : SWEEP_TITLES[sweep]}
        </text>
        <text y={8} className={styles.ringFigure}>
          {latest === null ? '—' : `${latest.sweep} ${Math.round(latest.clockDeg)}°`}
        </text>
        <text y={38} className={styles.ringTitle}>
          of {perSweep === 360 ? '360°' : 'the upper arc'}
        </text>
      </svg>
      <footer className={styles.legend}>
        {(['CEN', 'PER'] as const).map((name) => (
          <span key={name} className={styles.legendItem}>
            <i className={kind(name)} />
            {name} {sweeps[name].size} of {perSweep}
          </span>
        ))}
      </footer>
    </section>
  );
}
