import type { ListedStudy } from '#contracts';
import { dayOf, dayTextOf, timeOf } from '#foundation';
import { MarkedText, type TableColumn } from '#ui';
import type { Lists } from '../forms/use-lists.ts';
import { ReadBy } from '../lists/claimed-by.tsx';
import page from '../lists/page/list-page.module.css';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import type { ListWidth } from '../lists/use-list-width.ts';
import { WaitingTime } from '../lists/waiting-time.tsx';
import { ageYears } from '../patients/shared/patient-name.ts';
import { DisapprovedMark } from '../reviews/disapproved-mark.tsx';
import { RereadingMark } from '../scans/rereading-notice.tsx';
import { recordTexts } from '../texts/record-texts.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { type OpenPriorityMenu, PriorityCell } from './priority-menu.tsx';
import { StudyJobs } from './study-jobs.tsx';
import { studyName } from './study-name.ts';
import type { IdentityVisibility } from './use-identity-visibility.ts';

const titles = studyTexts.columns;
type Column = TableColumn<ListedStudy>;

export interface StudyColumnsOptions {
  /** Words of the search, highlighted in code and name. */
  readonly searchTerms: readonly string[];
  readonly visibility: IdentityVisibility;
  readonly listWidth: ListWidth;
  /** Opens the priority menu; null when the user may not change priorities. */
  readonly openMenu: OpenPriorityMenu | null;
  readonly lists: Pick<Lists, 'label'>;
}

/** Returns the columns of the worklist for a window width. */
export function studyColumns(options: StudyColumnsOptions): readonly Column[] {
  const { visibility, listWidth, lists } = options;
  if (visibility.blind) return [ALIAS, SIDES, SCANS, CREATED];
  const state = { ...STATE, width: STATE_WIDTHS[listWidth] };
  const first = [priorityColumn(options.openMenu), state, WAITING];
  const patient = visibility.names ? patientColumns(options) : [ALIAS];
  const day = { ...ACQUIRED, width: 112, cell: dayCell };
  // Narrower windows drop the columns that the panel also shows.
  if (listWidth === 'narrow' || listWidth === 'usual') {
    const named = patient.filter(({ id }) => id !== 'code');
    return [...first, ...named, day, ...(listWidth === 'usual' ? [JOBS] : [])];
  }
  const indication = indicationColumn(lists);
  if (listWidth === 'wide') return [...first, ...patient, indication, PRIORS, day, JOBS];
  return [...first, ...patient, indication, PRIORS, ACQUIRED, SIDES, JOBS, ACCESSION];
}

function patientColumns({ listWidth, searchTerms }: StudyColumnsOptions): readonly Column[] {
  const code: Column = {
    id: 'code',
    title: titles.code,
    width: 136,
    cell: ({ who: patient }) => <MarkedText text={patient?.code ?? ''} searchTerms={searchTerms} />,
  };
  const name: Column = {
    id: 'name',
    title: titles.name,
    sortable: true,
    isRowHeader: true,
    minWidth: listWidth === 'usual' ? 120 : 160,
    // In the widest windows the last column takes the remaining width, which keeps the other
    // columns close together.
    ...(listWidth === 'full' ? { width: '11%' as const } : {}),
    // The mark comes first, because a long name is cut off at its end.
    cell: (study) => (
      <>
        <DisapprovedMark study={study} />
        <MarkedText text={studyName(study)} searchTerms={searchTerms} />
      </>
    ),
  };
  return [code, name, AGE];
}

const ALIAS: Column = {
  id: 'alias',
  title: titles.alias,
  width: 240,
  isRowHeader: true,
  cell: studyName,
};
const SIDES: Column = {
  id: 'sides',
  title: titles.sides,
  width: 72,
  cell: ({ sides }) => (
    <span className={page.second}>{[...sides].sort().reverse().join(' · ')}</span>
  ),
};
const SCANS: Column = {
  id: 'scans',
  title: titles.scans,
  width: 80,
  cell: ({ scanCount }) => <span className={page.second}>{scanCount}</span>,
};
const CREATED: Column = {
  id: 'createdAt',
  title: titles.created,
  sortable: true,
  cell: ({ createdAt }) => <DateAndTime time={createdAt} />,
};
const priorityColumn = (onPriority: OpenPriorityMenu | null): Column => ({
  id: 'priority',
  title: titles.priority,
  width: 112,
  sortable: true,
  cell: (study) => <PriorityCell study={study} onOpenMenu={onPriority} />,
});
/** Widths in px; from 288 the state names a reader of usual length with the time. */
const STATE_WIDTHS: Readonly<Record<ListWidth, number>> = {
  full: 288,
  wide: 248,
  usual: 232,
  narrow: 176,
};
const STATE: Column = {
  id: 'state',
  title: titles.state,
  cell: ({ readingState, rereading, claimedBy }) => (
    <>
      <ReadingStateMark state={readingState} labelHidden={rereading !== null} />
      <RereadingMark rereading={rereading} />
      <ReadBy claimant={claimedBy} />
    </>
  ),
};
const WAITING: Column = {
  id: 'waiting',
  title: titles.waiting,
  width: 96,
  sortable: true,
  cell: ({ waitingSince }) => <WaitingTime since={waitingSince} />,
};
const AGE: Column = {
  id: 'age',
  title: titles.age,
  width: 64,
  cell: ({ who }) => {
    const age = who?.birthDate == null ? null : ageYears(who.birthDate, dayOf(Date.now()));
    return <span className={page.second}>{age === null ? null : recordTexts.years(age)}</span>;
  },
};
const indicationColumn = (lists: Pick<Lists, 'label'>): Column => ({
  id: 'indication',
  title: titles.indication,
  width: 112,
  cell: ({ indications }) => {
    const text = indications.map((id) => lists.label('EXAM_INDICATION', id)).join(', ');
    return (
      <span className={page.second} title={text}>
        {text}
      </span>
    );
  },
});
const PRIORS: Column = {
  id: 'priors',
  title: titles.priors,
  width: 72,
  cell: ({ priorScans }) => (
    <span className={page.second}>{priorScans === 0 ? null : priorScans}</span>
  ),
};
const ACCESSION: Column = {
  id: 'accessionNumber',
  title: titles.accession,
  width: 128,
  sortable: true,
  cell: ({ accessionNumber }) => <span className={page.second}>{accessionNumber}</span>,
};
const ACQUIRED: Column = {
  id: 'acquisitionTime',
  title: titles.acquired,
  width: 160,
  sortable: true,
  cell: ({ acquisitionTime, acquiredOnDay }) =>
    acquiredOnDay && acquisitionTime !== null ? (
      dayTextOf(acquisitionTime)
    ) : (
      <DateAndTime time={acquisitionTime} />
    ),
};
const JOBS: Column = {
  id: 'jobs',
  title: titles.jobs,
  width: 128,
  cell: ({ jobs, recordings }) => <StudyJobs jobs={jobs} recordings={recordings} />,
};
const dayCell = ({ acquisitionTime }: ListedStudy): string | null =>
  acquisitionTime === null ? null : dayTextOf(acquisitionTime);

function DateAndTime({ time }: { readonly time: string | null }) {
  if (time === null) return null;
  return (
    <>
      {dayTextOf(time)} <span className={page.third}>{timeOf(time)}</span>
    </>
  );
}
