import { useRef } from 'react';
import { type DatasetExport, datasetExportSchema, routes } from '#contracts';
import { fail } from '#foundation';
import { datasetBody, datasetEntries, NEW_DATASET } from '../../model/dataset-form.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useEdit } from '../shared/use-edit.ts';

type DayField = 'from' | 'to';

/** Form state of a new export, which starts with the choices of `earlier` unless null. */
export function useExportForm(
  earlier: DatasetExport | null,
  onSaved: (saved: DatasetExport) => void,
) {
  const { api } = useAdmin();
  /** Errors of the days while their typed text is invalid. */
  const dayErrors = useRef<Partial<Record<DayField, string>>>({});
  const editing = useEdit({
    stored: null,
    savedSchema: datasetExportSchema,
    entriesOf: datasetEntries,
    onSaved,
    errorMessages: {},
    errorFields: {},
    initial: earlier === null ? NEW_DATASET : datasetEntries(earlier),
    check: (entries) =>
      Object.keys(dayErrors.current).length > 0
        ? { errors: dayErrors.current }
        : datasetBody(entries),
    async send(body, { id }) {
      const sent = await api.call(routes.createDatasetExport, { body, idempotencyKey: id });
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
