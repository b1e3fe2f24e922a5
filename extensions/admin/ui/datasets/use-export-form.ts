import { type DatasetExport, datasetExportSchema, routes } from '#contracts';
import { datasetBody, datasetEntries, NEW_DATASET } from '../../model/dataset-form.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useFilterEdit } from '../shared/use-filter-edit.ts';

/** Form state of a new export, which starts with the choices of `earlier` unless null. */
export function useExportForm(
  earlier: DatasetExport | null,
  onSaved: (saved: DatasetExport) => void,
) {
  const { api } = useAdmin();
  return useFilterEdit({
    stored: null,
    savedSchema: datasetExportSchema,
    entriesOf: datasetEntries,
    onSaved,
    initial: earlier === null ? NEW_DATASET : datasetEntries(earlier),
    check: datasetBody,
    send: (body, { id }) => api.call(routes.createDatasetExport, { body, idempotencyKey: id }),
  });
}
