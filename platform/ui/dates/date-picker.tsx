import CalendarDays from 'lucide-react/icons/calendar-days';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import {
  DatePicker as AriaDatePicker,
  Button,
  DateInput,
  DateSegment,
  Group,
} from 'react-aria-components/DatePicker';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { currentLocale, ENGLISH, formatLocale } from '#foundation';
import {
  AriaLabel,
  AriaNotes,
  type FieldProps,
  hiddenName,
  ISO_LOCALE,
} from '../fields/aria-field.tsx';
import field from '../fields/field.module.css';
import { classNames } from '../styles/class-names.ts';
import { dateTexts } from '../texts/date-texts.ts';
import { CalendarPopup } from './calendar-popup.tsx';
import styles from './date-field.module.css';
import { EARLIEST, monthDayError, parseIso, rangeError } from './date-rules.ts';

/** Names months and weekdays in the language of the page, unlike the typed date. */
const CALENDAR_LOCALE = currentLocale().startsWith(ENGLISH) ? ISO_LOCALE : formatLocale();

export interface DatePickerProps extends FieldProps {
  /** yyyy-mm-dd, or null. */
  readonly value: string | null;
  /** First and last allowed day, yyyy-mm-dd. */
  readonly earliest?: string;
  readonly latest?: string;
  /** Called with null while the date is incomplete, and for a day that the month lacks. */
  onChange(value: string | null): void;
  /**
   * Called with the reason why the input is no date, else null. Lets a form block its submission,
   * because `onChange` reports an invalid date and an empty field alike.
   */
  onErrorChange?(reason: string | null): void;
}

/**
 * Rejects a day that the month lacks, e.g. 31 February, which React Aria would change silently to 28
 * February on blur. Shows the error until the next input.
 */
function useMonthDayError({ value, onChange, onErrorChange }: DatePickerProps) {
  const [dayError, setDayError] = useState<string | null>(null);
  /** Error of the day during a blur event, else null. */
  const blurError = useRef<string | null>(null);
  const changeError = (reason: string | null): void => {
    if (reason === dayError) return;
    setDayError(reason);
    onErrorChange?.(reason);
  };
  return {
    // A value from outside clears the error.
    dayError: value === null ? dayError : null,
    changeDate(next: string | null): void {
      changeError(next === null ? null : blurError.current);
      onChange(blurError.current === null ? next : null);
    },
    wrapperProps: {
      onBlurCapture({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
        blurError.current = currentTarget.contains(relatedTarget)
          ? null
          : dayErrorOf(currentTarget);
      },
      onBlur(): void {
        blurError.current = null;
      },
      // Uses the capture phase, because the segment stops key events.
      onKeyDownCapture({ key }: KeyboardEvent<HTMLElement>): void {
        if (key !== 'Tab' && key !== 'Shift') changeError(null);
      },
    },
  };
}

/** Returns the error of the displayed day; null if valid or incomplete. */
function dayErrorOf(element: HTMLElement): string | null {
  const [year, month, day] = ['year', 'month', 'day'].map((type) => {
    const shown = element.querySelector(`[data-type="${type}"]`)?.getAttribute('aria-valuenow');
    return Number(shown ?? 0);
  });
  return year && month && day ? monthDayError(year, month, day) : null;
}

/** Returns the mask of an empty part in the language of the page; the ISO locale has English masks. */
function maskOf(type: string, text: string): string {
  if (type === 'year') return dateTexts.yearMask;
  return type === 'day' ? dateTexts.dayMask : text;
}

/** A date typed as yyyy-mm-dd or picked from a calendar. */
export function DatePicker(props: DatePickerProps): ReactNode {
  const value = parseIso(props.value);
  const earliest = parseIso(props.earliest);
  const latest = parseIso(props.latest);
  const { dayError, changeDate, wrapperProps } = useMonthDayError(props);
  const error = dayError ?? props.error ?? rangeError(value, earliest, latest);
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
        onChange={(date) => changeDate(date === null ? null : date.toString())}
      >
        <AriaLabel {...props} />
        <Group className={classNames(field.input, styles.picker)}>
          <div className={styles.wrapper} {...wrapperProps}>
            <DateInput className={styles.typed ?? ''}>
              {(segment) => (
                <DateSegment segment={segment} className={styles.segment ?? ''}>
                  {({ type, text, isPlaceholder }) => (isPlaceholder ? maskOf(type, text) : text)}
                </DateSegment>
              )}
            </DateInput>
          </div>
          <Button className={styles.open ?? ''} aria-label={dateTexts.openCalendar}>
            <CalendarDays size={16} strokeWidth={1.5} aria-hidden />
          </Button>
        </Group>
        <AriaNotes {...(props.help === undefined ? {} : { help: props.help })} error={error} />
        <I18nProvider locale={CALENDAR_LOCALE}>
          <CalendarPopup onClear={props.required === true ? null : () => changeDate(null)} />
        </I18nProvider>
      </AriaDatePicker>
    </I18nProvider>
  );
}
