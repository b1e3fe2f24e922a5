import type { ReactNode } from 'react';
import type { EvaluationFigure, EvaluationResult } from '#contracts';
import { evaluationTexts } from '../../texts/evaluation-texts.ts';
import styles from './evaluation.module.css';
import { figureText, intervalText } from './figure-text.ts';

const texts = evaluationTexts.other;

type Measured = Pick<EvaluationResult, 'nipple' | 'outlines'>;

/** Error of the nipple and agreement of outlines, each with what it was measured on. */
export function OtherSection({ nipple, outlines }: Measured): ReactNode {
  return (
    <section aria-labelledby="other">
      <h2 id="other">{texts.title}</h2>
      {nipple === null && outlines === null ? null : (
        <table className={styles.table} aria-labelledby="other">
          <thead>
            <tr>
              <th scope="col">{texts.measure}</th>
              <th scope="col">{texts.value}</th>
              <th scope="col">{evaluationTexts.froc.interval}</th>
            </tr>
          </thead>
          <tbody className={styles.number}>
            {nipple === null ? null : (
              <>
                <Row name={texts.nippleMedian(nipple.scans)} figure={nipple.medianMm} mm />
                <Row name={texts.nippleP95} figure={nipple.p95Mm} mm />
              </>
            )}
            {outlines === null ? null : (
              <>
                <Row name={texts.dice(outlines.pairs)} figure={outlines.dice} />
                <Row name={texts.hd95} figure={outlines.hd95Mm} mm />
              </>
            )}
          </tbody>
        </table>
      )}
      <p className={styles.quiet}>{nipple === null ? texts.noNipple : texts.nippleHint}</p>
      <p className={styles.quiet}>{outlines === null ? texts.noOutlines : texts.outlineHint}</p>
      {outlines === null || outlines.unreadable === 0 ? null : (
        <p className={styles.warning}>{texts.unreadable(outlines.unreadable)}</p>
      )}
      {outlines === null || outlines.leftOut === 0 ? null : (
        <p className={styles.warning}>{texts.leftOut(outlines.leftOut)}</p>
      )}
    </section>
  );
}

interface RowProps {
  readonly name: string;
  readonly figure: EvaluationFigure;
  readonly mm?: boolean;
}

function Row({ name, figure, mm = false }: RowProps): ReactNode {
  const value = figureText(figure, mm ? 1 : 2);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{mm && figure !== null ? texts.mm(value) : value}</td>
      <td>{intervalText(figure, mm ? 1 : 2)}</td>
    </tr>
  );
}
