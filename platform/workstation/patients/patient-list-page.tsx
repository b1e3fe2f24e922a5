import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { keywordsSchema, type Patient } from '#contracts';
import { EmptyState, ErrorCard, Spinner, Table, type TableSort, useDebounced } from '#ui';
import { hasDraft } from '../drafts/use-draft.ts';
import { useLists } from '../forms/use-lists.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { useHelp } from '../layout/use-help.ts';
import { isFiltered, NO_FILTERS } from '../lists/filters.ts';
import { focusRow } from '../lists/focus-row.ts';
import { HeldItem } from '../lists/held-item.tsx';
import { ListFoot, type OrderKind } from '../lists/list-foot.tsx';
import { useLastSeen } from '../lists/use-last-seen.ts';
import { useListMemory } from '../lists/use-list-memory.ts';
import { useSelection } from '../lists/use-selection.ts';
import { useWhenCurrent } from '../lists/use-when-current.ts';
import { useWide } from '../lists/use-wide.ts';
import { useApplication } from '../start/application-context.ts';
import { StudyListPage } from '../studies/study-list-page.tsx';
import { patientTexts } from '../texts/patient-texts.ts';
import { patientColumns } from './patient-columns.tsx';
import { draftOf, PatientFormDialog } from './patient-form-dialog.tsx';
import styles from './patient-list.module.css';
import { PatientListTools } from './patient-list-tools.tsx';
import { PatientPanel, type PatientPanelProps } from './patient-panel.tsx';
import { isPatientSort, patientFilterQuery, patientFilters } from './patient-query.ts';
import { dayOf } from './patient-words.ts';
import { usePatient } from './use-patient.ts';
import { usePatientActs } from './use-patient-acts.ts';
import { type Patients, usePatients } from './use-patients.ts';

const SEARCH_DELAY_MS = 150;
const KEYS = [
  { key: 'ArrowUp', title: patientTexts.keys.above },
  { key: 'ArrowDown', title: patientTexts.keys.below },
  { key: 'Enter', title: patientTexts.keys.open },
];
const ORDERS: Readonly<Record<string, OrderKind>> = {
  ...{ lastStudy: 'dates', birthDate: 'dates' },
  ...{ density: 'ranks', risk: 'ranks' },
};
const NEWEST: TableSort = { column: 'lastStudy', direction: 'descending' };
const ANEW = { text: '', filters: NO_FILTERS, sort: NEWEST };

/** The patients, for whoever may see them; who may not gets the studies, which name nobody. */
export function PatientListPage(): ReactNode {
  const { session } = useApplication().services;
  return session.can(['PATIENT_VIEW']) ? <PatientList /> : <StudyListPage />;
}

/** What is searched for, and what is found. */
function useSearch() {
  const [query] = useSearchParams();
  const named = query.get('patient');
  const memory = useListMemory('patients', named !== null, { ...ANEW, chosenId: named });
  const { left, keep } = memory;
  const [text, setText] = useState(left.text);
  const [value, setValue] = useState(left.filters);
  const [sort, setSort] = useState(left.sort);
  useEffect(() => keep({ text, filters: value, sort }), [keep, text, value, sort]);
  const lists = useLists();
  const searched = useDebounced(text.trim(), SEARCH_DELAY_MS);
  const refused = keywordsSchema.safeParse(searched).error?.issues[0]?.message ?? null;
  const today = dayOf(Date.now());
  const filters = useMemo(() => patientFilters(lists), [lists]);
  // By the day, so that the key of the query does not change with every moment.
  const asked = useMemo(
    () => patientFilterQuery(value.values, Date.parse(today)),
    [value.values, today],
  );
  const patients = usePatients({
    keywords: refused === null ? searched : '',
    filters: asked,
    state: value.state,
    sort: isPatientSort(sort.column) ? sort.column : 'lastStudy',
    direction: sort.direction === 'ascending' ? 'asc' : 'desc',
  });
  const words = useMemo(() => searched.split(/\s+/).filter((word) => word !== ''), [searched]);
  const wide = useWide();
  const columns = useMemo(
    () => patientColumns(words, today, lists, wide),
    [words, today, lists, wide],
  );
  return {
    ...{ text, setText, value, setValue, sort, setSort, filters, patients, columns },
    ...{ searched, refused, isNarrowed: searched !== '' || isFiltered(value), named, memory },
    question: JSON.stringify([text.trim(), value]),
    // Words that were typed a moment ago have not been asked yet.
    current: refused === null && text.trim() === searched && patients.current,
  };
}

function PatientList(): ReactNode {
  useHelp(KEYS);
  const navigate = useNavigate();
  const search = useSearch();
  const { patients, columns, sort } = search;
  const [chosenId, setChosenId] = useChosen(search);
  const application = useApplication();
  // Whoever comes back after an ended session finds the form open as it was left.
  const [adding, setAdding] = useState(() => hasDraft(application, draftOf(null)));
  const table = useRef<HTMLDivElement>(null);
  usePatientActs(table, () => setAdding(true));
  const selected = useSelected(patients, chosenId);
  const { open, openFound } = useOpenStudy(search, selected);

  return (
    <PageFrame title={patientTexts.title}>
      <div className={styles.page}>
        <section className={styles.list} aria-label={patientTexts.title}>
          <PatientListTools
            text={search.text}
            error={search.refused}
            filters={search.filters}
            value={search.value}
            counts={patients.counts}
            onText={search.setText}
            onFilters={search.setValue}
            onAdd={() => setAdding(true)}
            onDown={() => focusRow(table.current)}
            onOpen={openFound}
          />
          <div className={styles.table} ref={table}>
            {patients.problem === null ? (
              <Table
                label={patientTexts.title}
                columns={columns}
                items={patients.items}
                selectedId={selected?.id ?? null}
                sort={sort}
                idOf={idOf}
                empty={<NoPatients search={search} />}
                loadingMore={patients.loadingMore}
                onReachEnd={patients.loadMore}
                onSelect={setChosenId}
                onOpen={open}
                onSort={search.setSort}
              />
            ) : (
              <ErrorCard problem={patients.problem} onRetry={patients.refresh} />
            )}
          </div>
          <ListFoot
            counted={search.isNarrowed ? patientTexts.matching : patientTexts.counted}
            total={search.current ? patients.total : null}
            sort={sort}
            columns={columns}
            kinds={ORDERS}
          />
        </section>
        <Aside
          patient={selected}
          onChanged={patients.refresh}
          onDeleted={() => {
            setChosenId(patients.items.find(({ id }) => id !== selected?.id)?.id ?? null);
            patients.refresh();
          }}
        />
      </div>
      <PatientFormDialog
        open={adding}
        patient={null}
        onClose={() => setAdding(false)}
        onSaved={(patient) => void navigate(`/patient-create-success?patient=${patient.id}`)}
      />
    </PageFrame>
  );
}

function Aside(props: Omit<PatientPanelProps, 'patient'> & { readonly patient: Patient | null }) {
  return (
    <aside className={styles.panel} aria-label={patientTexts.selected}>
      <HeldItem selected={props.patient}>
        {(patient) =>
          patient === null ? null : <PatientPanel key={patient.id} {...props} patient={patient} />
        }
      </HeldItem>
    </aside>
  );
}

/** Who was chosen here or by a link of another program, which may come while the list is open. */
function useChosen(search: ReturnType<typeof useSearch>) {
  const { patients, current, question, named, memory } = search;
  const { left, keep } = memory;
  const found = { items: patients.items, current };
  const [chosenId, choose] = useSelection(found, question, left.chosenId);
  const last = useRef(named);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another link chooses anew
  useEffect(() => {
    if (named !== null && named !== last.current) choose(named);
    last.current = named;
  }, [named]);
  useEffect(() => keep({ chosenId }), [keep, chosenId]);
  return [chosenId, choose] as const;
}

const idOf = ({ id }: Patient): string => id;

/** The chosen patient, also when the list does not show them; else the first of the list. */
function useSelected({ items }: Patients, chosenId: string | null): Patient | null {
  const { inList, lastSeen } = useLastSeen(items, chosenId);
  const elsewhere = usePatient(inList === null ? chosenId : null);
  if (inList !== null) return inList;
  const isGone = chosenId === null || elsewhere.problem !== null;
  return (isGone ? null : newer(elsewhere.patient, lastSeen)) ?? items[0] ?? null;
}

/** What is kept of an earlier question may be older than what the list has shown since. */
function newer(a: Patient | null, b: Patient | null): Patient | null {
  if (a === null || b === null) return a ?? b;
  return a.version < b.version ? b : a;
}

/** Opens the last study of a patient by the patient's id, or of whom the search has found. */
function useOpenStudy(search: ReturnType<typeof useSearch>, selected: Patient | null) {
  const { notices } = useApplication().services;
  const navigate = useNavigate();
  const { patients, text, current } = search;
  const openStudyOf = (patient: Patient | null): void => {
    const studyId = patient?.lastStudyId ?? null;
    if (studyId === null) notices.show('info', patientTexts.noStudyYet);
    else void navigate(`/scan?study=${studyId}`);
  };
  const found = { current, failed: patients.problem !== null };
  return {
    open: (id: string) => openStudyOf(patients.items.find((one) => one.id === id) ?? null),
    openFound: useWhenCurrent(text, found, () => {
      if (selected !== null) openStudyOf(selected);
    }),
  };
}

function NoPatients({ search }: { readonly search: ReturnType<typeof useSearch> }): ReactNode {
  const { session } = useApplication().services;
  if (search.patients.loading) return <Spinner label={patientTexts.loading} centered />;
  if (search.searched !== '') {
    return <EmptyState icon="search" text={patientTexts.noMatch(search.searched)} />;
  }
  if (isFiltered(search.value)) {
    return <EmptyState icon="filter" text={patientTexts.noMatchFilters} />;
  }
  const text = session.can(['PATIENT_CREATE']) ? patientTexts.empty : patientTexts.emptyReader;
  return <EmptyState icon="users" text={text} />;
}
