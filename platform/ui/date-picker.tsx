import CalendarDays from 'lucide-react/icons/calendar-days';
import type { ReactNode } from 'react';
import {
  DatePicker as AriaDatePicker,
  Button,
  DateInput,
  DateSegment,
  Group,
} from 'react-aria-components/DatePicker';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { AriaLabel, AriaNotes, type FieldProps, hiddenName, ISO_LOCALE } from './aria-field.tsx';
import { CalendarPopup } from './calendar-popup.tsx';
import { classNames } from './class-names.ts';
import styles from './date-field.module.css';
import { EARLIEST, parseIso, rangeError } from './date-rules.ts';
import field from './field.module.css';
import { dateTexts } from './texts/date-texts.ts';

export interface DatePickerProps extends FieldProps {
  /** yyyy-mm-dd, or null. */
  readonly value: string | null;
  /** yyyy-mm-dd of the first and the last day that are allowed. */
  readonly earliest?: string;
  readonly latest?: string;
  /** Null while the date is not complete. */
  onChange(value: string | null): void;
}

/** A date typed as yyyy-mm-dd or picked from a calendar. */
export function DatePicker(props: DatePickerProps): ReactNode {
  const value = parseIso(props.value);
  const earliest = parseIso(props.earliest);
  const latest = parseIso(props.latest);
  const error = props.error ?? rangeError(value, earliest, latest);
  return (
    <I18nProvider locale={ISO_LOCALE}>
      <AriaDatePicker
        {...hiddenName(props)}
        className={field.field ?? ''}
        value={value}
        minValue={earliest ?? EARLIEST}
        {...(latest === null ? {} : { maxValue: latest })}
        firstDayOfWeek="mon"
        shouldForceLeadingZeros
        granularity="day"
        isDisabled={props.disabled ?? false}
        isRequired={props.required ?? false}
        isInvalid={error !== null}
        onChange={(date) => props.onChange(date === null ? null : date.toString())}
      >
        <AriaLabel {...props} />
        <Group className={classNames(field.input, styles.picker)}>
          <DateInput className={styles.typed ?? ''}>
            {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
          </DateInput>
          <Button className={styles.open ?? ''} aria-label={dateTexts.openCalendar}>
            <CalendarDays size={16} strokeWidth={1.5} aria-hidden />
          </Button>
        </Group>
        <AriaNotes {...(props.help === undefined ? {} : { help: props.help })} error={error} />
        <CalendarPopup onClear={props.required === true ? null : () => props.onChange(null)} />
      </AriaDatePicker>
    </I18nProvider>
  );
}
