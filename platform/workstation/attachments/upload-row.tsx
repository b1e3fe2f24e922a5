import type { ReactNode } from 'react';
import { Button, Icon, IconButton, ProgressBar } from '#ui';
import { formatBytes } from '../import/import-file.ts';
import { attachmentTexts as texts } from '../texts/attachment-texts.ts';
import styles from './attachments.module.css';
import type { Upload, UploadFile, Uploads } from './uploads.ts';

/** Row of a running or failed upload: progress of each file, cancel and retry. */
export function UploadRow(props: {
  readonly upload: Upload;
  readonly uploads: Uploads;
  onDiscarded(): void;
}): ReactNode {
  const { upload, uploads } = props;
  return (
    <div className={styles.upload}>
      <p role="status">
        {upload.running ? texts.uploading(upload.files.length) : texts.uploadFailed}
      </p>
      {upload.problem === null ? null : (
        <p className={styles.failed}>
          {upload.problem.title}. {upload.problem.next}
        </p>
      )}
      <ul>
        {upload.files.map((file) => (
          <UploadFileRow
            key={file.name}
            file={file}
            {...(upload.running && canCancel(file)
              ? { onCancel: () => uploads.cancelFile(upload.id, file.name) }
              : {})}
          />
        ))}
      </ul>
      <div className={styles.uploadActions}>
        {upload.running ? (
          <Button onPress={() => uploads.cancel(upload.id)}>{texts.cancelAll}</Button>
        ) : (
          <>
            <Button
              onPress={() => {
                uploads.discard(upload.id);
                props.onDiscarded();
              }}
            >
              {texts.discard}
            </Button>
            <Button kind="primary" onPress={() => uploads.retry(upload.id)}>
              {texts.tryAgain}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

const canCancel = ({ state }: UploadFile): boolean =>
  state.kind === 'preparing' || state.kind === 'waiting' || state.kind === 'sending';

function UploadFileRow(props: { readonly file: UploadFile; onCancel?(): void }): ReactNode {
  const { file, onCancel } = props;
  const { state } = file;
  return (
    <li>
      <div className={styles.fileLine}>
        {state.kind === 'stored' ? <Icon name="done" size={14} /> : null}
        {state.kind === 'failed' ? <Icon name="alert" size={14} /> : null}
        <span className={styles.fileName}>{file.name}</span>
        <span className={state.kind === 'failed' ? styles.failed : styles.third}>
          {stateLabel(file)}
        </span>
        {onCancel === undefined ? null : (
          <IconButton
            icon="close"
            size={24}
            label={texts.cancelFile(file.name)}
            onPress={onCancel}
          />
        )}
      </div>
      {state.kind === 'sending' ? (
        <ProgressBar
          label={texts.progress(file.name)}
          done={state.sentBytes}
          total={state.sentBytes >= file.file.size ? 0 : file.file.size}
        />
      ) : null}
      {file.checksum === null ? null : (
        <p className={styles.third} title={texts.checksum(file.checksum)}>
          {texts.checksumShort(file.checksum)}
        </p>
      )}
    </li>
  );
}

function stateLabel({ state, file }: UploadFile): string {
  if (state.kind === 'failed') return `${state.problem.title}. ${state.problem.next}`;
  if (state.kind !== 'sending') return texts.states[state.kind];
  return state.sentBytes >= file.size
    ? texts.states.checking
    : texts.states.sent(formatBytes(state.sentBytes), formatBytes(file.size));
}
