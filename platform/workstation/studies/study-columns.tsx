import type { ListedStudy } from '#contracts';
import { dayOf, timeOf } from '#foundation';
import { MarkedText, type TableColumn } from '#ui';
import { HeldBy } from '../lists/held-by.tsx';
import page from '../lists/page/list-page.module.css';
import { ReadingStateMark } from '../lists/reading-state.tsx';
import type { Room } from '../lists/use-room.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { type AskPriority, PriorityCell } from './priority-menu.tsx';
import { StudyJobs } from './study-jobs.tsx';
import { studyName } from './study-words.ts';
import type { Sight } from './use-sight.ts';

const titles = studyTexts.columns;
type Column = TableColumn<ListedStudy>;

/** The columns of the worklist; `words` are underlined where they stand, `onPriority` changes one. */
export function studyColumns(
  words: readonly string[],
  sight: Sight,
  room: Room,
  onPriority: AskPriority | null,
): readonly Column[] {
  if (sight.blind) return [ALIAS, SIDES, SCANS, MADE];
  const who: readonly Column[] = sight.names
    ? [
        {
          id: 'code',
          title: titles.code,
          width: room === 'wide' ? 120 : 104,
          cell: ({ who: patient }) => <MarkedText text={patient?.code ?? ''} words={words} />,
        },
        {
          id: 'name',
          title: titles.name,
          sortable: true,
          isRowHeader: true,
          minWidth: room === 'usual' ? 120 : 160,
          // On a wide screen the last column takes what is left, so that a line stays together.
          ...(room === 'wide' ? { width: '20%' as const } : {}),
          cell: (study) => <MarkedText text={studyName(study)} words={words} />,
        },
      ]
    : [ALIAS];
  const priority = priorityColumn(onPriority);
  // What the panel tells as well gives way before the names do.
  if (room === 'wide') {
    return [priority, STATE, ...who, ACCESSION, ACQUIRED, SIDES, JOBS, HELD_BY];
  }
  const jobs = { ...JOBS, width: 144 };
  if (room === 'usual') {
    return [priority, STATE, ...who, ACQUIRED, jobs, { ...HELD_BY, width: 96 }];
  }
  return [priority, STATE, ...who.filter(({ id }) => id !== 'code'), ACQUIRED, jobs];
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
const MADE: Column = {
  id: 'createdAt',
  title: titles.made,
  sortable: true,
  cell: ({ createdAt }) => <Instant at={createdAt} />,
};
const priorityColumn = (onPriority: AskPriority | null): Column => ({
  id: 'priority',
  title: titles.priority,
  width: 120,
  sortable: true,
  cell: (study) => <PriorityCell study={study} onAsk={onPriority} />,
});
const STATE: Column = {
  id: 'state',
  title: titles.state,
  width: 128,
  cell: ({ readingState }) => <ReadingStateMark state={readingState} />,
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
  cell: ({ acquisitionTime }) => <Instant at={acquisitionTime} />,
};
const JOBS: Column = {
  id: 'jobs',
  title: titles.jobs,
  width: 264,
  cell: ({ jobs }) => <StudyJobs jobs={jobs} />,
};
const HELD_BY: Column = {
  id: 'heldBy',
  title: titles.heldBy,
  cell: ({ heldBy }) => <HeldBy holder={heldBy} />,
};

function Instant({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return (
    <>
      {dayOf(at)} <span className={page.third}>{timeOf(at)}</span>
    </>
  );
}
