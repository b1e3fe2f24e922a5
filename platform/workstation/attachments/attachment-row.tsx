import type { ReactNode } from 'react';
import { type Attachment, attachmentType, laterality } from '#contracts';
import { Icon, IconButton } from '#ui';
import { byteWords } from '../import/import-file.ts';
import { dayOf, timeOf } from '../patients/patient-words.ts';
import { attachmentTexts as texts } from '../texts/attachment-texts.ts';
import styles from './attachments.module.css';
import type { Previewed } from './preview-dialog.tsx';
import { previewKind } from './preview-kind.ts';
import { useDownload } from './use-download.ts';

type AttachedFile = Attachment['filesInfo'][number];

export interface AttachmentRowProps {
  readonly attachment: Attachment;
  nameOf(accountId: string | null): string;
  onPreview(of: Previewed): void;
  onRemove?(): void;
}

/** An attachment: what it is, of when, by whom, and its files. */
export function AttachmentRow(props: AttachmentRowProps): ReactNode {
  const { attachment, nameOf, onRemove } = props;
  const { documentDate, lateralityCode, patientAttachmentTypeCode, createdAt } = attachment;
  const type = attachmentType.labels[patientAttachmentTypeCode];
  const facts = [
    documentDate ?? texts.undated,
    ...(lateralityCode === null ? [] : [laterality.labels[lateralityCode]]),
  ].join(' · ');
  const by = texts.by(nameOf(attachment.createdBy), `${dayOf(createdAt)} ${timeOf(createdAt)}`);
  return (
    <li className={styles.attachment}>
      <div className={styles.head}>
        <strong>{type}</strong>
        <span className={styles.second}>{facts}</span>
        {onRemove === undefined ? null : (
          <IconButton
            icon="delete"
            size={24}
            label={texts.remove(`${type}, ${facts}`)}
            onPress={onRemove}
          />
        )}
      </div>
      {attachment.uploadStatus === 'D' ? null : (
        <p className={styles.warning}>
          <Icon name="warning" size={14} />
          {texts.incomplete}
        </p>
      )}
      <ul>
        {attachment.filesInfo.map((file) => (
          <FileLine
            key={file.name}
            file={file}
            attachmentId={attachment.id}
            onPreview={props.onPreview}
          />
        ))}
      </ul>
      <p className={styles.third}>{by}</p>
    </li>
  );
}

function FileLine(props: {
  readonly file: AttachedFile;
  readonly attachmentId: string;
  onPreview(of: Previewed): void;
}): ReactNode {
  const { file, attachmentId } = props;
  const download = useDownload();
  const { name, checksum } = file;
  const isThere = file.storedAt !== null && file.quarantinedAt === null;
  const of: Previewed = { attachmentId, name, checksum };
  return (
    <li>
      <div className={styles.fileLine}>
        <span className={styles.fileName}>{name}</span>
        <span className={styles.third}>
          {file.byteLength === null ? '' : byteWords(file.byteLength)}
        </span>
        {isThere && previewKind(name) !== null ? (
          <IconButton
            icon="eye"
            size={24}
            label={texts.preview(name)}
            onPress={() => props.onPreview(of)}
          />
        ) : null}
        {isThere ? (
          <IconButton
            icon="download"
            size={24}
            label={texts.download(name)}
            onPress={() => void download(of)}
          />
        ) : null}
      </div>
      <p className={styles.third} title={texts.checksum(checksum)}>
        {isThere ? (
          <>
            {texts.checksumShort(checksum)} · {texts.verified}
          </>
        ) : file.quarantinedAt === null ? (
          texts.missing
        ) : (
          texts.damaged
        )}
      </p>
    </li>
  );
}
