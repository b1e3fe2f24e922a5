import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { keywordsSchema, type ListedStudy, readingState } from '#contracts';
import { EmptyState, ErrorCard, Spinner, Table, type TableSort, useDebounced } from '#ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { useHelp } from '../layout/use-help.ts';
import { isFiltered, type ListFilters, NO_FILTERS } from '../lists/filters.ts';
import { focusRow } from '../lists/focus-row.ts';
import { HeldItem } from '../lists/held-item.tsx';
import { ListFoot, type OrderKind } from '../lists/list-foot.tsx';
import { useListMemory } from '../lists/use-list-memory.ts';
import { useSelection } from '../lists/use-selection.ts';
import { useWhenCurrent } from '../lists/use-when-current.ts';
import { useWide } from '../lists/use-wide.ts';
import { dayOf } from '../patients/patient-words.ts';
import { studyTexts } from '../texts/study-texts.ts';
import { studyColumns } from './study-columns.tsx';
import styles from './study-list.module.css';
import { StudyListTools } from './study-list-tools.tsx';
import { StudyPanel } from './study-panel.tsx';
import { isStudySort, studyFilterQuery, studyFilters } from './study-query.ts';
import { useSelectedStudy } from './use-selected-study.ts';
import { useSight } from './use-sight.ts';
import { type Studies, useStudies } from './use-studies.ts';

const SEARCH_DELAY_MS = 150;
const KEYS = [
  { key: 'ArrowUp', title: studyTexts.keys.above },
  { key: 'ArrowDown', title: studyTexts.keys.below },
  { key: 'Enter', title: studyTexts.keys.open },
];
const ORDERS: Readonly<Record<string, OrderKind>> = {
  ...{ acquisitionTime: 'dates', createdAt: 'dates' },
  priority: 'urgency',
};
const MOST_URGENT: TableSort = { column: 'priority', direction: 'descending' };
const NEWEST: TableSort = { column: 'createdAt', direction: 'descending' };

/** What is searched for, and what is found. */
function useWorklist() {
  const sight = useSight();
  const [query] = useSearchParams();
  const named = sight.blind ? null : query.get('state');
  const { left, keep } = useListMemory('studies', named !== null, {
    ...{ text: '', filters: withState(named), chosenId: null },
    sort: sight.blind ? NEWEST : MOST_URGENT,
  });
  const [text, setText] = useState(left.text);
  const [value, setValue] = useState(left.filters);
  const [sort, setSort] = useState(left.sort);
  useEffect(() => keep({ text, filters: value, sort }), [keep, text, value, sort]);
  const searched = useDebounced(text.trim(), SEARCH_DELAY_MS);
  const refused = keywordsSchema.safeParse(searched).error?.issues[0]?.message ?? null;
  const today = dayOf(Date.now());
  // By the day, so that the key of the query does not change with every moment.
  const asked = useMemo(
    () => studyFilterQuery(value.values, Date.parse(today)),
    [value.values, today],
  );
  const studies = useStudies(
    {
      keywords: refused === null ? searched : '',
      filters: asked,
      state: value.state,
      sort: isStudySort(sort.column) ? sort.column : 'createdAt',
      direction: sort.direction === 'ascending' ? 'asc' : 'desc',
    },
    sight.blind,
  );
  const words = useMemo(() => searched.split(/\s+/).filter((word) => word !== ''), [searched]);
  const { blind, names } = sight;
  const wide = useWide();
  const columns = useMemo(
    () => studyColumns(words, { blind, names }, wide),
    [words, blind, names, wide],
  );
  return {
    ...{ sight, text, setText, value, setValue, sort, setSort, studies, columns },
    ...{ searched, refused, filters: studyFilters(blind), left, keep },
    isNarrowed: searched !== '' || isFiltered(value),
    question: JSON.stringify([text.trim(), value]),
    // Words that were typed a moment ago have not been asked yet.
    current: refused === null && text.trim() === searched && studies.current,
  };
}

/** The worklist: what is to be read, by whom it is read, and what the machine still works on. */
export function StudyListPage(): ReactNode {
  useHelp(KEYS);
  const navigate = useNavigate();
  const list = useWorklist();
  const { studies, columns, sort } = list;
  const [chosenId, setChosenId] = useSelection(
    { items: studies.items, current: list.current },
    list.question,
    list.left.chosenId,
  );
  const { keep } = list;
  useEffect(() => keep({ chosenId }), [keep, chosenId]);
  const table = useRef<HTMLDivElement>(null);
  const selected = useSelectedStudy(studies.items, chosenId);
  const open = (id: string): void => void navigate(`/scan?study=${id}`);
  const openFound = useWhenCurrent(
    list.text,
    { current: list.current, failed: studies.problem !== null },
    () => (selected === null ? undefined : open(selected.id)),
  );
  const title = list.sight.blind ? studyTexts.titleBlind : studyTexts.title;
  return (
    <PageFrame title={title}>
      <div className={styles.page}>
        <section className={styles.list} aria-label={title}>
          <StudyListTools
            {...list}
            counts={studies.counts}
            error={list.refused}
            onText={list.setText}
            onFilters={list.setValue}
            onDown={() => focusRow(table.current)}
            onOpen={openFound}
          />
          <div className={styles.table} ref={table}>
            {studies.problem === null ? (
              <Table
                label={title}
                columns={columns}
                items={studies.items}
                selectedId={selected?.id ?? null}
                sort={sort}
                idOf={idOf}
                empty={<NoStudies list={list} />}
                loadingMore={studies.loadingMore}
                onReachEnd={studies.loadMore}
                onSelect={setChosenId}
                onOpen={open}
                onSort={list.setSort}
              />
            ) : (
              <ErrorCard problem={studies.problem} onRetry={studies.refresh} />
            )}
          </div>
          <ListFoot
            counted={list.isNarrowed ? studyTexts.matching : studyTexts.counted}
            total={list.current ? studies.total : null}
            sort={sort}
            columns={columns}
            kinds={ORDERS}
          />
        </section>
        <Aside study={selected} studies={studies} onChoose={setChosenId} />
      </div>
    </PageFrame>
  );
}

function Aside(props: {
  readonly study: ListedStudy | null;
  readonly studies: Studies;
  onChoose(id: string | null): void;
}): ReactNode {
  const queries = useQueryClient();
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['studies'] });
  const next = props.studies.items.find(({ id }) => id !== props.study?.id)?.id ?? null;
  return (
    <aside className={styles.panel} aria-label={studyTexts.selected}>
      <HeldItem selected={props.study}>
        {(study) =>
          study === null ? null : (
            <StudyPanel
              key={study.id}
              study={study}
              onChanged={refresh}
              onDeleted={() => {
                props.onChoose(next);
                refresh();
              }}
            />
          )
        }
      </HeldItem>
    </aside>
  );
}

/** The filters with the state that the address names, e.g. from the first page. */
function withState(named: string | null): ListFilters {
  const state = readingState.codes.find((code) => code === named) ?? null;
  return { ...NO_FILTERS, state };
}

const idOf = ({ id }: ListedStudy): string => id;

function NoStudies({ list }: { readonly list: ReturnType<typeof useWorklist> }): ReactNode {
  if (list.studies.loading) return <Spinner label={studyTexts.loading} centered />;
  if (list.searched !== '') {
    return <EmptyState icon="search" text={studyTexts.noMatch(list.searched)} />;
  }
  const text = isFiltered(list.value) ? studyTexts.noMatchFilters : studyTexts.empty;
  return <EmptyState icon="archive" text={text} />;
}
