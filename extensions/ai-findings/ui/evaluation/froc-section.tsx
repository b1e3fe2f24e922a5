import type { ReactNode } from 'react';
import type { EvaluationResult } from '#contracts';
import { formatFixed } from '#foundation';
import { evaluationTexts } from '../../texts/evaluation-texts.ts';
import { Chart, type ChartScale } from './chart.tsx';
import styles from './evaluation.module.css';
import { figureText, intervalText } from './figure-text.ts';

const texts = evaluationTexts.froc;

type Froc = EvaluationResult['froc'];

/** Most false positives per scan in the chart, as in the table. */
const MAX_FALSE_POSITIVES = 8;

/** Sensitivity at numbers of false positives, as chart and table. */
export function FrocSection({ froc }: { readonly froc: Froc }): ReactNode {
  const { points, meanSensitivity } = froc;
  return (
    <section aria-labelledby="froc">
      <h2 id="froc">{texts.title}</h2>
      <FrocChart froc={froc} />
      <table className={styles.table} aria-labelledby="froc">
        <thead>
          <tr>
            <th scope="col">{texts.x}</th>
            <th scope="col">{texts.sensitivity}</th>
            <th scope="col">{texts.interval}</th>
            <th scope="col">{texts.threshold}</th>
          </tr>
        </thead>
        <tbody className={styles.number}>
          {points.map(({ falsePositives, sensitivity, threshold }) => (
            <tr key={falsePositives}>
              <th scope="row">{fractionText(falsePositives)}</th>
              <td>{figureText(sensitivity, 2)}</td>
              <td>{intervalText(sensitivity, 2)}</td>
              <td>{threshold === null ? texts.anyScore : formatFixed(threshold, 2)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <b>{texts.mean}</b>
            </th>
            <td>
              <b>{figureText(meanSensitivity, 2)}</b>
            </td>
            <td>{intervalText(meanSensitivity, 2)}</td>
            <td />
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** Returns '1/8' for parts of a false positive. */
const fractionText = (value: number): string => (value < 1 ? `1/${1 / value}` : String(value));

function FrocChart({ froc: { curve, points } }: { readonly froc: Froc }): ReactNode {
  const end = Math.min(MAX_FALSE_POSITIVES, Math.max(1, ...curve.map(([x]) => x)));
  const maxX = Math.ceil(end);
  return (
    <Chart
      label={texts.chart}
      xTitle={texts.x}
      yTitle={texts.y}
      maxX={maxX}
      xDigits={maxX % 4 === 0 ? 0 : 2}
    >
      {(at) => (
        <>
          <path className={styles.curve} d={stepsOf(curve, maxX, at)} />
          {points
            .filter(({ falsePositives }) => falsePositives <= maxX)
            .map(({ falsePositives, sensitivity }) =>
              sensitivity === null ||
              sensitivity.low === null ||
              sensitivity.high === null ? null : (
                <line
                  key={falsePositives}
                  className={styles.whisker}
                  x1={at.x(falsePositives)}
                  x2={at.x(falsePositives)}
                  y1={at.y(sensitivity.low)}
                  y2={at.y(sensitivity.high)}
                />
              ),
            )}
        </>
      )}
    </Chart>
  );
}

/** Returns the path of a curve that rises in steps and runs on to the right edge. */
function stepsOf(curve: Froc['curve'], maxX: number, at: ChartScale): string {
  const inside = curve.filter(([x]) => x <= maxX);
  const [first] = inside;
  if (first === undefined) return '';
  const steps = inside.map(([x, y]) => `H${at.x(x)}V${at.y(y)}`);
  return [`M${at.x(first[0])} ${at.y(first[1])}`, ...steps, `H${at.x(maxX)}`].join('');
}
