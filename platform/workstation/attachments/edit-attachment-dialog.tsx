import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type Attachment,
  attachmentSchema,
  attachmentType,
  attachmentUpdateSchema,
  laterality,
  routes,
} from '#contracts';
import { useApplication } from '../application/application-context.ts';
import type { MergeField } from '../forms/merge.ts';
import { RecordDialog, RecordEntry } from '../forms/record-dialog.tsx';
import { useRecordForm } from '../forms/use-record-form.ts';
import { attachmentTexts as texts } from '../texts/attachment-texts.ts';
import { AttachmentFields } from './attachment-fields.tsx';
import { attachmentsKey } from './use-attachments.ts';

export interface EditAttachmentDialogProps {
  /** Null while the dialog is closed. */
  readonly attachment: Attachment | null;
  onClose(): void;
}

/** Edits type, side and date of an attachment; does not change its files. */
export function EditAttachmentDialog(props: EditAttachmentDialogProps): ReactNode {
  const { attachment, onClose } = props;
  return (
    <RecordDialog
      title={texts.editTitle}
      open={attachment !== null}
      draftName={attachment === null ? '' : draftNameOf(attachment)}
      onClose={onClose}
    >
      {(requestClose) =>
        attachment === null ? null : (
          <EditForm attachment={attachment} onCancel={requestClose} onSaved={onClose} />
        )
      }
    </RecordDialog>
  );
}

/** Returns the name under which `useDraft` stores the form. */
const draftNameOf = ({ id, version }: Attachment): string => `attachment-${id}-${version}`;

type Entries = Pick<Attachment, 'patientAttachmentTypeCode' | 'lateralityCode' | 'documentDate'>;

const entriesOf = (attachment: Attachment): Entries => ({
  patientAttachmentTypeCode: attachment.patientAttachmentTypeCode,
  lateralityCode: attachment.lateralityCode,
  documentDate: attachment.documentDate,
});

/** Fields of the merge view, in the order of the form. */
const MERGE_FIELDS: readonly MergeField<Entries>[] = [
  {
    id: 'patientAttachmentTypeCode',
    label: texts.type,
    format: (entries) => attachmentType.labels[entries.patientAttachmentTypeCode],
  },
  {
    id: 'lateralityCode',
    label: texts.side,
    format: (entries) =>
      entries.lateralityCode === null ? '' : laterality.labels[entries.lateralityCode],
  },
  {
    id: 'documentDate',
    label: texts.documentDate,
    format: (entries) => entries.documentDate ?? '',
  },
];

function EditForm(props: {
  readonly attachment: Attachment;
  onCancel(): void;
  onSaved(): void;
}): ReactNode {
  const { attachment } = props;
  const { id } = attachment;
  const { api, notices } = useApplication().services;
  const queries = useQueryClient();
  const form = useRecordForm<Entries, Attachment>({
    draftName: draftNameOf(attachment),
    initial: entriesOf(attachment),
    version: attachment.version,
    schema: attachmentUpdateSchema.omit({ id: true }),
    savedSchema: attachmentSchema,
    errorFields: {},
    entriesOf,
    send: (entries, { version }) =>
      api.call(routes.updateAttachment, {
        params: { id },
        body: { ...entries, id },
        ...(version === null ? {} : { version }),
      }),
    onSaved(saved) {
      void queries.invalidateQueries({ queryKey: attachmentsKey(saved.patientId) });
      notices.show('success', texts.saved);
      props.onSaved();
    },
  });
  return (
    <RecordEntry
      id="attachment-form"
      form={form}
      mergeFields={MERGE_FIELDS}
      submitLabels={[texts.save, texts.saving]}
      onCancel={props.onCancel}
    >
      <AttachmentFields
        entries={form.entries}
        errors={form.errors}
        onErrorChange={(reason) => form.setInputError('documentDate', reason)}
        onChange={({ patientAttachmentTypeCode, ...change }) =>
          form.set(
            patientAttachmentTypeCode == null ? change : { ...change, patientAttachmentTypeCode },
          )
        }
      />
    </RecordEntry>
  );
}
