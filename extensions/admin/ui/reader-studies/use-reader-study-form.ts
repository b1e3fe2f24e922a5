import { type ReaderStudy, readerStudySchema, routes } from '#contracts';
import {
  NEW_READER_STUDY,
  readerStudyBody,
  readerStudyEntries,
} from '../../model/reader-study-form.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useFilterEdit } from '../shared/use-filter-edit.ts';

/** Form state of a reader study; null creates a new draft. */
export function useReaderStudyForm(
  study: ReaderStudy | null,
  onSaved: (saved: ReaderStudy) => void,
) {
  const { api } = useAdmin();
  return useFilterEdit({
    stored: study,
    savedSchema: readerStudySchema,
    entriesOf: readerStudyEntries,
    onSaved,
    initial: study === null ? NEW_READER_STUDY : readerStudyEntries(study),
    check: readerStudyBody,
    send: (body, { id, version }) =>
      study === null
        ? api.call(routes.createReaderStudy, { body, idempotencyKey: id })
        : api.call(routes.updateReaderStudy, { params: { id: study.id }, body, version }),
  });
}
