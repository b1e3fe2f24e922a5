import type { ReactNode } from 'react';
import {
  DateField as AriaDateField,
  DateInput,
  DateSegment,
} from 'react-aria-components/DateField';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { AriaLabel, AriaNotes, type FieldProps, hiddenName } from './aria-field.tsx';
import { classNames } from './class-names.ts';
import styles from './date-field.module.css';
import { dateInWords, parseIso, rangeError } from './date-rules.ts';
import field from './field.module.css';

export interface DateFieldProps extends FieldProps {
  /** yyyy-mm-dd, or null. */
  readonly value: string | null;
  /** yyyy-mm-dd of the last day that is allowed. */
  readonly latest?: string;
  /** Null while the date is not complete. */
  onChange(value: string | null): void;
}

/** The language whose dates are yyyy-mm-dd, whatever the computer's own is. */
export const ISO_LOCALE = 'en-CA';

/** A date typed in the order yyyy-mm-dd, part by part. */
export function DateField(props: DateFieldProps): ReactNode {
  const value = parseIso(props.value);
  const error = props.error ?? rangeError(value, null, parseIso(props.latest));
  return (
    <I18nProvider locale={ISO_LOCALE}>
      <AriaDateField
        {...hiddenName(props)}
        className={field.field ?? ''}
        value={value}
        shouldForceLeadingZeros
        granularity="day"
        isDisabled={props.disabled ?? false}
        isRequired={props.required ?? false}
        isInvalid={error !== null}
        onChange={(date) => props.onChange(date === null ? null : date.toString())}
      >
        <AriaLabel {...props} />
        <DateInput className={classNames(field.input, styles.input)}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <AriaNotes {...(props.help === undefined ? {} : { help: props.help })} error={error} />
        {/* The field moves a day that a month lacks: the typist hears and sees what is kept. */}
        {error === null ? (
          <p className={field.help} role="status">
            {value === null ? '' : dateInWords(value)}
          </p>
        ) : null}
      </AriaDateField>
    </I18nProvider>
  );
}
