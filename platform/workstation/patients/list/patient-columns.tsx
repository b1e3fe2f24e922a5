import { birthDatePrefix, type Patient } from '#contracts';
import { dayOf, timeOf } from '#foundation';
import { MarkedText, type TableColumn } from '#ui';
import type { Lists } from '../../forms/use-lists.ts';
import { ClaimedBy } from '../../lists/claimed-by.tsx';
import styles from '../../lists/page/list-page.module.css';
import { ReadingStateMark } from '../../lists/reading-state.tsx';
import type { ListWidth } from '../../lists/use-list-width.ts';
import { patientTexts } from '../../texts/patient-texts.ts';
import { recordTexts } from '../../texts/record-texts.ts';
import { RiskBar } from '../overview/risk-bar.tsx';
import { ageYears, patientName, sexLetter } from '../shared/patient-name.ts';

const titles = patientTexts.columns;

/** Columns shown only in wide windows, because the panel shows their values too. */
const WIDE_ONLY: readonly string[] = ['sides', 'density', 'heldBy'];
const NOT_NARROW: readonly string[] = ['sex', 'risk'];

/** Returns the columns of the list; `searchTerms` are highlighted. */
export function patientColumns(
  searchTerms: readonly string[],
  today: string,
  lists: Pick<Lists, 'label'>,
  listWidth: ListWidth,
): readonly TableColumn<Patient>[] {
  const all = [
    ...identityColumns(searchTerms, today, listWidth === 'wide'),
    ...readingColumns(lists),
  ];
  const hidden =
    listWidth === 'wide' ? [] : listWidth === 'usual' ? WIDE_ONLY : [...WIDE_ONLY, ...NOT_NARROW];
  return all.filter(({ id }) => !hidden.includes(id));
}

function identityColumns(
  searchTerms: readonly string[],
  today: string,
  wide: boolean,
): readonly TableColumn<Patient>[] {
  return [
    {
      id: 'code',
      title: titles.code,
      width: 120,
      sortable: true,
      cell: (patient) => <MarkedText text={patient.code ?? ''} searchTerms={searchTerms} />,
    },
    {
      id: 'name',
      title: titles.name,
      sortable: true,
      isRowHeader: true,
      minWidth: 160,
      // In wide windows the last column takes the remaining width, which keeps the other columns
      // close together.
      ...(wide ? { width: '20%' as const } : {}),
      cell: (patient) => <MarkedText text={patientName(patient)} searchTerms={searchTerms} />,
    },
    {
      id: 'birthDate',
      title: titles.birthDate,
      width: 152,
      sortable: true,
      cell: (patient) => <BirthDate patient={patient} today={today} searchTerms={searchTerms} />,
    },
    {
      id: 'sex',
      title: titles.sex,
      width: 72,
      sortable: true,
      cell: (patient) => <span className={styles.second}>{sexLetter(patient.sex)}</span>,
    },
    {
      id: 'lastStudy',
      title: titles.lastStudy,
      width: 168,
      sortable: true,
      cell: (patient) => <LastStudy at={patient.lastStudyAt} />,
    },
    {
      id: 'sides',
      title: titles.sides,
      width: 80,
      cell: (patient) => (
        <span className={styles.second}>{[...patient.sides].sort().reverse().join(' · ')}</span>
      ),
    },
  ];
}

/** Columns for the newest study and the risk. */
function readingColumns(lists: Pick<Lists, 'label'>): readonly TableColumn<Patient>[] {
  return [
    {
      id: 'density',
      title: titles.density,
      width: 200,
      sortable: true,
      cell: ({ breastDensity }) => (
        <span className={styles.second}>
          {breastDensity === null ? null : lists.label('BREAST_DENSITY', breastDensity)}
        </span>
      ),
    },
    {
      id: 'risk',
      title: titles.risk,
      width: 104,
      sortable: true,
      cell: ({ riskScore }) => <RiskBar score={riskScore} />,
    },
    {
      id: 'state',
      title: titles.state,
      width: 128,
      sortable: true,
      cell: ({ readingState }) => <ReadingStateMark state={readingState} />,
    },
    {
      id: 'heldBy',
      title: titles.claimedBy,
      cell: ({ heldBy }) => <ClaimedBy claimant={heldBy} />,
    },
  ];
}

function BirthDate(props: {
  readonly patient: Patient;
  readonly today: string;
  readonly searchTerms: readonly string[];
}) {
  const { birthDate } = props.patient;
  if (birthDate === null) return null;
  const age = ageYears(birthDate, props.today);
  const named = props.searchTerms.flatMap((term) => birthDatePrefix(term) ?? []);
  return (
    <span className={styles.second}>
      <MarkedText text={birthDate} searchTerms={named} />
      {age === null ? null : <span className={styles.third}> {recordTexts.years(age)}</span>}
    </span>
  );
}

function LastStudy({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return (
    <>
      {dayOf(at)} <span className={styles.third}>{timeOf(at)}</span>
    </>
  );
}
