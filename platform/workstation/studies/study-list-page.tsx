import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListedStudy, readingState } from '#contracts';
import type { TableSort } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { useLists } from '../forms/use-lists.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { useHelp } from '../layout/use-help.ts';
import { type ListFilters, NO_FILTERS } from '../lists/filters/filters.ts';
import { useListMemory } from '../lists/filters/use-list-memory.ts';
import { useListSearch } from '../lists/filters/use-list-search.ts';
import { useStoredSort } from '../lists/filters/use-stored-sort.ts';
import { focusRow } from '../lists/focus-row.ts';
import type { OrderKind } from '../lists/list-foot.tsx';
import { EmptyList } from '../lists/page/empty-list.tsx';
import { ListFrame } from '../lists/page/list-frame.tsx';
import { ListTools } from '../lists/page/list-tools.tsx';
import { useListWidth } from '../lists/use-list-width.ts';
import { useSelection } from '../lists/use-selection.ts';
import { useWhenCurrent } from '../lists/use-when-current.ts';
import { useGo } from '../navigation/use-go.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { usePriorityMenu } from './priority-menu.tsx';
import { studyColumns } from './study-columns.tsx';
import { StudyPanel } from './study-panel.tsx';
import { isStudySort, studyFilterQuery, studyFilters, worklistQuery } from './study-query.ts';
import { useIdentityVisibility } from './use-identity-visibility.ts';
import { useSelectedStudy } from './use-selected-study.ts';
import { type Studies, useStudies } from './use-studies.ts';

const KEYS = [
  { key: 'ArrowUp', title: studyTexts.keys.above },
  { key: 'ArrowDown', title: studyTexts.keys.below },
  { key: 'Enter', title: studyTexts.keys.open },
];
const KEYS_WITH_PRIORITY = [...KEYS, { key: 'ArrowRight', title: studyTexts.keys.priority }];
const ORDER_KINDS: Readonly<Record<string, OrderKind>> = {
  acquisitionTime: 'dates',
  createdAt: 'dates',
  priority: 'urgency',
  waiting: 'waiting',
};
const LONGEST_WAIT_FIRST: TableSort = { column: 'waiting', direction: 'descending' };
const NEWEST_FIRST: TableSort = { column: 'createdAt', direction: 'descending' };

/** Returns the search state, the matching studies and the columns of the list. */
function useWorklist() {
  const visibility = useIdentityVisibility();
  const { blind, names } = visibility;
  const [query] = useSearchParams();
  const addressState = blind ? null : query.get('state');
  const memory = useListMemory('studies', addressState !== null, {
    text: '',
    filters: withState(addressState),
    selectedId: null,
    sort: NEWEST_FIRST,
  });
  const listSearch = useListSearch(memory, studyFilterQuery);
  const storedSort = useStoredSort('studies.sort', LONGEST_WAIT_FIRST, isStudySort);
  const search = blind ? listSearch : { ...listSearch, ...storedSort };
  const { searchTerms, sort } = search;
  const studySearch = {
    keywords: search.keywords,
    filters: search.filters,
    state: search.value.state,
    sort: isStudySort(sort.column) ? sort.column : 'createdAt',
    direction: search.direction,
  };
  const studies = useStudies(studySearch, blind);
  const listWidth = useListWidth();
  const queries = useQueryClient();
  const refresh = useCallback(
    () => void queries.invalidateQueries({ queryKey: ['studies'] }),
    [queries],
  );
  const { openMenu, menu } = usePriorityMenu(refresh);
  const lists = useLists();
  return {
    ...search,
    visibility,
    studies,
    studySearch,
    memory,
    menu,
    refresh,
    mayChangePriority: openMenu !== null,
    availableFilters: studyFilters(blind),
    columns: useMemo(
      () => studyColumns({ searchTerms, visibility: { blind, names }, listWidth, openMenu, lists }),
      [searchTerms, blind, names, listWidth, openMenu, lists],
    ),
    current: search.isSettled && studies.current,
  };
}

/** Worklist: studies to read, their claimants and jobs. */
export function StudyListPage(): ReactNode {
  const search = useWorklist();
  useHelp(search.mayChangePriority ? KEYS_WITH_PRIORITY : KEYS);
  const { studies, visibility } = search;
  const [selectedId, setSelectedId] = useSelectedId(search);
  const table = useRef<HTMLDivElement>(null);
  const selected = useSelectedStudy(studies.items, selectedId);
  const open = useOpenStudy(search);
  const results = { current: search.current, failed: studies.problem !== null };
  const openResult = useWhenCurrent(search.text, results, () =>
    selected === null ? undefined : open(selected.id),
  );
  const title = visibility.blind ? studyTexts.titleBlind : studyTexts.title;
  const tools = (
    <ListTools
      search={search}
      field={visibility.names ? studyTexts.search : null}
      tabs={visibility.blind ? null : studyTexts.tabs}
      intro={studyTexts.blindIntro}
      counts={studies.counts}
      filters={search.availableFilters}
      prefCode="studies.filters"
      onDown={() => focusRow(table.current)}
      onOpen={openResult}
    />
  );
  return (
    <PageFrame title={title}>
      <ListFrame
        title={title}
        tools={tools}
        table={table}
        search={search}
        selected={selected}
        results={studies}
        columns={search.columns}
        orderKinds={ORDER_KINDS}
        empty={
          <EmptyList search={search} loading={studies.loading} icon="archive" texts={studyTexts} />
        }
        aside={studyTexts.selected}
        panel={(study) => (
          <Details
            key={study.id}
            study={study}
            studies={studies}
            refresh={search.refresh}
            onOpen={open}
            onSelect={setSelectedId}
          />
        )}
        formatCount={search.isNarrowed ? studyTexts.matching : studyTexts.counted}
        onSelect={setSelectedId}
        onOpen={open}
      />
      {search.menu}
    </PageFrame>
  );
}

function useSelectedId({ studies, current, searchKey, memory }: ReturnType<typeof useWorklist>) {
  const { restored, save } = memory;
  const results = { items: studies.items, current };
  const [selectedId, select] = useSelection(results, searchKey, restored.selectedId);
  useEffect(() => save({ selectedId }), [save, selectedId]);
  return [selectedId, select] as const;
}

/** Opens a study and remembers the list, through which the reader then works. */
function useOpenStudy({ studies, studySearch }: ReturnType<typeof useWorklist>) {
  const { readingList } = useApplication().services;
  const go = useGo();
  return (id: string): void => {
    const order = studies.items.map((study) => study.id);
    readingList.open({
      query: worklistQuery(studySearch),
      studyId: id,
      order,
      number: order.indexOf(id) + 1,
      total: studies.total ?? order.length,
    });
    go(`/scan?study=${id}`);
  };
}

function Details(props: {
  readonly study: ListedStudy;
  readonly studies: Studies;
  refresh(): void;
  onOpen(id: string): void;
  onSelect(id: string | null): void;
}): ReactNode {
  const { study, refresh } = props;
  return (
    <StudyPanel
      study={study}
      onOpen={() => props.onOpen(study.id)}
      onChanged={refresh}
      onDeleted={() => {
        props.onSelect(props.studies.items.find(({ id }) => id !== study.id)?.id ?? null);
        refresh();
      }}
    />
  );
}

/**
 * Returns initial filters with the reading state in the address, e.g. of a link on the home page.
 */
function withState(addressState: string | null): ListFilters {
  const state = readingState.codes.find((code) => code === addressState) ?? null;
  return { ...NO_FILTERS, state };
}
