import { Time } from '@internationalized/date';
import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { DateInput, DateSegment, TimeField } from 'react-aria-components/TimeField';
import { formatLocale } from '#foundation';
import { AriaLabel, AriaNotes, type FieldProps, hiddenName } from '../fields/aria-field.tsx';
import field from '../fields/field.module.css';
import { classNames } from '../styles/class-names.ts';
import styles from './date-field.module.css';

export interface TimePickerProps extends FieldProps {
  /** 'HH:MM', 24 hours, or null. */
  readonly value: string | null;
  /** Called with null while the time is incomplete. */
  onChange(value: string | null): void;
}

/** A time typed as HH:MM or stepped by arrow keys. */
export function TimePicker(props: TimePickerProps): ReactNode {
  return (
    <I18nProvider locale={formatLocale()}>
      <TimeField
        {...hiddenName(props)}
        className={field.field ?? ''}
        value={parseTime(props.value)}
        hourCycle={24}
        granularity="minute"
        shouldForceLeadingZeros
        isDisabled={props.disabled ?? false}
        isRequired={props.required ?? false}
        isInvalid={(props.error ?? null) !== null}
        onChange={(time) => props.onChange(time === null ? null : time.toString().slice(0, 5))}
      >
        <AriaLabel {...props} />
        <DateInput className={classNames(field.input, styles.input)}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <AriaNotes {...props} />
      </TimeField>
    </I18nProvider>
  );
}

function parseTime(text: string | null): Time | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text ?? '') ?? [];
  return hour === undefined ? null : new Time(Number(hour), Number(minute));
}
