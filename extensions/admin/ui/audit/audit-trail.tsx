import { type ReactNode, useState } from 'react';
import { type AuditEntry, type AuditVerification, routes } from '#contracts';
import { stampOf } from '#foundation';
import { Button, EmptyState, StatusDot, type TableColumn, useDebounced } from '#ui';
import { accountName } from '../../model/account-form.ts';
import {
  type AuditFilterEntries,
  auditFilter,
  NO_AUDIT_FILTERS,
} from '../../model/audit-filter.ts';
import { readableName } from '../../model/setting-text.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { auditTexts } from '../../texts/audit-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminList, useAdminValue } from '../shared/admin-queries.ts';
import page from '../shared/dashboard.module.css';
import { ListTable } from '../shared/list-table.tsx';
import styles from './audit.module.css';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTools } from './audit-tools.tsx';
import { VerificationCard } from './verification-card.tsx';

const { columns, outcomes, kinds } = auditTexts;
const PAGE_SIZE = 100;

/** Shows every entry of the audit trail with filter, export and chain verification. */
export function AuditTrail(): ReactNode {
  const { api } = useAdmin();
  const [entries, setEntries] = useState<AuditFilterEntries>(NO_AUDIT_FILTERS);
  const [verified, setVerified] = useState<AuditVerification | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const filter = useDebounced(JSON.stringify(auditFilter(entries)), 200);
  const query = JSON.parse(filter) as ReturnType<typeof auditFilter>;
  const pages = useAdminList<AuditEntry>(['audit', filter], (page, signal) =>
    api.call(routes.listAudit, { query: { limit: PAGE_SIZE, ...query, ...page }, signal }),
  );
  const accounts = useAdminValue('account-names', (signal) =>
    api.call(routes.listAccounts, { query: { limit: 200 }, signal }),
  );
  const known = accounts.value?.items ?? [];
  const names = new Map(known.map((account) => [account.id, accountName(account)]));
  const entry = pages.items?.find(({ seq }) => String(seq) === selected) ?? null;
  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        {pages.total === null ? null : (
          <span className={page.second}>{auditTexts.entries(pages.total)}</span>
        )}
        <AuditTools filter={query} onVerified={setVerified} />
      </div>
      {verified === null ? null : <VerificationCard verification={verified} />}
      <AuditFilters
        entries={entries}
        accounts={known}
        listedActions={(pages.items ?? []).map(({ act }) => act)}
        onChange={(change) => setEntries((before) => ({ ...before, ...change }))}
      />
      <ListTable
        label={auditTexts.table}
        columns={auditColumns(names)}
        dependencies={[accounts.value]}
        pages={pages}
        idOf={({ seq }) => String(seq)}
        selectedId={selected}
        onSelect={setSelected}
        empty={
          <EmptyState icon="report" text={auditTexts.empty}>
            <Button onPress={() => setEntries(NO_AUDIT_FILTERS)}>{auditTexts.clear}</Button>
          </EmptyState>
        }
      />
      {entry === null ? null : <Details entry={entry} names={names} />}
    </div>
  );
}

function actorText({ accountEmail, actorId, actorKind }: AuditEntry): string {
  if (accountEmail !== null) return accountEmail;
  const kind = Object.hasOwn(kinds, actorKind) ? kinds[actorKind as keyof typeof kinds] : actorKind;
  return actorId === null ? kind : `${kind} ${actorId}`;
}

type Names = ReadonlyMap<string, string>;

/** Returns the subject of an entry: accounts by name, everything else by id. */
const subjectDetails = ({ subject }: AuditEntry, names: Names) =>
  Object.entries(subject).map(([name, id]) => ({
    label: readableName(name),
    id,
    value: names.get(id) ?? id,
  }));

const auditColumns = (names: Names): readonly TableColumn<AuditEntry>[] => [
  {
    id: 'at',
    title: columns.at,
    isRowHeader: true,
    width: 180,
    cell: ({ at }) => stampOf(at, true),
  },
  {
    id: 'actor',
    title: columns.actor,
    width: '22%',
    cell: (entry) => <span className={page.second}>{actorText(entry)}</span>,
  },
  {
    id: 'act',
    title: columns.action,
    width: '20%',
    cell: ({ act }) => <span title={act}>{readableName(act)}</span>,
  },
  {
    id: 'outcome',
    title: columns.outcome,
    width: 150,
    cell: ({ outcome }) => (
      <span className={page.state}>
        <StatusDot state={outcome === 'refused' ? 'warning' : 'ok'} />
        {outcomes[outcome]}
      </span>
    ),
  },
  {
    id: 'subject',
    title: columns.subject,
    cell: (entry) => (
      <span className={page.second}>
        {subjectDetails(entry, names)
          .map(({ label, value }) => `${label} ${value}`)
          .join(' · ') || adminTexts.none}
      </span>
    ),
  },
];

/** Shows all fields of one entry, because table cells are truncated. */
function Details(props: { readonly entry: AuditEntry; readonly names: Names }): ReactNode {
  const { entry, names } = props;
  const details: readonly (readonly [string, string])[] = [
    [columns.at, stampOf(entry.at, true)],
    [columns.actor, actorText(entry)],
    [columns.action, `${readableName(entry.act)} (${entry.act})`],
    ...subjectDetails(entry, names).map(
      ({ label, id, value }) => [label, value === id ? id : `${value} (${id})`] as const,
    ),
    [auditTexts.number, String(entry.seq)],
    [auditTexts.position, entry.position === null ? auditTexts.notSealed : String(entry.position)],
    [auditTexts.hash, entry.hash ?? auditTexts.notSealed],
  ];
  return (
    <section className={styles.details} aria-label={auditTexts.details}>
      <dl className={page.details}>
        {details.map(([name, value]) => (
          <div key={name} className={page.detail}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
