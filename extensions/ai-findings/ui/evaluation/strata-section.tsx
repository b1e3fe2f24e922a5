import type { ReactNode } from 'react';
import type { EvaluationStratum } from '#contracts';
import { formatFixed } from '#foundation';
import { evaluationTexts } from '../../texts/evaluation-texts.ts';
import styles from './evaluation.module.css';
import { figureText, intervalText } from './figure-text.ts';

const texts = evaluationTexts.strata;

/** Share of lesions found by density of the breast and by size of the lesion. */
export function StrataSection({
  strata,
}: {
  readonly strata: readonly EvaluationStratum[];
}): ReactNode {
  return (
    <section aria-labelledby="strata">
      <h2 id="strata">{texts.title}</h2>
      <div className={styles.scroll}>
        <table className={styles.table} aria-labelledby="strata">
          <caption>{texts.hint}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.group}</th>
              <th scope="col">{texts.scans}</th>
              <th scope="col">{texts.found}</th>
              <th scope="col">{evaluationTexts.froc.sensitivity}</th>
              <th scope="col">{evaluationTexts.froc.interval}</th>
              <th scope="col">{texts.falsePositives}</th>
            </tr>
          </thead>
          <tbody className={styles.number}>
            {strata.map((stratum) => (
              <tr key={`${stratum.kind} ${stratum.value}`}>
                <th scope="row">{nameOf(stratum)}</th>
                <td>{stratum.scans}</td>
                <td>{texts.foundOf(stratum.found, stratum.lesions)}</td>
                <td>{figureText(stratum.sensitivity, 2)}</td>
                <td>{intervalText(stratum.sensitivity, 2)}</td>
                <td>
                  {stratum.falsePositivesPerScan === null
                    ? null
                    : formatFixed(stratum.falsePositivesPerScan, 2)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function nameOf({ kind, value }: EvaluationStratum): string {
  if (value === null) return texts.noDensity;
  const names = new Map<string, string>(
    Object.entries(kind === 'DENSITY' ? texts.densities : texts.sizes),
  );
  return names.get(value) ?? texts.otherDensity(value);
}
