import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import {
  FOLLOW_UP_STATES,
  type FollowUpReason,
  type FollowUpState,
  followUpReason,
} from '#contracts';
import { Checkbox, DatePicker, Dropdown, Icon, RadioChips, TextField, useDebounced } from '#ui';
import { followUpTexts } from '../../texts/follow-up-texts.ts';
import styles from './follow-up.module.css';
import type { FollowUpServices } from './follow-up-services.ts';
import { SaveCsvButton } from './save-csv-button.tsx';
import { type FollowUpFilterValues, filterQuery } from './use-follow-ups.ts';
import { useReportReaders } from './use-report-readers.ts';

const { list: texts } = followUpTexts;

/** Delay in ms after the last key, as in other lists. */
const TYPING_MS = 200;
const ALL = 'ALL';

interface FollowUpFiltersProps {
  readonly services: FollowUpServices;
  readonly filters: FollowUpFilterValues;
  /** False hides the search, which would find nothing. */
  readonly showsPatients: boolean;
  /** Number of entries on the server; null until loaded. */
  readonly total: number | null;
  onChange(filters: FollowUpFilterValues): void;
}

/** Filters of the list, and the list as CSV. */
export function FollowUpFilters(props: FollowUpFiltersProps): ReactNode {
  const { services, filters, showsPatients, total, onChange } = props;
  const readers = useReportReaders(services);
  const set = (change: Partial<FollowUpFilterValues>): void => onChange({ ...filters, ...change });
  const query = new URLSearchParams(filterQuery(filters));
  return (
    <div className={styles.tools}>
      <p className={styles.quiet}>{texts.intro}</p>
      <div className={styles.toolRow}>
        {showsPatients ? (
          <Search value={filters.keywords} onChange={(keywords) => set({ keywords })} />
        ) : null}
        <RadioChips<FollowUpState>
          label={texts.state}
          options={FOLLOW_UP_STATES.map((id) => ({ id, label: texts.ofState[id].label }))}
          value={filters.state}
          onChange={(state) => set({ state, overdue: false })}
        />
        <RadioChips<FollowUpReason | typeof ALL>
          label={texts.reason}
          options={[
            { id: ALL, label: texts.allReasons },
            ...followUpReason.codes.map((id) => ({ id, label: followUpReason.labels[id] })),
          ]}
          value={filters.reason ?? ALL}
          onChange={(id) => set({ reason: id === ALL ? null : id })}
        />
        <div className={styles.field}>
          <DatePicker
            label={texts.dueUntil}
            value={filters.dueUntil}
            onChange={(dueUntil) => set({ dueUntil })}
          />
        </div>
        <div className={styles.field}>
          <Dropdown<string>
            label={texts.reader}
            nonNullable
            value={filters.readerId ?? ALL}
            options={[{ id: ALL, label: texts.allReaders }, ...readers]}
            onChange={(id) => set({ readerId: id === ALL ? null : id })}
          />
        </div>
        {filters.state === 'CLOSED' ? null : (
          <div className={styles.check}>
            <Checkbox
              label={texts.overdue}
              checked={filters.overdue}
              onChange={(overdue) => set({ overdue })}
            />
          </div>
        )}
        <div className={styles.result}>
          <span className={styles.count} role="status">
            {total === null ? '' : texts.count(total)}
          </span>
          <SaveCsvButton
            services={services}
            label={texts.save}
            path={`/followUps/csv?${query}`}
            fileName={texts.fileName}
          />
        </div>
      </div>
    </div>
  );
}

/** Search field whose text is sent after a pause in typing. */
function Search(props: { readonly value: string; onChange(keywords: string): void }): ReactNode {
  const [text, setText] = useState(props.value);
  const keywords = useDebounced(text.trim(), TYPING_MS);
  const send = useEffectEvent((settled: string) => {
    if (settled !== props.value) props.onChange(settled);
  });
  useEffect(() => send(keywords), [keywords]);
  return (
    <div className={styles.search}>
      <TextField
        label={texts.search}
        type="search"
        value={text}
        maxLength={200}
        icon={<Icon name="search" size={16} />}
        onChange={setText}
      />
    </div>
  );
}
