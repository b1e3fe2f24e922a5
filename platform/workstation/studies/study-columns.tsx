import type { ListedStudy } from '#contracts';
import { dayTextOf, timeOf } from '#foundation';
import { MarkedText, type TableColumn } from '#ui';
import { ClaimedBy } from '../lists/claimed-by.tsx';
import page from '../lists/page/list-page.module.css';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import type { ListWidth } from '../lists/use-list-width.ts';
import { DisapprovedMark } from '../reviews/disapproved-mark.tsx';
import { RereadingMark } from '../scans/rereading-notice.tsx';
import { studyTexts } from '../texts/study-texts.ts';
import { type OpenPriorityMenu, PriorityCell } from './priority-menu.tsx';
import { StudyJobs } from './study-jobs.tsx';
import { studyName } from './study-name.ts';
import type { IdentityVisibility } from './use-identity-visibility.ts';

const titles = studyTexts.columns;
type Column = TableColumn<ListedStudy>;

/**
 * Returns the columns of the worklist; highlights `searchTerms`. `onPriority` opens the priority
 * menu; null when the user may not change priorities.
 */
export function studyColumns(
  searchTerms: readonly string[],
  visibility: IdentityVisibility,
  listWidth: ListWidth,
  onPriority: OpenPriorityMenu | null,
): readonly Column[] {
  if (visibility.blind) return [ALIAS, SIDES, SCANS, CREATED];
  const patientColumns: readonly Column[] = visibility.names
    ? [
        {
          id: 'code',
          title: titles.code,
          width: listWidth === 'wide' ? 120 : 104,
          cell: ({ who: patient }) => (
            <MarkedText text={patient?.code ?? ''} searchTerms={searchTerms} />
          ),
        },
        {
          id: 'name',
          title: titles.name,
          sortable: true,
          isRowHeader: true,
          minWidth: listWidth === 'usual' ? 120 : 160,
          // In wide windows the last column takes the remaining width, which keeps the other
          // columns close together.
          ...(listWidth === 'wide' ? { width: '20%' as const } : {}),
          // The mark comes first, because a long name is cut off at its end.
          cell: (study) => (
            <>
              <DisapprovedMark study={study} />
              <MarkedText text={studyName(study)} searchTerms={searchTerms} />
            </>
          ),
        },
      ]
    : [ALIAS];
  const priority = priorityColumn(onPriority);
  // Narrower windows drop the columns that the panel also shows.
  if (listWidth === 'wide') {
    return [priority, STATE, ...patientColumns, ACCESSION, ACQUIRED, SIDES, JOBS, CLAIMED_BY];
  }
  const jobs = { ...JOBS, width: 144 };
  if (listWidth === 'usual') {
    return [priority, STATE, ...patientColumns, ACQUIRED, jobs, { ...CLAIMED_BY, width: 112 }];
  }
  return [priority, STATE, ...patientColumns.filter(({ id }) => id !== 'code'), ACQUIRED, jobs];
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
  width: 80,
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
  width: 120,
  sortable: true,
  cell: (study) => <PriorityCell study={study} onOpenMenu={onPriority} />,
});
const STATE: Column = {
  id: 'state',
  title: titles.state,
  width: 128,
  cell: ({ readingState, rereading }) => (
    <>
      <ReadingStateMark state={readingState} labelHidden={rereading !== null} />
      <RereadingMark rereading={rereading} />
    </>
  ),
};
const ACCESSION: Column = {
  id: 'accessionNumber',
  title: titles.accession,
  width: 144,
  sortable: true,
  cell: ({ accessionNumber }) => <span className={page.second}>{accessionNumber}</span>,
};
const ACQUIRED: Column = {
  id: 'acquisitionTime',
  title: titles.acquired,
  width: 160,
  sortable: true,
  cell: ({ acquisitionTime }) => <DateAndTime time={acquisitionTime} />,
};
const JOBS: Column = {
  id: 'jobs',
  title: titles.jobs,
  width: 264,
  cell: ({ jobs }) => <StudyJobs jobs={jobs} />,
};
const CLAIMED_BY: Column = {
  id: 'claimedBy',
  title: titles.claimedBy,
  cell: ({ claimedBy }) => <ClaimedBy claimant={claimedBy} />,
};

function DateAndTime({ time }: { readonly time: string | null }) {
  if (time === null) return null;
  return (
    <>
      {dayTextOf(time)} <span className={page.third}>{timeOf(time)}</span>
    </>
  );
}
