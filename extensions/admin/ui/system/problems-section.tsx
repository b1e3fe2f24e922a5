import { type ReactNode, useState } from 'react';
import { type ExternalLog, routes } from '#contracts';
import type { Problem } from '#foundation';
import { stampOf } from '#foundation';
import { EmptyState, Icon, StatusDot, type TableColumn, useStore } from '#ui';
import { adminTexts } from '../../texts/admin-texts.ts';
import { systemTexts } from '../../texts/system-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminList, useAdminValue } from '../shared/admin-queries.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import page from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import { SectionFrame } from '../shared/section-frame.tsx';
import styles from './system.module.css';

const texts = systemTexts.problems;
const PAGE_SIZE = 100;

/** Shows problems of the site, the host and its extensions, and errors logged by browsers. */
export function ProblemsSection(): ReactNode {
  const { host, counts } = useAdmin();
  const problems = useStore(host.problems);
  return (
    <SectionFrame id="problems" count={counts.problems} filling>
      <section className={styles.known} aria-label={texts.site}>
        <h3>{texts.site}</h3>
        {problems.length === 0 ? (
          <p className={styles.none}>
            <StatusDot state="ok" />
            {texts.siteEmpty}
          </p>
        ) : (
          <ul>
            {problems.map((problem) => (
              <Line
                key={`${problem.code} ${problem.source ?? ''} ${problem.detail}`}
                problem={problem}
              />
            ))}
          </ul>
        )}
        <ServerProblems known={problems} />
      </section>
      <Logs />
    </SectionFrame>
  );
}

function Line({ problem }: { readonly problem: Problem }): ReactNode {
  return (
    <li className={styles.problem}>
      <Icon name="warning" size={18} />
      <div>
        <strong>{problem.title}</strong>
        <p>{problem.detail}</p>
        <p className={styles.next}>{problem.next}</p>
      </div>
      <span className={styles.code}>
        {problem.code}
        {problem.source === undefined ? null : <small>{texts.from(problem.source)}</small>}
      </span>
    </li>
  );
}

/** Shows start-up problems of the server that the host of this page does not list. */
function ServerProblems({ known }: { readonly known: readonly Problem[] }): ReactNode {
  const { api } = useAdmin();
  const loaded = useAdminValue('server-problems', (signal) =>
    api.call(routes.systemInfo, { signal }),
  );
  const titles = new Set(known.map(({ title }) => title));
  const others = (loaded.value?.problems ?? []).filter((title) => !titles.has(title));
  if (others.length === 0) return null;
  return (
    <>
      <h3>{texts.server}</h3>
      <ul>
        {others.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </>
  );
}

function Logs(): ReactNode {
  const { api } = useAdmin();
  const pages = useAdminList<ExternalLog>(['logs'], (page, signal) =>
    api.call(routes.listExternalLogs, { query: { limit: PAGE_SIZE, ...page }, signal }),
  );
  const [selected, setSelected] = useState<string | null>(null);
  const entry = pages.items?.find(({ id }) => id === selected) ?? null;
  return (
    <>
      <div className={styles.logHead}>
        <h3>{texts.logs}</h3>
        <p>{texts.logsNote}</p>
      </div>
      <ListTable
        label={texts.logs}
        columns={COLUMNS}
        pages={pages}
        idOf={({ id }) => id}
        selectedId={selected}
        onSelect={setSelected}
        empty={<EmptyState icon="done" text={texts.logsEmpty} />}
      />
      {entry === null ? null : <Stack entry={entry} />}
    </>
  );
}

const COLUMNS: readonly TableColumn<ExternalLog>[] = [
  {
    id: 'at',
    title: texts.columns.at,
    isRowHeader: true,
    width: 180,
    cell: ({ at }) => stampOf(at, true),
  },
  {
    id: 'level',
    title: texts.columns.level,
    width: 120,
    cell: ({ level }) => (
      <span className={page.state}>
        <StatusDot state={level === 'error' ? 'danger' : 'warning'} />
        {texts.levels[level]}
      </span>
    ),
  },
  {
    id: 'code',
    title: texts.columns.code,
    width: '18%',
    cell: ({ code }) => <span className={page.second}>{code ?? adminTexts.none}</span>,
  },
  { id: 'message', title: texts.columns.message, cell: ({ message }) => message },
  {
    id: 'page',
    title: texts.columns.page,
    width: '14%',
    cell: (entry) => <span className={page.second}>{entry.page ?? adminTexts.none}</span>,
  },
];

function Stack({ entry }: { readonly entry: ExternalLog }): ReactNode {
  const { code, message, stack, version } = entry;
  const text = [code, message, stack, version].filter((part) => part !== null).join('\n');
  return (
    <section className={styles.stack} aria-label={texts.stack}>
      <p>{message}</p>
      <pre className={page.code}>{stack ?? texts.noStack}</pre>
      <div>
        <CopyButton label={texts.copy} text={text} />
      </div>
    </section>
  );
}
