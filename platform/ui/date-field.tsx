import { CalendarDate, parseDate } from '@internationalized/date';
import { type ReactNode, useId } from 'react';
import {
  DateField as AriaDateField,
  DateInput,
  DateSegment,
  Label,
} from 'react-aria-components/DateField';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { classNames } from './class-names.ts';
import styles from './date-field.module.css';
import field from './field.module.css';
import { FieldError } from './field-error.tsx';

/** Specification 5: a date is after 1900. */
const EARLIEST = new CalendarDate(1900, 1, 1);

export interface DateFieldProps {
  readonly label: string;
  /** yyyy-mm-dd, or null. */
  readonly value: string | null;
  /** yyyy-mm-dd of the last day that is allowed. */
  readonly latest?: string;
  readonly error?: string | null;
  /** Null while the date is not complete. */
  onChange(value: string | null): void;
}

/** A date typed in the order yyyy-mm-dd, part by part, whatever the computer's language. */
export function DateField(props: DateFieldProps): ReactNode {
  const id = useId();
  const value = parseIso(props.value);
  const latest = parseIso(props.latest ?? null);
  const error = props.error ?? rangeError(value, latest);
  return (
    <I18nProvider locale="en-CA">
      <AriaDateField
        className={field.field ?? ''}
        value={value}
        shouldForceLeadingZeros
        granularity="day"
        isInvalid={error !== null}
        {...(error === null ? {} : { 'aria-describedby': `${id}-error` })}
        onChange={(date) => props.onChange(date === null ? null : date.toString())}
      >
        <Label className={field.label ?? ''}>{props.label}</Label>
        <DateInput className={classNames(field.input, styles.input)}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        {error === null ? (
          <p className={field.help} role="status">
            {value === null ? '' : inWords(value)}
          </p>
        ) : (
          <FieldError id={`${id}-error`}>{error}</FieldError>
        )}
      </AriaDateField>
    </I18nProvider>
  );
}

/** The field moves a day that a month does not have: said in words, the typist sees what is kept. */
function inWords(date: CalendarDate): string {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return words.format(date.toDate('UTC'));
}

function parseIso(text: string | null): CalendarDate | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseDate(text) : null;
}

function rangeError(value: CalendarDate | null, latest: CalendarDate | null): string | null {
  if (value === null) return null;
  if (value.compare(EARLIEST) < 0) return 'Date should be a greater than year 1900';
  if (latest !== null && value.compare(latest) > 0) return 'This day is still to come';
  return null;
}
