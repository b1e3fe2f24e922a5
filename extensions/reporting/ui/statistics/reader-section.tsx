import type { ReactNode } from 'react';
import type { ReaderRow } from '#contracts';
import { statisticsTexts } from '../../texts/statistics-texts.ts';
import { percentText, rateText, timeText } from './figure-text.ts';
import styles from './statistics.module.css';

const { readers: texts, cards, unknownUser } = statisticsTexts;

/** Figures of each reader with their counts. */
export function ReaderSection({ readers }: { readonly readers: readonly ReaderRow[] }): ReactNode {
  return (
    <section className={styles.section} aria-labelledby="readers">
      <h2 id="readers">{texts.title}</h2>
      <div className={styles.scroll}>
        <table className={styles.table} aria-labelledby="readers" data-testid="readers">
          <thead>
            <tr>
              <th scope="col">{texts.reader}</th>
              {[
                texts.studies,
                texts.recall,
                texts.counts,
                texts.interval,
                texts.median,
                texts.p90,
              ].map((title) => (
                <th key={title} scope="col" className={styles.count}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {readers.map(({ reader, studies, recall, timeToSign }) => (
              <tr key={reader.id}>
                <th scope="row">{reader.name ?? unknownUser}</th>
                <td className={styles.count}>{studies}</td>
                <td className={styles.count}>{rateText(recall)}</td>
                <td className={styles.count}>
                  {cards.counts(recall.numerator, recall.denominator)}
                </td>
                <td className={styles.count}>
                  {recall.low === null || recall.high === null
                    ? ''
                    : `${percentText(recall.low)} – ${percentText(recall.high)}`}
                </td>
                <td className={styles.count}>
                  {timeText(timeToSign.medianHours)} ({cards.ofStudies(timeToSign.studies)})
                </td>
                <td className={styles.count}>{timeText(timeToSign.p90Hours)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
