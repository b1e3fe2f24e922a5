import { useCallback, useEffect, useState } from 'react';
import { type ReportLanguage, type ReportLetter, routes } from '#contracts';
import type { ApiClient } from '#core';
import { ok, type Problem, type Result } from '#foundation';

export type LetterApi = Pick<ApiClient, 'call' | 'download'>;

type LetterText =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | { readonly state: 'ready'; readonly letter: ReportLetter };

interface LetterRead {
  readonly text: LetterText;
  /** Downloads the PDF in the language of the text. */
  readPdf(): Promise<Result<Blob>>;
  retry(): void;
}

/** Reads the letter of a signed report in a language. */
export function useLetter(api: LetterApi, reportId: string, language: ReportLanguage): LetterRead {
  const [text, setText] = useState<LetterText>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): a retry reads again
  useEffect(() => {
    const controller = new AbortController();
    setText({ state: 'loading' });
    void api
      .call(routes.getReportLetterText, { params: { id: reportId }, query: { language } })
      .then((read) => {
        if (controller.signal.aborted) return;
        if (read.ok) setText({ state: 'ready', letter: read.value });
        else setText({ state: 'failed', problem: read.problem });
      });
    return () => controller.abort();
  }, [api, reportId, language, attempt]);
  const readPdf = useCallback(async (): Promise<Result<Blob>> => {
    const read = await api.download(`/reports/${reportId}/letter?language=${language}`);
    return read.ok ? ok(new Blob([read.value], { type: 'application/pdf' })) : read;
  }, [api, reportId, language]);
  return { text, readPdf, retry: () => setAttempt((before) => before + 1) };
}
