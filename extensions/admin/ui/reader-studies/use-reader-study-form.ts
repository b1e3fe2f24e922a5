import { useRef } from 'react';
import { type ReaderStudy, readerStudySchema, routes } from '#contracts';
import { fail } from '#foundation';
import {
  NEW_READER_STUDY,
  readerStudyBody,
  readerStudyEntries,
} from '../../model/reader-study-form.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useEdit } from '../shared/use-edit.ts';

type DayField = 'from' | 'to';

/** Form state of a reader study; null creates a new draft. */
export function useReaderStudyForm(
  study: ReaderStudy | null,
  onSaved: (saved: ReaderStudy) => void,
) {
  const { api } = useAdmin();
  /** Errors of the days while their typed text is invalid. */
  const dayErrors = useRef<Partial<Record<DayField, string>>>({});
  const editing = useEdit({
    stored: study,
    savedSchema: readerStudySchema,
    entriesOf: readerStudyEntries,
    onSaved,
    errorMessages: {},
    errorFields: {},
    initial: study === null ? NEW_READER_STUDY : readerStudyEntries(study),
    check: (entries) =>
      Object.keys(dayErrors.current).length > 0
        ? { errors: dayErrors.current }
        : readerStudyBody(entries),
    async send(body, { id, version }) {
      const sent =
        study === null
          ? await api.call(routes.createReaderStudy, { body, idempotencyKey: id })
          : await api.call(routes.updateReaderStudy, { params: { id: study.id }, body, version });
      // Messages of these conflicts end with a next step of their own.
      return sent.ok || sent.problem.status !== 409 ? sent : fail({ ...sent.problem, next: '' });
    },
  });
  return {
    ...editing,
    setDayError(field: DayField, reason: string | null): void {
      const { [field]: _, ...others } = dayErrors.current;
      dayErrors.current = reason === null ? others : { ...others, [field]: reason };
    },
  };
}
