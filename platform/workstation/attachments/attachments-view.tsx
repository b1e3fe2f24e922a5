import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Attachment, routes } from '#contracts';
import { Button, DropZone, EmptyState, ErrorCard, Spinner, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { usePin } from '../lists/pinned-item.tsx';
import { useAccountName } from '../notes/use-account-name.ts';
import { attachmentTexts as texts } from '../texts/attachment-texts.ts';
import { AddAttachmentDialog } from './add-attachment-dialog.tsx';
import { AttachmentRow } from './attachment-row.tsx';
import styles from './attachments.module.css';
import { EditAttachmentDialog } from './edit-attachment-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { UploadRow } from './upload-row.tsx';
import { attachmentsKey, useAttachments } from './use-attachments.ts';
import type { AttachedFileRef } from './use-download.ts';
import { useUploads } from './use-uploads.ts';

/** Documents of a patient: list, running uploads and adding new ones. */
export function AttachmentsView({ patientId }: { readonly patientId: string }): ReactNode {
  const { session } = useApplication().services;
  const attachments = useAttachments(patientId);
  const nameOf = useAccountName();
  const [filesToAdd, setFilesToAdd] = useState<readonly File[] | null>(null);
  const [previewed, setPreviewed] = useState<AttachedFileRef | null>(null);
  const [edited, setEdited] = useState<Attachment | null>(null);
  usePin(filesToAdd !== null || previewed !== null || edited !== null);
  const { pending, remove } = useRemove(patientId);
  const uploads = useUploads();
  const allUploads = useStore(uploads.store);
  const patientUploads = allUploads.filter((upload) => upload.patientId === patientId);
  // Uploading attachments have a separate row above.
  const shown = attachments.items?.filter(
    ({ id }) => !pending.has(id) && patientUploads.every((upload) => upload.id !== id),
  );
  const mayAdd =
    session.mayCall(routes.createAttachment) && session.mayCall(routes.updateAttachment);
  return (
    <section className={styles.attachments} aria-label={texts.title}>
      {mayAdd ? (
        <DropZone label={texts.drop} help={texts.dropHelp} multiple onFiles={setFilesToAdd} />
      ) : null}
      {patientUploads.map((upload) => (
        <UploadRow
          key={upload.id}
          upload={upload}
          uploads={uploads}
          onDiscarded={attachments.refresh}
        />
      ))}
      {attachments.problem === null ? null : (
        <ErrorCard problem={attachments.problem} onRetry={attachments.refresh} />
      )}
      {attachments.items === null && attachments.problem === null ? (
        <Spinner label={texts.loading} />
      ) : null}
      {shown?.length === 0 && patientUploads.length === 0 ? (
        <EmptyState icon="file" text={texts.empty} />
      ) : null}
      <ul>
        {shown?.map((attachment) => (
          <AttachmentRow
            key={attachment.id}
            attachment={attachment}
            nameOf={nameOf}
            onPreview={setPreviewed}
            {...(mayAdd ? { onResume: (files) => uploads.resume(attachment, files) } : {})}
            {...(session.mayCall(routes.updateAttachment)
              ? { onEdit: () => setEdited(attachment) }
              : {})}
            {...(session.mayCall(routes.deleteAttachment)
              ? { onRemove: () => remove(attachment) }
              : {})}
          />
        ))}
      </ul>
      {attachments.hasMore ? (
        <Button kind="link" onPress={attachments.loadMore}>
          {texts.more}
        </Button>
      ) : null}
      <AddAttachmentDialog
        files={filesToAdd}
        patientId={patientId}
        uploads={uploads}
        onClose={() => setFilesToAdd(null)}
      />
      <EditAttachmentDialog attachment={edited} onClose={() => setEdited(null)} />
      <PreviewDialog fileRef={previewed} onClose={() => setPreviewed(null)} />
    </section>
  );
}

/**
 * Returns `remove`, which deletes an attachment after a few seconds to allow undo, and `pending`,
 * the actions that wait in this way.
 */
function useRemove(patientId: string) {
  const { api, pendingActions } = useApplication().services;
  const queries = useQueryClient();
  const remove = ({ id, version }: Attachment): void =>
    pendingActions.schedule({
      id,
      text: texts.removed,
      undo: texts.undo,
      lostText: texts.deletionUncertain,
      run: (options) => api.call(routes.deleteAttachment, { params: { id }, version, ...options }),
      settled: () => queries.invalidateQueries({ queryKey: attachmentsKey(patientId) }),
    });
  return { pending: useStore(pendingActions.store), remove };
}
