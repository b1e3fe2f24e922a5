import type { ReactNode } from 'react';
import { dayOf, formatDay } from '#foundation';
import { Checkbox, DatePicker } from '#ui';
import { importTexts } from '../texts/import-texts.ts';
import styles from './import-dialog.module.css';
import type { ExaminationDay } from './use-examination-day.ts';

export interface ExaminationDayFieldsProps {
  readonly examination: ExaminationDay;
  /** Birth of the patient, yyyy-mm-dd; null if unknown. */
  readonly birthDate: string | null;
  readonly disabled: boolean;
  readonly error: string | null;
  onDay(day: string | null): void;
  onUnknown(isUnknown: boolean): void;
}

/** Day of the examination, or that it is unknown. */
export function ExaminationDayFields(props: ExaminationDayFieldsProps): ReactNode {
  const { examination, birthDate, disabled } = props;
  const { day, isUnknown, stated } = examination;
  return (
    <div className={styles.day}>
      <DatePicker
        label={importTexts.day}
        value={isUnknown ? null : day}
        {...(birthDate === null ? {} : { earliest: birthDate })}
        latest={dayOf(Date.now())}
        help={helpText(examination)}
        error={props.error}
        disabled={disabled || isUnknown}
        onChange={props.onDay}
      />
      <Checkbox
        label={importTexts.dayUnknown}
        checked={isUnknown}
        disabled={disabled}
        {...(isUnknown && stated !== null
          ? { help: importTexts.fileStates(formatDay(stated.day)) }
          : {})}
        onChange={props.onUnknown}
      />
    </div>
  );
}

function helpText({ day, isUnknown, stated }: ExaminationDay): string {
  if (stated === null || isUnknown) return importTexts.dayHelp;
  return stated.day === day
    ? importTexts.dayFromFile
    : importTexts.fileStates(formatDay(stated.day));
}
