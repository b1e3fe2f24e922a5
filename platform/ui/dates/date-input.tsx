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
  incompleteEntryError,
  MONTHS,
  parseIso,
  readEntry,
} from './date-rules.ts';

export interface DateInputProps extends FieldProps {
  /** yyyy-mm-dd, or null. */
  readonly value: string | null;
  /** Last allowed day, yyyy-mm-dd. */
  readonly latest?: string;
  /** Called with null while the parts form no allowed date. */
  onChange(value: string | null): void;
  /**
   * Called with the reason why the input is no allowed date, also if incomplete, else null. Lets a
   * form block its submission, because `onChange` reports an invalid date and an empty field alike.
   */
  onErrorChange?(reason: string | null): void;
}

const MONTH_OPTIONS = MONTHS.map((label, idx) => ({ id: String(idx + 1), label }));

/**
 * State of the three parts; keeps typed text while the parts form no date. `sent` is the value last
 * passed to `onChange`; `touched` is true once the focus has left the field.
 */
function useEntry(props: DateInputProps) {
  const latest = parseIso(props.latest);
  const fresh = { entry: entryOf(parseIso(props.value)), sent: props.value, touched: false };
  const [state, setState] = useState(fresh);
  // A value from outside, e.g. of another patient, replaces typed text.
  const current = state.sent === props.value ? state : fresh;
  if (current !== state) setState(current);
  const content = readEntry(current.entry, latest);
  const check =
    current.touched && content.error === null ? incompleteEntryError(current.entry) : content;
  const change = (changed: Partial<DateEntry>): void => {
    const entry = { ...current.entry, ...changed };
    const next = readEntry(entry, latest);
    const sent = next.date?.toString() ?? null;
    setState({ entry, sent, touched: false });
    if (sent !== current.sent) props.onChange(sent);
    props.onErrorChange?.(next.error ?? incompleteEntryError(entry).error);
  };
  const touch = (): void => setState({ ...current, touched: true });
  return { entry: current.entry, check, change, touch };
}

/** A date input of three parts: year, month name and day. Shows errors per part. */
export function DateInput(props: DateInputProps): ReactNode {
  const id = useId();
  const { entry, check, change, touch } = useEntry(props);
  const error = check.error ?? props.error ?? null;
  const shared = {
    disabled: props.disabled ?? false,
    'aria-describedby': classNames(error !== null && `${id}-error`, props.help && `${id}-help`),
  };
  const onBlur = (event: FocusEvent<HTMLElement>): void => {
    const to = event.relatedTarget;
    const isInside = event.currentTarget.contains(to) || to?.closest('[role="listbox"]') != null;
    if (!isInside) touch();
  };
  const invalid = (part: 'year' | 'day'): true | undefined =>
    (error !== null && (check.part === null || [part, 'all'].includes(check.part))) || undefined;
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
      <div aria-live="polite" className={styles.message}>
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
