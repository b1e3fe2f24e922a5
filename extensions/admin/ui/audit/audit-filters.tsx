import type { ReactNode } from 'react';
import { type Account, type AuditOutcome, routes } from '#contracts';
import { DatePicker, Dropdown, TextField } from '#ui';
import { accountName } from '../../model/account-form.ts';
import { type AuditFilterEntries, auditFilterErrors } from '../../model/audit-filter.ts';
import { readableName } from '../../model/setting-text.ts';
import { auditTexts } from '../../texts/audit-texts.ts';
import styles from './audit.module.css';

const { filters, outcomes } = auditTexts;
const ANY = 'ALL';

/** Actions of the server itself, in addition to the API calls. */
const SERVER_ACTIONS = ['completeJob', 'exportScanToDataset', 'runCronJob'] as const;
const ACTIONS = [...Object.keys(routes), ...SERVER_ACTIONS].sort((a, b) =>
  a.localeCompare(b, 'en'),
);

/** Filters by actor, action, outcome, time and subject id. */
export function AuditFilters(props: {
  readonly entries: AuditFilterEntries;
  readonly accounts: readonly Account[];
  /** Actions in the listed rows; other versions may have written actions missing in `ACTIONS`. */
  readonly listedActions: readonly string[];
  onChange(change: Partial<AuditFilterEntries>): void;
}): ReactNode {
  const { entries, onChange } = props;
  const errors = auditFilterErrors(entries);
  const actions = [...new Set([...ACTIONS, ...props.listedActions])];
  return (
    <div className={styles.filters}>
      <Dropdown<string>
        label={filters.actor}
        nonNullable
        options={[
          { id: ANY, label: filters.anyone },
          ...props.accounts.map((account) => ({ id: account.id, label: accountName(account) })),
        ]}
        value={entries.actorId ?? ANY}
        onChange={(id) => onChange({ actorId: id === ANY ? null : id })}
      />
      <Dropdown<string>
        label={filters.action}
        nonNullable
        options={[
          { id: ANY, label: filters.anyAction },
          ...actions.map((action) => ({ id: action, label: readableName(action) })),
        ]}
        value={entries.action ?? ANY}
        onChange={(id) => onChange({ action: id === ANY ? null : id })}
      />
      <Dropdown<AuditOutcome | typeof ANY>
        label={filters.outcome}
        nonNullable
        options={[
          { id: ANY, label: filters.anyOutcome },
          ...(Object.keys(outcomes) as AuditOutcome[]).map((id) => ({ id, label: outcomes[id] })),
        ]}
        value={entries.outcome ?? ANY}
        onChange={(id) => onChange({ outcome: id === ANY ? null : id })}
      />
      <DatePicker
        label={filters.from}
        value={entries.fromDay}
        onChange={(fromDay) => onChange({ fromDay })}
      />
      <DatePicker
        label={filters.to}
        value={entries.toDay}
        error={errors.dayRange ? filters.dayRange : null}
        onChange={(toDay) => onChange({ toDay })}
      />
      <TextField
        label={filters.subject}
        value={entries.subjectId}
        maxLength={40}
        placeholder={filters.subjectHint}
        error={errors.subjectId ? filters.subjectInvalid : null}
        onChange={(subjectId) => onChange({ subjectId })}
      />
    </div>
  );
}
