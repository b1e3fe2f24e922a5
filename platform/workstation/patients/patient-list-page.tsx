import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { keywordsSchema, type Patient } from '#contracts';
import {
  Button,
  EmptyState,
  ErrorCard,
  Icon,
  Spinner,
  Table,
  type TableSort,
  TextField,
  useDebounced,
} from '#ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { useHelp } from '../layout/use-help.ts';
import { useApplication } from '../start/application-context.ts';
import { NewPatientDialog } from './new-patient-dialog.tsx';
import { patientColumns } from './patient-columns.tsx';
import styles from './patient-list.module.css';
import { PatientPanel } from './patient-panel.tsx';
import { dayOf } from './patient-words.ts';
import { sortPatients } from './sort-patients.ts';
import { type Patients, usePatients } from './use-patients.ts';

const SEARCH_DELAY_MS = 150;
const KEYS = [
  { key: 'ArrowUp', title: 'Patient above' },
  { key: 'ArrowDown', title: 'Patient below' },
  { key: 'Enter', title: 'Open the last study of the patient' },
];

/** The patients, for whoever may see them. */
export function PatientListPage(): ReactNode {
  const { session } = useApplication().services;
  if (session.can(['PATIENT_VIEW'])) return <PatientList />;
  return (
    <PageFrame title="Patients">
      <EmptyState
        icon="eye-off"
        text="Your role works without patient names; this list is closed to it."
      />
    </PageFrame>
  );
}

/** Search, list and the selected patient. */
function PatientList(): ReactNode {
  useHelp(KEYS);
  const [text, setText] = useState('');
  const [sort, setSort] = useState<TableSort>({ column: 'lastStudy', direction: 'descending' });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const searched = useDebounced(text.trim(), SEARCH_DELAY_MS);
  const refused = keywordsSchema.safeParse(searched).error?.issues[0]?.message ?? null;
  const patients = usePatients(refused === null ? searched : '');
  const words = useMemo(() => searched.split(/\s+/).filter((word) => word !== ''), [searched]);
  const columns = useMemo(() => patientColumns(words, dayOf(Date.now())), [words]);
  const rows = useMemo(() => sortPatients(patients.items, sort), [patients.items, sort]);
  const selected = rows.find((patient) => patient.id === chosenId) ?? rows[0] ?? null;

  const open = useOpenStudy(rows);

  return (
    <PageFrame title="Patients">
      <div className={styles.page}>
        <section className={styles.list} aria-label="Patients">
          <ListTools text={text} error={refused} onText={setText} onAdd={() => setAdding(true)} />
          <div className={styles.table}>
            {patients.problem === null ? (
              <Table
                label="Patients"
                columns={columns}
                items={rows}
                selectedId={selected?.id ?? null}
                sort={sort}
                idOf={(patient) => patient.id}
                empty={<NoPatients loading={patients.loading} searched={searched} />}
                onSelect={setChosenId}
                onOpen={open}
                onSort={setSort}
              />
            ) : (
              <ErrorCard problem={patients.problem} onRetry={patients.refresh} />
            )}
          </div>
          <Foot patients={patients} sort={sort} titles={columns} />
        </section>
        <aside className={styles.panel} aria-label="Selected patient">
          {selected === null ? null : <PatientPanel key={selected.id} patient={selected} />}
        </aside>
      </div>
      <NewPatientDialog
        open={adding}
        onClose={() => setAdding(false)}
        onCreated={(patient) => {
          setAdding(false);
          setText(patient.code ?? patient.lastName);
          setChosenId(patient.id);
          patients.refresh();
        }}
      />
    </PageFrame>
  );
}

/** Opens the last study of a patient by the patient's id. */
function useOpenStudy(patients: readonly Patient[]): (id: string) => void {
  const { notices } = useApplication().services;
  const navigate = useNavigate();
  return (id) => {
    const studyId = patients.find((patient) => patient.id === id)?.lastStudyId ?? null;
    if (studyId === null) notices.show('info', 'This patient has no study yet.');
    else void navigate(`/scan?study=${studyId}`);
  };
}

function ListTools(props: {
  readonly text: string;
  readonly error: string | null;
  onText(text: string): void;
  onAdd(): void;
}): ReactNode {
  const { session } = useApplication().services;
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <TextField
          label="Search patients"
          labelHidden
          type="search"
          value={props.text}
          autoFocus
          error={props.error}
          icon={<Icon name="search" />}
          hint="code, name"
          onChange={props.onText}
        />
      </div>
      <div className={styles.acts}>
        {session.can(['PATIENT_CREATE']) ? (
          <Button onPress={() => props.onAdd()}>
            <Icon name="plus" size={16} />
            New patient
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function NoPatients(props: { readonly loading: boolean; readonly searched: string }): ReactNode {
  if (props.loading) return <Spinner label="Loading patients" centered />;
  if (props.searched === '') {
    return <EmptyState icon="users" text="There are no patients yet. Add the first one." />;
  }
  return <EmptyState icon="search" text={`No patient matches “${props.searched}”.`} />;
}

function orderWords({ column, direction }: TableSort): string {
  const isDate = column === 'lastStudy' || column === 'birthDate';
  if (direction === 'ascending') return isDate ? ', oldest first' : '';
  return isDate ? ', newest first' : ', from the end';
}

function Foot(props: {
  readonly patients: Patients;
  readonly sort: TableSort;
  readonly titles: readonly { readonly id: string; readonly title: string }[];
}): ReactNode {
  const { items, total, hasMore } = props.patients;
  const column = props.titles.find((one) => one.id === props.sort.column)?.title ?? '';
  return (
    <footer className={styles.foot}>
      <span role="status">
        {total === null
          ? ''
          : `${items.length} of ${total} ${total === 1 ? 'patient' : 'patients'}`}
      </span>
      <span className={styles.third}>
        sorted by {column.toLowerCase()}
        {orderWords(props.sort)}
        {hasMore ? ', among those shown' : ''}
      </span>
      {hasMore ? (
        <Button kind="link" size={24} onPress={() => props.patients.loadMore()}>
          Show more
        </Button>
      ) : null}
    </footer>
  );
}
