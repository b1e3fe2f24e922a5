import type { ReactNode } from 'react';
import type { EvaluationResult } from '#contracts';
import { formatFixed } from '#foundation';
import { evaluationTexts } from '../../texts/evaluation-texts.ts';
import { Chart } from './chart.tsx';
import styles from './evaluation.module.css';
import { figureText, intervalText } from './figure-text.ts';

const texts = evaluationTexts.calibration;

type Calibration = EvaluationResult['calibration'];

/** Whether scores are shares of findings, as chart and table of ten bins. */
export function CalibrationSection({
  calibration,
}: {
  readonly calibration: Calibration;
}): ReactNode {
  const filled = calibration.bins.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="calibration">
      <h2 id="calibration">{texts.title}</h2>
      <Reliability bins={filled} />
      <p>
        {texts.error}: <b>{figureText(calibration.error, 2)}</b>{' '}
        <span className={styles.number}>{intervalText(calibration.error, 2)}</span>
      </p>
      <table className={styles.table} aria-labelledby="calibration">
        <thead>
          <tr>
            <th scope="col">{texts.x}</th>
            <th scope="col">{texts.y}</th>
            <th scope="col">{texts.count}</th>
          </tr>
        </thead>
        <tbody className={styles.number}>
          {filled.map(({ from, to, count, hitShare }) => (
            <tr key={from}>
              <th scope="row">
                {evaluationTexts.result.interval(formatFixed(from, 1), formatFixed(to, 1))}
              </th>
              <td>{formatFixed(hitShare ?? 0, 2)}</td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Reliability({ bins }: { readonly bins: Calibration['bins'] }): ReactNode {
  return (
    <Chart label={texts.chart} xTitle={texts.x} yTitle={texts.y} maxX={1} xDigits={2}>
      {(at) => (
        <>
          <line className={styles.ideal} x1={at.x(0)} y1={at.y(0)} x2={at.x(1)} y2={at.y(1)} />
          {bins.map(({ from, meanScore, hitShare }) => (
            <circle
              key={from}
              className={styles.dot}
              cx={at.x(meanScore ?? from)}
              cy={at.y(hitShare ?? 0)}
              r={4}
            />
          ))}
        </>
      )}
    </Chart>
  );
}
