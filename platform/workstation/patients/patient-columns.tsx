import type { Patient } from '#contracts';
import { MarkedText, type TableColumn } from '#ui';
import styles from './patient-list.module.css';
import { ageYears, dayOf, patientName, sexLetter, timeOf } from './patient-words.ts';

/** The columns whose data exist; `words` are underlined where they stand. */
export function patientColumns(
  words: readonly string[],
  today: string,
): readonly TableColumn<Patient>[] {
  return [
    {
      id: 'code',
      title: 'Code',
      width: 136,
      sortable: true,
      cell: (patient) => <MarkedText text={patient.code ?? ''} words={words} />,
    },
    {
      id: 'name',
      title: 'Name',
      width: '27%',
      sortable: true,
      isRowHeader: true,
      cell: (patient) => <MarkedText text={patientName(patient)} words={words} />,
    },
    {
      id: 'birthDate',
      title: 'Birth date',
      width: 184,
      sortable: true,
      cell: (patient) => <BirthDate patient={patient} today={today} />,
    },
    {
      id: 'sex',
      title: 'Sex',
      width: 72,
      sortable: true,
      cell: (patient) => <span className={styles.second}>{sexLetter(patient.sex)}</span>,
    },
    {
      id: 'lastStudy',
      title: 'Last study',
      width: 184,
      sortable: true,
      cell: (patient) => <LastStudy at={patient.lastStudyAt} />,
    },
    {
      id: 'sides',
      title: 'Sides',
      cell: (patient) => (
        <span className={styles.second}>{[...patient.sides].sort().reverse().join(' · ')}</span>
      ),
    },
  ];
}

function BirthDate({ patient, today }: { readonly patient: Patient; readonly today: string }) {
  if (patient.birthDate === null) return null;
  const age = ageYears(patient.birthDate, today);
  return (
    <span className={styles.second}>
      {patient.birthDate}
      {age === null ? null : <span className={styles.third}> {age} y</span>}
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
