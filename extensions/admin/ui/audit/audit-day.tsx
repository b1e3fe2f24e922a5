import { type ReactNode, useState } from 'react';
import {
  type AuditDeed,
  type AuditDeedRow,
  type AuditKind,
  auditKindSchema,
  keywordsSchema,
  routes,
} from '#contracts';
import { dayOf, localTimeZone, timeOf } from '#foundation';
import {
  Button,
  DatePicker,
  Dropdown,
  EmptyState,
  ErrorCard,
  IconButton,
  Spinner,
  TextField,
  useDebounced,
} from '#ui';
import { accountName } from '../../model/account-form.ts';
import {
  dayAfter,
  groupDeeds,
  type PatientDeeds,
  type PersonDeeds,
} from '../../model/audit-groups.ts';
import { readableName } from '../../model/setting-text.ts';
import { adminTexts } from '../../texts/admin-texts.ts';
import { auditDayTexts } from '../../texts/audit-day-texts.ts';
import { auditTexts } from '../../texts/audit-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAdminList, useAdminValue } from '../shared/admin-queries.ts';
import page from '../shared/dashboard.module.css';
import styles from './audit.module.css';

const { deeds: deedTexts, kinds } = auditDayTexts;
const PAGE_SIZE = 100;
const ALL = 'ALL';

interface DayFilter {
  readonly day: string;
  readonly actorId: string | null;
  readonly kind: AuditKind | null;
  readonly patient: string;
}

/** Shows what each person did on a day, by patient, with filters. */
export function AuditDay(): ReactNode {
  const [filter, setFilter] = useState<DayFilter>(() => ({
    day: dayOf(Date.now()),
    actorId: null,
    kind: null,
    patient: '',
  }));
  const { api, session } = useAdmin();
  const namesPatients = session.mayCall(routes.getPatient);
  const key = useDebounced(JSON.stringify(filter), 200);
  const shown = JSON.parse(key) as DayFilter;
  const pages = useAdminList<AuditDeedRow>(['audit-day', key], (cursor, signal) =>
    api.call(routes.listAuditDay, {
      query: { limit: PAGE_SIZE, ...queryOf(shown), ...cursor },
      signal,
    }),
  );
  return (
    <div className={styles.view}>
      <DayFilters
        filter={filter}
        namesPatients={namesPatients}
        onChange={(change) => setFilter((before) => ({ ...before, ...change }))}
      />
      {namesPatients ? null : <p className={page.note}>{auditDayTexts.codesNote}</p>}
      {pages.problem === null ? null : (
        <ErrorCard problem={pages.problem} onRetry={() => pages.refresh()} />
      )}
      <section className={styles.day} aria-label={auditDayTexts.list}>
        {pages.items === null ? null : <People rows={pages.items} />}
        {pages.loading ? <Spinner label={adminTexts.loading(auditDayTexts.list)} centered /> : null}
        {pages.hasMore ? (
          <Button busy={pages.loadingMore} onPress={() => pages.loadMore()}>
            {auditDayTexts.more}
          </Button>
        ) : null}
      </section>
    </div>
  );
}

/** Leaves out an empty search, and one with characters that no name and no code has. */
function queryOf({ day, actorId, kind, patient }: DayFilter) {
  const keywords = keywordsSchema.safeParse(patient.trim());
  return {
    day,
    timeZone: localTimeZone(),
    ...(actorId === null ? {} : { actorId }),
    ...(kind === null ? {} : { kind }),
    ...(keywords.success && keywords.data !== '' ? { patient: keywords.data } : {}),
  };
}

interface FilterProps {
  readonly filter: DayFilter;
  readonly namesPatients: boolean;
  onChange(change: Partial<DayFilter>): void;
}

function DayFilters({ filter, namesPatients, onChange }: FilterProps): ReactNode {
  const { api } = useAdmin();
  const accounts = useAdminValue('account-names', (signal) =>
    api.call(routes.listAccounts, { query: { limit: 200 }, signal }),
  );
  return (
    <div className={styles.bar}>
      <DayStepper filter={filter} onChange={onChange} />
      <div className={styles.filter}>
        <Dropdown<string>
          label={auditDayTexts.person}
          nonNullable
          options={[
            { id: ALL, label: auditDayTexts.anyone },
            ...(accounts.value?.items ?? []).map((account) => ({
              id: account.id,
              label: accountName(account),
            })),
          ]}
          value={filter.actorId ?? ALL}
          onChange={(id) => onChange({ actorId: id === ALL ? null : id })}
        />
      </div>
      <div className={styles.filter}>
        <TextField
          label={auditDayTexts.patient}
          placeholder={namesPatients ? auditDayTexts.nameOrCode : auditDayTexts.codeOnly}
          value={filter.patient}
          maxLength={100}
          onChange={(patient) => onChange({ patient })}
        />
      </div>
      <div className={styles.filter}>
        <Dropdown<AuditKind | typeof ALL>
          label={auditDayTexts.kind}
          nonNullable
          options={[
            { id: ALL, label: auditDayTexts.anyKind },
            ...auditKindSchema.options.map((id) => ({ id, label: kinds[id] })),
          ]}
          value={filter.kind ?? ALL}
          onChange={(id) => onChange({ kind: id === ALL ? null : id })}
        />
      </div>
    </div>
  );
}

function DayStepper({ filter, onChange }: Pick<FilterProps, 'filter' | 'onChange'>): ReactNode {
  const today = dayOf(Date.now());
  const { day } = filter;
  return (
    <div className={styles.step}>
      <IconButton
        icon="chevron-left"
        label={auditDayTexts.previous}
        bordered
        onPress={() => onChange({ day: dayAfter(day, -1) })}
      />
      <DatePicker
        label={auditDayTexts.day}
        value={day}
        latest={today}
        onChange={(chosen) => {
          if (chosen !== null && chosen <= today) onChange({ day: chosen });
        }}
      />
      <IconButton
        icon="chevron-right"
        label={auditDayTexts.next}
        bordered
        disabled={day >= today}
        onPress={() => onChange({ day: dayAfter(day, 1) })}
      />
      <Button disabled={day === today} onPress={() => onChange({ day: today })}>
        {auditDayTexts.today}
      </Button>
    </div>
  );
}

function People({ rows }: { readonly rows: readonly AuditDeedRow[] }): ReactNode {
  if (rows.length === 0) return <EmptyState icon="report" text={auditDayTexts.empty} />;
  return groupDeeds(rows).map((person) => (
    <article key={person.key} className={styles.person}>
      <h3>{actorText(person.actor)}</h3>
      {person.patients.map((entry) => (
        <PatientPart key={entry.patient?.id ?? ''} entry={entry} />
      ))}
    </article>
  ));
}

function actorText({ actorKind, actorId, actorName }: PersonDeeds['actor']): string {
  const known = Object.hasOwn(auditTexts.kinds, actorKind);
  const kind = known ? auditTexts.kinds[actorKind as keyof typeof auditTexts.kinds] : actorKind;
  if (actorKind === 'human' && actorName !== null) return actorName;
  return [kind, actorName ?? actorId?.slice(-8)].filter(Boolean).join(' ');
}

function patientText(patient: PatientDeeds['patient']): string {
  if (patient === null) return auditDayTexts.noPatient;
  const { id, code, name } = patient;
  if (name !== null) return code === null ? name : `${name} · ${code}`;
  return code === null ? auditDayTexts.noCode(id.slice(-8)) : auditDayTexts.code(code);
}

function PatientPart({ entry }: { readonly entry: PatientDeeds }): ReactNode {
  return (
    <div className={styles.patient}>
      <h4>{patientText(entry.patient)}</h4>
      <ul className={styles.deeds}>
        {entry.deeds.map((row) => (
          <li key={row.seq}>
            <span className={styles.time}>{spanText(row)}</span>
            <span>{deedText(row.deed)}</span>
            {row.count > 1 ? (
              <span className={page.third}>{auditDayTexts.times(row.count)}</span>
            ) : null}
            {row.done ? null : <span className={page.warning}>{auditDayTexts.rejected}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const deedText = (deed: string): string =>
  Object.hasOwn(deedTexts, deed) ? deedTexts[deed as AuditDeed] : readableName(deed);

function spanText({ firstAt, lastAt }: AuditDeedRow): string {
  const [from, to] = [timeOf(firstAt), timeOf(lastAt)];
  return from === to ? from : auditDayTexts.span(from, to);
}
