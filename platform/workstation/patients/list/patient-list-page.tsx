import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type Patient, routes } from '#contracts';
import { Button, Icon, type TableSort } from '#ui';
import { useApplication } from '../../application/application-context.ts';
import { hasDraft } from '../../drafts/use-draft.ts';
import { useLists } from '../../forms/use-lists.ts';
import { PageFrame } from '../../layout/page-frame.tsx';
import { useHelp } from '../../layout/use-help.ts';
import { isFiltered, NO_FILTERS } from '../../lists/filters/filters.ts';
import { useListMemory } from '../../lists/filters/use-list-memory.ts';
import { useListSearch } from '../../lists/filters/use-list-search.ts';
import { focusRow } from '../../lists/focus-row.ts';
import type { OrderKind } from '../../lists/list-foot.tsx';
import { EmptyList } from '../../lists/page/empty-list.tsx';
import { ListFrame } from '../../lists/page/list-frame.tsx';
import { ListTools } from '../../lists/page/list-tools.tsx';
import { useLastShown } from '../../lists/use-last-shown.ts';
import { useListWidth } from '../../lists/use-list-width.ts';
import { useSelection } from '../../lists/use-selection.ts';
import { useWhenCurrent } from '../../lists/use-when-current.ts';
import { StudyListPage } from '../../studies/study-list-page.tsx';
import { patientTexts } from '../../texts/patient-texts.ts';
import type { PatientEntries } from '../forms/patient-entries.ts';
import { draftNameOf, PatientFormDialog } from '../forms/patient-form-dialog.tsx';
import { typedEntries } from '../forms/typed-entries.ts';
import { PatientPanel } from '../panel/patient-panel.tsx';
import { openPatient } from '../shared/open-patient.ts';
import { usePatient } from '../shared/use-patient.ts';
import { patientColumns } from './patient-columns.tsx';
import { isPatientSort, patientFilterQuery, patientFilters } from './patient-query.ts';
import { usePatientActions } from './use-patient-actions.ts';
import { type Patients, usePatients } from './use-patients.ts';

const KEYS = [
  { key: 'ArrowUp', title: patientTexts.keys.above },
  { key: 'ArrowDown', title: patientTexts.keys.below },
  { key: 'Enter', title: patientTexts.keys.open },
];
const ORDER_KINDS: Readonly<Record<string, OrderKind>> = {
  lastStudy: 'dates',
  birthDate: 'dates',
  density: 'ranks',
  risk: 'ranks',
};
const NEWEST_FIRST: TableSort = { column: 'lastStudy', direction: 'descending' };
const INITIAL_STATE = { text: '', filters: NO_FILTERS, sort: NEWEST_FIRST };

/** Patient list; users who may not view patients get the study list, which shows no names. */
export function PatientListPage(): ReactNode {
  const { session } = useApplication().services;
  return session.mayCall(routes.listPatients) ? <PatientList /> : <StudyListPage />;
}

/** Returns the search state, the matching patients and the columns of the list. */
function useSearch() {
  const [query] = useSearchParams();
  const linkedId = query.get('patient');
  const memory = useListMemory('patients', linkedId !== null, {
    ...INITIAL_STATE,
    selectedId: linkedId,
  });
  const search = useListSearch(memory, patientFilterQuery);
  const { searchTerms, today, sort } = search;
  const lists = useLists();
  const patients = usePatients({
    keywords: search.keywords,
    filters: search.filters,
    state: search.value.state,
    sort: isPatientSort(sort.column) ? sort.column : 'lastStudy',
    direction: search.direction,
  });
  const listWidth = useListWidth();
  return {
    ...search,
    patients,
    linkedId,
    memory,
    availableFilters: useMemo(() => patientFilters(lists), [lists]),
    columns: useMemo(
      () => patientColumns(searchTerms, today, lists, listWidth),
      [searchTerms, today, lists, listWidth],
    ),
    current: search.isSettled && patients.current,
  };
}

function PatientList(): ReactNode {
  useHelp(KEYS);
  const navigate = useNavigate();
  const search = useSearch();
  const { patients } = search;
  const [selectedId, setSelectedId] = useSelectedId(search);
  const application = useApplication();
  // Initial values of the open form; null while closed. Reopens the form with a restored draft.
  const [newEntries, setNewEntries] = useState<Partial<PatientEntries> | null>(() =>
    hasDraft(application, draftNameOf(null)) ? {} : null,
  );
  const table = useRef<HTMLDivElement>(null);
  usePatientActions(table, () => setNewEntries({}));
  const selected = useSelected(patients, selectedId);
  const { open, openResult } = useOpenStudy(search, selected);
  const tools = (
    <ListTools
      search={search}
      field={patientTexts.search}
      actions={<NewPatientButton onPress={() => setNewEntries({})} />}
      tabs={patientTexts.tabs}
      counts={patients.counts}
      filters={search.availableFilters}
      prefCode="patients.filters"
      onDown={() => focusRow(table.current)}
      onOpen={openResult}
    />
  );
  return (
    <PageFrame title={patientTexts.title}>
      <ListFrame
        title={patientTexts.title}
        tools={tools}
        table={table}
        search={search}
        selected={selected}
        results={patients}
        columns={search.columns}
        orderKinds={ORDER_KINDS}
        empty={<NoPatients search={search} onAdd={setNewEntries} />}
        aside={patientTexts.selected}
        panel={(patient) => (
          <PatientPanel
            key={patient.id}
            patient={patient}
            onChanged={patients.refresh}
            onDeleted={() => {
              setSelectedId(patients.items.find(({ id }) => id !== patient.id)?.id ?? null);
              patients.refresh();
            }}
          />
        )}
        formatCount={search.isNarrowed ? patientTexts.matching : patientTexts.counted}
        onSelect={setSelectedId}
        onOpen={open}
      />
      <PatientFormDialog
        open={newEntries !== null}
        patient={null}
        {...(newEntries === null ? {} : { initialEntries: newEntries })}
        onClose={() => setNewEntries(null)}
        onSaved={(patient) => void navigate(`/patient-create-success?patient=${patient.id}`)}
      />
    </PageFrame>
  );
}

function NewPatientButton({ onPress }: { onPress(): void }): ReactNode {
  const { session } = useApplication().services;
  if (!session.mayCall(routes.createPatient)) return null;
  return (
    <Button onPress={onPress}>
      <Icon name="plus" size={16} />
      {patientTexts.newPatient}
    </Button>
  );
}

/**
 * Returns the selected patient id: the user's choice or the patient of a link, which may change
 * while the list is open.
 */
function useSelectedId(search: ReturnType<typeof useSearch>) {
  const { patients, current, searchKey, linkedId, memory } = search;
  const { restored, save } = memory;
  const results = { items: patients.items, current };
  const [selectedId, select] = useSelection(results, searchKey, restored.selectedId);
  const previousLinkedId = useRef(linkedId);
  const selectLinked = useEffectEvent(select);
  useEffect(() => {
    if (linkedId !== null && linkedId !== previousLinkedId.current) selectLinked(linkedId);
    previousLinkedId.current = linkedId;
  }, [linkedId]);
  useEffect(() => save({ selectedId }), [save, selectedId]);
  return [selectedId, select] as const;
}

/** Returns the selected patient, even when not in the list; otherwise the first of the list. */
function useSelected({ items }: Patients, selectedId: string | null): Patient | null {
  const { inList, lastShown } = useLastShown(items, selectedId);
  const loaded = usePatient(inList === null ? selectedId : null);
  if (inList !== null) return inList;
  const isMissing = selectedId === null || loaded.problem !== null;
  return (isMissing ? null : newerOf(loaded.patient, lastShown)) ?? items[0] ?? null;
}

/**
 * Returns the patient with the higher version, because a separately loaded patient may be older
 * than the last shown row.
 */
function newerOf(a: Patient | null, b: Patient | null): Patient | null {
  if (a === null || b === null) return a ?? b;
  return a.version < b.version ? b : a;
}

/**
 * Returns functions that open the last study: of the patient with an id, or of the search result.
 */
function useOpenStudy(search: ReturnType<typeof useSearch>, selected: Patient | null) {
  const application = useApplication();
  const navigate = useNavigate();
  const { patients, text, current } = search;
  const openStudyOf = (patient: Patient | undefined): void => {
    if (patient !== undefined) openPatient(application, patient, (path) => void navigate(path));
  };
  const results = { current, failed: patients.problem !== null };
  return {
    open: (id: string) => openStudyOf(patients.items.find((patient) => patient.id === id)),
    openResult: useWhenCurrent(text, results, () => openStudyOf(selected ?? undefined)),
  };
}

function NoPatients(props: {
  readonly search: ReturnType<typeof useSearch>;
  onAdd(initialEntries: Partial<PatientEntries>): void;
}): ReactNode {
  const { session } = useApplication().services;
  const { search } = props;
  const { debouncedText } = search;
  const mayAdd = session.mayCall(routes.createPatient);
  return (
    <EmptyList
      search={search}
      loading={search.patients.loading}
      icon="users"
      texts={mayAdd ? patientTexts : { ...patientTexts, empty: patientTexts.emptyReader }}
    >
      {mayAdd && !isFiltered(search.value) ? (
        <Button onPress={() => props.onAdd(typedEntries(debouncedText))}>
          {debouncedText === '' ? patientTexts.newPatient : patientTexts.newNamed(debouncedText)}
        </Button>
      ) : null}
    </EmptyList>
  );
}
