import type { ReactNode } from 'react';
import { type FollowUp, type FollowUpState, followUpReason } from '#contracts';
import { formatDay, stampOf } from '#foundation';
import { StateDot, type TableColumn } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import styles from './follow-up.module.css';
import { whyClosed } from './why-closed.ts';

const { columns: titles, days: dayTexts, unknownUser } = followUpTexts;

/** Days before the due day from which a follow-up counts as near. */
const NEAR_DAYS = 30;

/** Columns of a due follow-up that a closed one replaces. */
const DUE_COLUMNS: readonly TableColumn<FollowUp>[] = [
  { id: 'days', title: titles.days, width: 184, cell: (item) => <Days item={item} /> },
  { id: 'due', title: titles.due, width: 120, cell: ({ dueDay }) => formatDay(dueDay) },
];

const READER_COLUMN: TableColumn<FollowUp> = {
  id: 'reader',
  title: titles.reader,
  minWidth: 160,
  cell: ({ reader }) => reader.name ?? '',
};

const CLOSED_COLUMNS: readonly TableColumn<FollowUp>[] = [
  {
    id: 'closed',
    title: titles.closed,
    width: 152,
    cell: ({ closure }) => (closure === null ? '' : stampOf(closure.createdAt)),
  },
  {
    id: 'why',
    title: titles.why,
    width: '20%',
    cell: ({ closure }) => (closure === null ? '' : whyClosed(closure)),
  },
  {
    id: 'closedBy',
    title: titles.closedBy,
    minWidth: 120,
    cell: ({ closure }) => (closure === null ? '' : (closure.author ?? unknownUser)),
  },
];

/** Columns of the list; without the right to see patients the study names the row. */
export function followUpColumns(
  showsPatients: boolean,
  state: FollowUpState,
): readonly TableColumn<FollowUp>[] {
  return [
    ...(state === 'CLOSED' ? CLOSED_COLUMNS : DUE_COLUMNS),
    { id: 'reason', title: titles.reason, width: '20%', cell: reasonOf },
    {
      id: 'patient',
      title: showsPatients ? titles.patient : titles.accession,
      width: '16%',
      isRowHeader: true,
      cell: patientOf,
    },
    {
      id: 'breasts',
      title: titles.breasts,
      width: 112,
      cell: breastsOf,
    },
    { id: 'study', title: titles.study, width: 120, cell: ({ studyDay }) => formatDay(studyDay) },
    ...(state === 'CLOSED' ? [] : [READER_COLUMN]),
  ];
}

/** Returns the breasts, the right one first as on the screen. */
export const breastsOf = ({ sides }: Pick<FollowUp, 'sides'>): string =>
  sides.toSorted().reverse().join(' · ');

/** Returns the name of the patient, else the accession number or the start of the study's id. */
export function patientOf({ who, accessionNumber, studyId }: FollowUp): string {
  const name = [who?.lastName, who?.firstName].filter((part) => part != null).join(', ');
  const known = [name === '' ? null : name, who?.code].filter((part) => part != null).join(' · ');
  if (known !== '') return known;
  return accessionNumber ?? followUpTexts.studyOf(studyId.slice(0, 8));
}

function reasonOf({ reason, months, isAssumed, request }: FollowUp): string {
  const label = followUpReason.labels[reason];
  if (request !== null) return followUpTexts.askedBy(request.text, request.author ?? unknownUser);
  if (months === null) return label;
  const interval = followUpTexts.months(months);
  return `${label}, ${isAssumed ? followUpTexts.assumed(interval) : interval}`;
}

function Days({ item: { reason, daysLeft } }: { readonly item: FollowUp }): ReactNode {
  const isLate = daysLeft < 0 || reason === 'ADDENDUM' || reason === 'GROWN';
  return (
    <span className={isLate ? styles.late : undefined}>
      <StateDot
        tone={isLate ? 'warn' : daysLeft <= NEAR_DAYS ? 'info' : 'off'}
        label={daysText(reason, daysLeft)}
      />
    </span>
  );
}

function daysText(reason: FollowUp['reason'], daysLeft: number): string {
  if (reason === 'ADDENDUM') {
    return daysLeft === 0 ? dayTexts.waitingToday : dayTexts.waiting(-daysLeft);
  }
  if (daysLeft === 0) return reason === 'GROWN' ? dayTexts.grownToday : dayTexts.today;
  return daysLeft < 0 ? dayTexts.overdue(-daysLeft) : dayTexts.left(daysLeft);
}
