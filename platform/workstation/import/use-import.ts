import { useEffect, useRef, useState } from 'react';
import { type FileAxis, routes, type Scan, type ScanSide } from '#contracts';
import { isAborted } from '#core';
import type { Problem } from '#foundation';
import { useApplication } from '../application/application-context.ts';

export interface ImportRequest {
  readonly patientId: string;
  /** Study that receives the scan; null lets the server create a study for the patient. */
  readonly studyId: string | null;
  readonly file: File;
  readonly laterality: ScanSide;
  readonly depthAxis: FileAxis;
  readonly headAxis: FileAxis;
}

export type ImportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly sent: number; readonly total: number }
  /** All bytes are sent; the server reads the file. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Runs a single import with progress and cancel; unmounting cancels. */
export function useImport(onImported: (scan: Scan) => void): {
  readonly state: ImportState;
  send(request: ImportRequest): Promise<void>;
  cancel(): void;
} {
  const { api } = useApplication().services;
  const [state, setState] = useState<ImportState>({ kind: 'idle' });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  async function send(request: ImportRequest): Promise<void> {
    const controller = new AbortController();
    abort.current = controller;
    const total = request.file.size;
    setState({ kind: 'sending', sent: 0, total });
    const { studyId, patientId } = request;
    const response = await api.call(routes.importFromFiles, {
      query: {
        // Lets the server create the study with the scan, so that a rejected file leaves no study.
        ...(studyId === null ? { patientId } : { studyId }),
        laterality: request.laterality,
        depthAxis: request.depthAxis,
        headAxis: request.headAxis,
      },
      file: { name: request.file.name, bytes: request.file },
      signal: controller.signal,
      onUploadProgress: (sent, all) => {
        if (controller.signal.aborted) return;
        setState(sent >= all ? { kind: 'reading' } : { kind: 'sending', sent, total: all });
      },
    });
    if (!response.ok) return ended(controller, response.problem);
    setState({ kind: 'idle' });
    onImported(response.value);
  }

  function ended(controller: AbortController, problem: Problem): void {
    const cancelled = controller.signal.aborted || isAborted(problem);
    setState(cancelled ? { kind: 'idle' } : { kind: 'failed', problem });
  }

  return { state, send, cancel: () => abort.current?.abort() };
}
