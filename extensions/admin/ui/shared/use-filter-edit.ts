import { useRef } from 'react';
import { fail } from '#foundation';
import { type Edit, type EditedRecord, type EditOptions, useEdit } from './use-edit.ts';

type DayField = 'from' | 'to';

/** State of a form with the fields of a study filter. */
export interface FilterEdit<Entries, Saved> extends Edit<Entries, Saved> {
  /** Sets the error of a day whose typed text is invalid; null removes it. */
  setDayError(field: DayField, reason: string | null): void;
}

/** Form state of a record with a study filter; nothing is sent while the text of a day is invalid. */
export function useFilterEdit<Entries extends object, Body, Saved extends EditedRecord>(
  options: Omit<EditOptions<Entries, Body, Saved>, 'errorMessages' | 'errorFields'>,
): FilterEdit<Entries, Saved> {
  const dayErrors = useRef<Partial<Record<DayField, string>>>({});
  const editing = useEdit<Entries, Body, Saved>({
    ...options,
    errorMessages: {},
    errorFields: {},
    check: (entries) =>
      Object.keys(dayErrors.current).length > 0
        ? { errors: dayErrors.current }
        : options.check(entries),
    async send(body, record) {
      const sent = await options.send(body, record);
      // Messages of these conflicts end with a next step of their own.
      return sent.ok || sent.problem.status !== 409 ? sent : fail({ ...sent.problem, next: '' });
    },
  });
  return {
    ...editing,
    setDayError(field, reason) {
      const { [field]: _, ...others } = dayErrors.current;
      dayErrors.current = reason === null ? others : { ...others, [field]: reason };
    },
  };
}
