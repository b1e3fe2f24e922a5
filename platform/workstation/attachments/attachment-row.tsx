import { type ReactNode, useState } from 'react';
import { type Attachment, attachmentType, laterality } from '#contracts';
import { stampOf } from '#foundation';
import { DropZone, Icon, IconButton } from '#ui';
import { formatBytes } from '../import/import-file.ts';
import { attachmentTexts as texts } from '../texts/attachment-texts.ts';
import styles from './attachments.module.css';
import { matchMissingFiles } from './missing-files.ts';
import { previewKind } from './preview-kind.ts';
import { isStored, type NamedFile } from './uploads.ts';
import { type AttachedFileRef, useDownload } from './use-download.ts';

type AttachedFile = Attachment['filesInfo'][number];

export interface AttachmentRowProps {
  readonly attachment: Attachment;
  nameOf(accountId: string | null): string;
  onPreview(fileRef: AttachedFileRef): void;
  onEdit?(): void;
  onRemove?(): void;
  /** Uploads files that are missing or damaged. */
  onResume?(files: readonly NamedFile[]): void;
}

/** Row of an attachment with type, date, side, author and files. */
export function AttachmentRow(props: AttachmentRowProps): ReactNode {
  const { attachment, nameOf, onEdit, onRemove } = props;
  const { documentDate, lateralityCode, patientAttachmentTypeCode, createdAt } = attachment;
  const type = attachmentType.labels[patientAttachmentTypeCode];
  const details = [
    documentDate ?? texts.undated,
    ...(lateralityCode === null ? [] : [laterality.labels[lateralityCode]]),
  ].join(' · ');
  const by = texts.by(nameOf(attachment.createdBy), stampOf(createdAt));
  return (
    <li className={styles.attachment}>
      <div className={styles.head}>
        <strong>{type}</strong>
        <span className={styles.second}>{details}</span>
        <span className={styles.actions}>
          {onEdit === undefined ? null : (
            <IconButton
              icon="edit"
              size={24}
              label={texts.edit(`${type}, ${details}`)}
              onPress={onEdit}
            />
          )}
          {onRemove === undefined ? null : (
            <IconButton
              icon="delete"
              size={24}
              label={texts.remove(`${type}, ${details}`)}
              onPress={onRemove}
            />
          )}
        </span>
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
      {props.onResume === undefined || attachment.filesInfo.every(isStored) ? null : (
        <MissingFiles attachment={attachment} onMatch={props.onResume} />
      )}
      <p className={styles.third}>{by}</p>
    </li>
  );
}

/** Accepts the missing files of an attachment; reports other files and ignores them. */
function MissingFiles(props: {
  readonly attachment: Attachment;
  onMatch(files: readonly NamedFile[]): void;
}): ReactNode {
  const [error, setError] = useState<string | null>(null);
  const addMissing = async (files: readonly File[]): Promise<void> => {
    const result = await matchMissingFiles(props.attachment, files);
    if (!result.ok) return setError(`${result.problem.title}. ${result.problem.next}`);
    const { matches, unmatchedNames } = result.value;
    setError(unmatchedNames.length === 0 ? null : texts.notMissing(unmatchedNames.join(', ')));
    if (matches.length > 0) props.onMatch(matches);
  };
  return (
    <DropZone
      label={texts.sendMissing}
      multiple
      error={error}
      onFiles={(files) => void addMissing(files)}
    />
  );
}

function FileLine(props: {
  readonly file: AttachedFile;
  readonly attachmentId: string;
  onPreview(fileRef: AttachedFileRef): void;
}): ReactNode {
  const { file, attachmentId } = props;
  const download = useDownload();
  const { name, checksum } = file;
  const stored = isStored(file);
  const fileRef: AttachedFileRef = { attachmentId, name, checksum };
  return (
    <li>
      <div className={styles.fileLine}>
        <span className={styles.fileName}>{name}</span>
        <span className={styles.third}>
          {file.byteLength === null ? '' : formatBytes(file.byteLength)}
        </span>
        {stored && previewKind(name) !== null ? (
          <IconButton
            icon="eye"
            size={24}
            label={texts.preview(name)}
            onPress={() => props.onPreview(fileRef)}
          />
        ) : null}
        {stored ? (
          <IconButton
            icon="download"
            size={24}
            label={texts.download(name)}
            onPress={() => void download(fileRef)}
          />
        ) : null}
      </div>
      <p className={styles.third} title={texts.checksum(checksum)}>
        {stored ? (
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
