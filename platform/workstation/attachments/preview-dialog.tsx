import { type ReactNode, useEffect, useState } from 'react';
import { fail, type Problem } from '#foundation';
import { Button, Dialog, DialogActions, EmptyState, ErrorCard, Icon, Spinner } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { attachmentTexts as texts } from '../texts/attachment-texts.ts';
import styles from './attachments.module.css';
import { checksumMismatch } from './checksum.ts';
import { isPdf, previewKind } from './preview-kind.ts';
import { type AttachedRef, readAttached, useDownload } from './use-download.ts';

export type Previewed = AttachedRef;

/** Dialog that previews an image or a PDF. */
export function PreviewDialog(props: {
  readonly of: Previewed | null;
  onClose(): void;
}): ReactNode {
  const { of, onClose } = props;
  const download = useDownload();
  return (
    <Dialog title={of?.name ?? ''} open={of !== null} width={1200} onClose={onClose}>
      {of === null ? null : (
        <>
          <Preview key={`${of.attachmentId} ${of.name}`} of={of} />
          <DialogActions>
            <Button onPress={() => void download(of)}>
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

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'shown'; readonly url: string };

function Preview({ of }: { readonly of: Previewed }): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const state = useBlobAddress(of, attempt);
  if (state.kind === 'loading') return <Spinner label={texts.opening(of.name)} centered />;
  if (state.kind === 'failed') {
    return <ErrorCard problem={state.problem} onRetry={() => setAttempt(attempt + 1)} />;
  }
  if (previewKind(of.name)?.kind === 'image') {
    return <ImagePreview url={state.url} name={of.name} />;
  }
  // Has no sandbox, because Chromium shows no PDF in a sandboxed frame. The bytes are verified and
  // typed as PDF, so no script can run.
  return <iframe className={styles.frame} src={state.url} title={texts.pdfFrame(of.name)} />;
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

/** Returns a blob URL of the verified bytes; revoked on unmount. */
function useBlobAddress(of: Previewed, attempt: number): State {
  const { api } = useApplication().services;
  const { attachmentId, name, checksum } = of;
  const [state, setState] = useState<State>({ kind: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again
  useEffect(() => {
    const controller = new AbortController();
    let url: string | null = null;
    const show = async (): Promise<void> => {
      const read = await readAttached(api, { attachmentId, name, checksum }, controller.signal);
      if (controller.signal.aborted) return;
      const kind = previewKind(name);
      const isPreviewable = read.ok && (kind?.kind !== 'pdf' || isPdf(read.value));
      const bytes = isPreviewable ? read : read.ok ? fail(checksumMismatch()) : read;
      if (!bytes.ok) return setState({ kind: 'failed', problem: bytes.problem });
      url = URL.createObjectURL(new Blob([bytes.value], { type: kind?.mediaType ?? '' }));
      setState({ kind: 'shown', url });
    };
    setState({ kind: 'loading' });
    void show();
    return () => {
      controller.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [api, attachmentId, name, checksum, attempt]);
  return state;
}
