import { type ReactNode, useState } from 'react';
import { type ReportStatistics, routes } from '#contracts';
import type { PanelProps } from '#core';
import { dayOf } from '#foundation';
import { DatePicker, Disclosure, Dropdown, EmptyState, ErrorCard, Spinner, useLoaded } from '#ui';
import { statisticsTexts as texts } from '../../texts/statistics-texts.ts';
import { type FollowUpServices, userKeyOf } from '../follow-up/follow-up-services.ts';
import { SaveCsvButton } from '../follow-up/save-csv-button.tsx';
import { SignedInPage } from '../follow-up/signed-in-page.tsx';
import { useReportReaders } from '../follow-up/use-report-readers.ts';
import { CategorySection } from './category-section.tsx';
import { FigureCards } from './figure-cards.tsx';
import { ReaderSection } from './reader-section.tsx';
import styles from './statistics.module.css';

const ALL = 'ALL';

/** Page of the statistics of signed reports. */
export function StatisticsPage({ context }: PanelProps): ReactNode {
  return (
    <SignedInPage context={context}>
      {(services) => <StatisticsView services={services} />}
    </SignedInPage>
  );
}

interface Choice {
  /** yyyy-mm-dd; null while the day is incomplete. */
  readonly from: string | null;
  readonly to: string | null;
  readonly readerId: string | null;
}

/** The last twelve months: from the first day of the month a year ago to today. */
function lastYear(): Choice {
  const to = dayOf(Date.now());
  return { from: `${Number(to.slice(0, 4)) - 1}${to.slice(4, 8)}01`, to, readerId: null };
}

interface Range {
  readonly from: string;
  readonly to: string;
  readonly readerId?: string;
}

/** Returns the query of a complete choice; null while a day is missing or the days are reversed. */
function rangeOf({ from, to, readerId }: Choice): Range | null {
  if (from === null || to === null || from > to) return null;
  return { from, to, ...(readerId === null ? {} : { readerId }) };
}

function StatisticsView({ services }: { readonly services: FollowUpServices }): ReactNode {
  const [choice, setChoice] = useState(lastYear);
  const range = rangeOf(choice);
  return (
    <div className={styles.page} data-testid="report-statistics">
      <p className={styles.quiet}>{texts.intro}</p>
      <Tools services={services} choice={choice} onChange={setChoice} />
      {range === null ? (
        <EmptyState
          icon="clock"
          text={choice.from === null || choice.to === null ? texts.chooseDays : texts.reversed}
        />
      ) : (
        <Statistics services={services} range={range} />
      )}
      <Definitions />
    </div>
  );
}

function Tools(props: {
  readonly services: FollowUpServices;
  readonly choice: Choice;
  onChange(choice: Choice): void;
}): ReactNode {
  const { services, choice, onChange } = props;
  const readers = useReportReaders(services);
  const range = rangeOf(choice);
  const set = (change: Partial<Choice>): void => onChange({ ...choice, ...change });
  return (
    <div className={styles.tools}>
      <div className={styles.field}>
        <DatePicker label={texts.from} value={choice.from} onChange={(from) => set({ from })} />
      </div>
      <div className={styles.field}>
        <DatePicker label={texts.to} value={choice.to} onChange={(to) => set({ to })} />
      </div>
      <div className={styles.field}>
        <Dropdown<string>
          label={texts.reader}
          nonNullable
          value={choice.readerId ?? ALL}
          options={[{ id: ALL, label: texts.allReaders }, ...readers]}
          onChange={(id) => set({ readerId: id === ALL ? null : id })}
        />
      </div>
      <span className={styles.spacer} />
      {range === null ? null : (
        <SaveCsvButton
          services={services}
          label={texts.save}
          path={`/reportStatistics/csv?${new URLSearchParams({ ...range })}`}
          fileName={texts.fileName(range.from, range.to)}
        />
      )}
    </div>
  );
}

function Statistics(props: {
  readonly services: FollowUpServices;
  readonly range: Range;
}): ReactNode {
  const { services, range } = props;
  const { value, problem, refresh } = useLoaded(
    ['report-statistics', userKeyOf(services.session), range],
    (signal) => services.api.call(routes.getReportStatistics, { query: range, signal }),
  );
  if (problem !== null) return <ErrorCard problem={problem} onRetry={refresh} />;
  if (value === null) return <Spinner label={texts.loading} centered />;
  if (value.studies === 0) return <EmptyState icon="activity" text={texts.empty} />;
  return <Figures statistics={value} />;
}

function Figures({ statistics }: { readonly statistics: ReportStatistics }): ReactNode {
  return (
    <>
      <FigureCards statistics={statistics} />
      <CategorySection categories={statistics.categories} />
      <ReaderSection readers={statistics.readers} />
    </>
  );
}

function Definitions(): ReactNode {
  const { title, ...definitions } = texts.definitions;
  return (
    <Disclosure title={title} level={2}>
      <div className={styles.definitions}>
        {Object.entries(definitions).map(([name, text]) => (
          <p key={name}>{text}</p>
        ))}
      </div>
    </Disclosure>
  );
}
