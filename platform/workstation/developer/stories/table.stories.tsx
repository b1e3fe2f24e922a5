import { type ReactNode, useMemo, useState } from 'react';
import {
  Button,
  EmptyState,
  StateDot,
  type StateTone,
  Table,
  type TableColumn,
  type TableSort,
} from '#ui';
import { LONG_TEXT, type StoryGroup } from './story.ts';

interface Line {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly tone: StateTone;
  readonly score: number;
}

const NAMES = ['Abellard, Noor', 'Bakkali, Samira', 'Corvinus, Marthe', 'Eberhardt, Greta'];
const TONES: readonly StateTone[] = ['ok', 'info', 'warn', 'danger', 'off'];
const STATE_LABELS: Readonly<Record<StateTone, string>> = {
  ok: 'Signed',
  info: 'New',
  warn: 'In progress',
  danger: 'Failed',
  off: 'On hold',
};

function lines(count: number): readonly Line[] {
  return Array.from({ length: count }, (_, idx) => ({
    id: `line-${idx}`,
    code: `CF-${String(10_000 + idx)}`,
    name: NAMES[idx % NAMES.length] ?? '',
    tone: TONES[idx % TONES.length] ?? 'off',
    score: (idx * 7) % 10,
  }));
}

const COLUMNS: readonly TableColumn<Line>[] = [
  { id: 'code', title: 'Code', width: 120, sortable: true, cell: (line) => line.code },
  { id: 'name', title: 'Name', isRowHeader: true, sortable: true, cell: (line) => line.name },
  {
    id: 'state',
    title: 'State',
    width: 160,
    cell: (line) => <StateDot tone={line.tone} label={STATE_LABELS[line.tone]} />,
  },
  { id: 'score', title: 'Risk', width: 96, sortable: true, cell: (line) => line.score },
];

const idOf = (line: Line): string => line.id;

function sorted(items: readonly Line[], { column, direction }: TableSort): readonly Line[] {
  const key = column as 'code' | 'name' | 'score';
  const sign = direction === 'ascending' ? 1 : -1;
  return [...items].sort((a, b) => {
    if (a[key] === b[key]) return 0;
    return a[key] < b[key] ? -sign : sign;
  });
}

function LineTable(props: {
  readonly label: string;
  readonly count: number;
  readonly rowHeight?: 28 | 32;
  readonly rowActions?: boolean;
  readonly long?: boolean;
  readonly loadingMore?: boolean;
}): ReactNode {
  const { count, long = false } = props;
  const allLines = useMemo(
    () => (long ? lines(count).map((line) => ({ ...line, name: LONG_TEXT })) : lines(count)),
    [count, long],
  );
  const [sort, setSort] = useState<TableSort>({ column: 'code', direction: 'ascending' });
  const [selectedId, setSelectedId] = useState<string | null>(allLines[2]?.id ?? null);
  const [opened, setOpened] = useState<string | null>(null);
  const items = useMemo(() => sorted(allLines, sort), [allLines, sort]);
  return (
    <>
      <Table
        label={props.label}
        columns={COLUMNS}
        items={items}
        rowHeight={props.rowHeight ?? 28}
        selectedId={selectedId}
        sort={sort}
        loadingMore={props.loadingMore ?? false}
        empty={<EmptyState icon="users" text="No patients yet." />}
        idOf={idOf}
        onSelect={setSelectedId}
        onOpen={setOpened}
        onSort={setSort}
        {...(props.rowActions === true
          ? {
              rowActionWidth: 140,
              rowAction: (line: Line) => <Button size={24}>{`Open ${line.code}`}</Button>,
            }
          : {})}
      />
      <p role="status">{opened === null ? '' : `Opened ${opened}`}</p>
    </>
  );
}

export const tableStories: readonly StoryGroup[] = [
  {
    widget: 'Table',
    stories: [
      {
        title: 'Rows of 28',
        wide: true,
        height: 200,
        draw: () => <LineTable label="Rows of 28" count={5} />,
      },
      {
        title: 'Rows of 32 with actions',
        wide: true,
        height: 220,
        draw: () => <LineTable label="Rows with actions" count={5} rowHeight={32} rowActions />,
      },
      {
        title: 'Ten thousand rows',
        wide: true,
        height: 420,
        draw: () => <LineTable label="Ten thousand rows" count={10_000} rowActions />,
      },
      {
        title: 'Empty',
        wide: true,
        height: 230,
        draw: () => <LineTable label="No rows" count={0} />,
      },
      {
        title: 'Loading more, long text',
        wide: true,
        height: 170,
        draw: () => <LineTable label="Loading more" count={3} long loadingMore />,
      },
    ],
  },
];
