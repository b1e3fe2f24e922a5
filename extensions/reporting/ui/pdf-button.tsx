import { type ReactNode, useEffect, useState } from 'react';
import type { Problem } from '#foundation';
import { Button, Dialog, DialogActions, ErrorCard, Spinner, saveFile, useStore } from '#ui';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import styles from './report-panel.module.css';

const { actions, pdf: texts } = reportPageTexts;

/** Shows the report as PDF; a draft is saved first. */
export function PdfButton({ services }: { readonly services: ReportServices }): ReactNode {
  const { report, notices } = services;
  const exists = useStore(report.store, ({ stored, draft }) => stored !== null || draft !== null);
  const [shownId, setShownId] = useState<string | null>(null);
  const show = async (): Promise<void> => {
    const saved = await report.flush();
    const { stored, draft } = report.store.getState();
    const shown = draft ?? stored;
    if (!saved.ok) notices.showProblem(saved.problem);
    else if (shown !== null) setShownId(shown.id);
  };
  return (
    <>
      <Button disabled={!exists} onPress={() => void show()}>
        {actions.preview}
      </Button>
      {shownId === null ? null : (
        <PdfDialog services={services} reportId={shownId} onClose={() => setShownId(null)} />
      )}
    </>
  );
}

interface PdfDialogProps {
  readonly services: ReportServices;
  readonly reportId: string;
  onClose(): void;
}

type Read =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'ready'; readonly file: Blob; readonly url: string };

function PdfDialog({ services, reportId, onClose }: PdfDialogProps): ReactNode {
  const read = usePdf(services, reportId);
  const number = useStore(services.report.store, ({ stored }) => stored?.number ?? 1);
  return (
    <Dialog title={texts.title} open width={1200} onClose={onClose}>
      {read.state === 'loading' ? (
        <p className={styles.line}>
          <Spinner label={texts.loading} /> {texts.loading}
        </p>
      ) : read.state === 'failed' ? (
        <ErrorCard problem={read.problem} />
      ) : (
        <iframe
          className={styles.pdf}
          src={read.url}
          title={texts.title}
          data-testid="report-pdf"
        />
      )}
      <DialogActions>
        <Button onPress={onClose}>{texts.close}</Button>
        <Button
          kind="primary"
          disabled={read.state !== 'ready'}
          onPress={() => {
            if (read.state === 'ready') saveFile(read.file, `report-${number}.pdf`);
          }}
        >
          {texts.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Downloads the PDF; its object URL ends with the dialog. */
function usePdf({ api }: ReportServices, reportId: string): Read {
  const [read, setRead] = useState<Read>({ state: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    let url: string | null = null;
    void api
      .download(`/reports/${reportId}/pdf`, { signal: controller.signal })
      .then((downloaded) => {
        if (controller.signal.aborted) return;
        if (!downloaded.ok) return setRead({ state: 'failed', problem: downloaded.problem });
        const file = new Blob([downloaded.value], { type: 'application/pdf' });
        url = URL.createObjectURL(file);
        setRead({ state: 'ready', file, url });
      });
    return () => {
      controller.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [api, reportId]);
  return read;
}
