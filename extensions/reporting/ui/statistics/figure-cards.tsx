import type { ReactNode } from 'react';
import type { PredictiveValue, Rate, ReportStatistics } from '#contracts';
import { formatNumber } from '#foundation';
import { statisticsTexts } from '../../texts/statistics-texts.ts';
import { intervalText, rateText, timeText } from './figure-text.ts';
import styles from './statistics.module.css';

const { cards: texts } = statisticsTexts;

/** The figures of the audit, each with its counts. */
export function FigureCards({ statistics }: { readonly statistics: ReportStatistics }): ReactNode {
  const { studies, breasts, screening, diagnostic, withoutIndication, timeToSign } = statistics;
  return (
    <section className={styles.cards} aria-label={texts.title}>
      <Card title={texts.studies} figure={formatNumber(studies)} id="studies">
        <p>
          {texts.breasts(breasts)}, {texts.addenda(statistics.withAddendum)}
        </p>
        <p>{texts.kinds(screening, diagnostic, withoutIndication)}</p>
      </Card>
      <RateCard title={texts.recall} rate={statistics.recall} id="recall" />
      <RateCard title={texts.incomplete} rate={statistics.incomplete} id="incomplete" />
      <Card title={texts.time} figure={timeText(timeToSign.medianHours)} id="time">
        <p>{texts.ofStudies(timeToSign.studies)}</p>
        <p>{texts.p90(timeText(timeToSign.p90Hours))}</p>
      </Card>
      <ValueCard title={texts.ppv1} value={statistics.ppv1} id="ppv1" />
      <ValueCard title={texts.ppv2} value={statistics.ppv2} id="ppv2" />
      <ValueCard title={texts.ppv3} value={statistics.ppv3} id="ppv3" />
    </section>
  );
}

interface CardProps {
  readonly title: string;
  /** Id for tests. */
  readonly id: string;
}

function Card(
  props: CardProps & { readonly figure: string; readonly children: ReactNode },
): ReactNode {
  return (
    <div className={styles.card} data-testid={`figure-${props.id}`}>
      <h2>{props.title}</h2>
      <p className={styles.figure}>{props.figure}</p>
      {props.children}
    </div>
  );
}

function RateCard({
  rate,
  children,
  ...card
}: CardProps & { readonly rate: Rate; readonly children?: ReactNode }): ReactNode {
  return (
    <Card {...card} figure={rateText(rate)}>
      <IntervalBar rate={rate} />
      <p>
        {rate.denominator === 0 ? texts.noCases : texts.counts(rate.numerator, rate.denominator)}
      </p>
      <p>{intervalText(rate)}</p>
      {children}
    </Card>
  );
}

function ValueCard({ value, ...card }: CardProps & { readonly value: PredictiveValue }): ReactNode {
  return (
    <RateCard {...card} rate={value}>
      <p className={value.withoutOutcome > 0 ? styles.warning : undefined}>
        {texts.withoutOutcome(value.withoutOutcome, value.positives)}
      </p>
    </RateCard>
  );
}

const WIDTH = 280;
const HEIGHT = 12;

/** Share and interval on a line from 0 to 100 %; the texts below have the numbers. */
function IntervalBar({ rate: { value, low, high } }: { readonly rate: Rate }): ReactNode {
  const at = (share: number): number => 4 + share * (WIDTH - 8);
  return (
    <svg className={styles.interval} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className={styles.track} x1={at(0)} x2={at(1)} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {value === null || low === null || high === null ? null : (
        <>
          <line className={styles.range} x1={at(low)} x2={at(high)} y1={6} y2={6} />
          <circle className={styles.dot} cx={at(value)} cy={6} r={4} />
        </>
      )}
    </svg>
  );
}
