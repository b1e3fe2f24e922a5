import { birthDatePrefix, type Patient } from '#contracts';
import { dayTextOf, formatDay, timeOf } from '#foundation';
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

const WIDE_ONLY = ['sides', 'density', 'claimedBy'] as const;

/** Columns hidden by window width, because the panel shows their values too. */
const HIDDEN_COLUMNS: Readonly<Record<ListWidth, readonly string[]>> = {
  full: [],
  wide: [],
  usual: WIDE_ONLY,
  narrow: [...WIDE_ONLY, 'sex', 'risk'],
};

/**
 * Returns the columns of the patient list for a window width; `searchTerms` are highlighted,
 * `today` (yyyy-mm-dd) determines ages.
 */
export function patientColumns(
  searchTerms: readonly string[],
  today: string,
  lists: Pick<Lists, 'label'>,
  listWidth: ListWidth,
): readonly TableColumn<Patient>[] {
  const columns = [
    ...identityColumns(searchTerms, today, listWidth === 'wide' || listWidth === 'full'),
    ...studyColumns(lists),
  ];
  return columns.filter(({ id }) => !HIDDEN_COLUMNS[listWidth].includes(id));
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
      width: 88,
      sortable: true,
      cell: (patient) => <span className={styles.second}>{sexLetter(patient.sex)}</span>,
    },
  ];
}

/** Columns for the newest study and the risk. */
function studyColumns(lists: Pick<Lists, 'label'>): readonly TableColumn<Patient>[] {
  return [
    {
      id: 'lastStudy',
      title: titles.lastStudy,
      width: 168,
      sortable: true,
      cell: (patient) => <LastStudy createdAt={patient.lastStudyAt} />,
    },
    {
      id: 'sides',
      title: titles.sides,
      width: 80,
      // R before L, as the breasts are shown.
      cell: (patient) => (
        <span className={styles.second}>{[...patient.sides].sort().reverse().join(' · ')}</span>
      ),
    },
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
      id: 'claimedBy',
      title: titles.claimedBy,
      cell: ({ claimedBy }) => <ClaimedBy claimant={claimedBy} />,
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
  const dateTerms = props.searchTerms.flatMap((term) => birthDatePrefix(term) ?? []);
  return (
    <span className={styles.second}>
      <MarkedText text={formatDay(birthDate)} searchTerms={dateTerms} />
      {age === null ? null : <span className={styles.third}> {recordTexts.years(age)}</span>}
    </span>
  );
}

function LastStudy({ createdAt }: { readonly createdAt: string | null }) {
  if (createdAt === null) return null;
  return (
    <>
      {dayTextOf(createdAt)} <span className={styles.third}>{timeOf(createdAt)}</span>
    </>
  );
}
