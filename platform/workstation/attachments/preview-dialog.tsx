import { type ReactNode, useEffect, useState } from 'react';
import type { Problem } from '#foundation';
import { Button, Dialog, DialogActions, EmptyState, ErrorCard, Icon, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { attachmentTexts as texts } from '../texts/attachment-texts.ts';
import styles from './attachments.module.css';
import { isPdf, previewKind } from './preview-kind.ts';
import { type AttachedFileRef, readAttached, useDownload } from './use-download.ts';

/** Dialog that previews an image or a PDF; closed while `fileRef` is null. */
export function PreviewDialog(props: {
  readonly fileRef: AttachedFileRef | null;
  onClose(): void;
}): ReactNode {
  const { fileRef, onClose } = props;
  const download = useDownload();
  return (
    <Dialog title={fileRef?.name ?? ''} open={fileRef !== null} width={1200} onClose={onClose}>
      {fileRef === null ? null : (
        <>
          <Preview
            key={`${fileRef.attachmentId} ${fileRef.name} ${fileRef.checksum}`}
            fileRef={fileRef}
          />
          <DialogActions>
            <Button onPress={() => void download(fileRef)}>
              <Icon name="download" size={16} />
              {texts.downloadButton}
            </Button>
            <Button onPress={onClose}>{texts.close}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

type PreviewState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'not a PDF' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'shown'; readonly url: string };

function Preview({ fileRef }: { readonly fileRef: AttachedFileRef }): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const state = usePreviewState(fileRef, attempt);
  if (state.kind === 'loading') return <Spinner label={texts.opening(fileRef.name)} centered />;
  if (state.kind === 'failed') {
    return <ErrorCard problem={state.problem} onRetry={() => setAttempt(attempt + 1)} />;
  }
  if (state.kind === 'not a PDF') {
    return <EmptyState icon="file" text={texts.notAPdf(fileRef.name)} />;
  }
  if (previewKind(fileRef.name)?.kind === 'image') {
    return <ImagePreview url={state.url} name={fileRef.name} />;
  }
  // Has no sandbox, because Chromium shows no PDF in a sandboxed frame. The bytes are verified and
  // typed as PDF, so no script can run.
  return <iframe className={styles.frame} src={state.url} title={texts.pdfFrame(fileRef.name)} />;
}

/** Previews an image; reports bytes that the browser cannot decode. */
function ImagePreview({ url, name }: { readonly url: string; readonly name: string }): ReactNode {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <EmptyState icon="file" text={texts.notAnImage(name)} />;
  return (
    <div className={styles.image}>
      <img src={url} alt={name} onError={() => setBroken(true)} />
    </div>
  );
}

/**
 * Loads the file. Returns a blob URL of its verified bytes once loaded, or why they are not shown;
 * revokes the URL on unmount.
 */
function usePreviewState(fileRef: AttachedFileRef, attempt: number): PreviewState {
  const { api } = useApplication().services;
  const { attachmentId, name, checksum } = fileRef;
  const [result, setResult] = useState<{ attempt: number; state: PreviewState } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let url: string | null = null;
    const show = async (): Promise<void> => {
      const read = await readAttached(api, { attachmentId, name, checksum }, controller.signal);
      if (controller.signal.aborted) return;
      const kind = previewKind(name);
      if (!read.ok) {
        setResult({ attempt, state: { kind: 'failed', problem: read.problem } });
        return;
      }
      if (kind?.kind === 'pdf' && !isPdf(read.value)) {
        setResult({ attempt, state: { kind: 'not a PDF' } });
        return;
      }
      url = URL.createObjectURL(new Blob([read.value], { type: kind?.mediaType ?? '' }));
      setResult({ attempt, state: { kind: 'shown', url } });
    };
    void show();
    return () => {
      controller.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [api, attachmentId, name, checksum, attempt]);
  return result?.attempt === attempt ? result.state : { kind: 'loading' };
}
