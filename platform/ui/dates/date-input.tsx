import { type FocusEvent, type ReactNode, useId, useState } from 'react';
import type { FieldProps } from '../fields/aria-field.tsx';
import { Dropdown } from '../fields/dropdown.tsx';
import field from '../fields/field.module.css';
import { FieldError } from '../fields/field-error.tsx';
import { RequiredMark } from '../fields/required-mark.tsx';
import { classNames } from '../styles/class-names.ts';
import { dateTexts } from '../texts/date-texts.ts';
import styles from './date-field.module.css';
import {
  type DateEntry,
  entryOf,
  leftEntryError,
  MONTHS,
  parseIso,
  readEntry,
} from './date-rules.ts';

export interface DateInputProps extends FieldProps {
  /** yyyy-mm-dd, or null. */
  readonly value: string | null;
  /** yyyy-mm-dd of the last day that is allowed. */
  readonly latest?: string;
  /** Null while the parts make no date that is allowed. */
  onChange(value: string | null): void;
  /**
   * Why what stands there is no date, half a date included, or null: a form with a reason must not be
   * sent as if nothing stood there.
   */
  onRefused?(reason: string | null): void;
}

const MONTH_OPTIONS = MONTHS.map((label, idx) => ({ id: String(idx + 1), label }));

/** What stands in the parts; typed parts stay while they make no date. */
function useEntry(props: DateInputProps) {
  const latest = parseIso(props.latest);
  const fresh = { entry: entryOf(parseIso(props.value)), sent: props.value, left: false };
  const [kept, setKept] = useState(fresh);
  // A value from outside, e.g. another patient's, replaces what was typed.
  const now = kept.sent === props.value ? kept : fresh;
  if (now !== kept) setKept(now);
  const answer = readEntry(now.entry, latest);
  const late = now.left && answer.error === null ? leftEntryError(now.entry) : answer;
  const change = (part: Partial<DateEntry>): void => {
    const entry = { ...now.entry, ...part };
    const next = readEntry(entry, latest);
    const sent = next.date?.toString() ?? null;
    setKept({ entry, sent, left: false });
    if (sent !== now.sent) props.onChange(sent);
    props.onRefused?.(next.error ?? leftEntryError(entry).error);
  };
  const leave = (): void => setKept({ ...now, left: true });
  return { entry: now.entry, wrong: late, change, leave };
}

/** A date in three parts: year, name of the month, day. Each part says what is wrong with it. */
export function DateInput(props: DateInputProps): ReactNode {
  const id = useId();
  const { entry, wrong, change, leave } = useEntry(props);
  const error = wrong.error ?? props.error ?? null;
  const shared = {
    disabled: props.disabled ?? false,
    'aria-describedby': classNames(error !== null && `${id}-error`, props.help && `${id}-help`),
  };
  const onBlur = (event: FocusEvent<HTMLElement>): void => {
    const to = event.relatedTarget;
    const stays = event.currentTarget.contains(to) || to?.closest('[role="listbox"]') != null;
    if (!stays) leave();
  };
  const invalid = (part: 'year' | 'day'): true | undefined =>
    (error !== null && (wrong.part === null || [part, 'all'].includes(wrong.part))) || undefined;
  return (
    <fieldset className={classNames(field.field, styles.parts)} onBlur={onBlur}>
      <legend className={classNames(field.label, props.labelHidden === true && styles.hidden)}>
        {props.label}
        <RequiredMark required={props.required} />
      </legend>
      <div className={styles.row}>
        <input
          {...shared}
          className={field.input}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          aria-label={dateTexts.year}
          aria-invalid={invalid('year')}
          placeholder={dateTexts.yearMask}
          value={entry.year}
          onChange={(event) => change({ year: event.target.value.slice(0, 4) })}
        />
        <Dropdown
          label={dateTexts.month}
          labelHidden
          options={MONTH_OPTIONS}
          disabled={shared.disabled}
          value={entry.month === null ? null : String(entry.month)}
          onChange={(month) => change({ month: month === null ? null : Number(month) })}
        />
        <input
          {...shared}
          className={field.input}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          aria-label={dateTexts.day}
          aria-invalid={invalid('day')}
          placeholder={dateTexts.dayMask}
          value={entry.day}
          onChange={(event) => change({ day: event.target.value })}
        />
      </div>
      <div aria-live="polite" className={styles.said}>
        {error === null ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
      {props.help === undefined ? null : (
        <p id={`${id}-help`} className={field.help}>
          {props.help}
        </p>
      )}
    </fieldset>
  );
}
