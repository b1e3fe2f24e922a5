import { useEffect, useRef, useState } from 'react';
import { routes, type Scan, type ScanSide } from '#contracts';
import { type CallProblem, isAborted } from '#core';
import type { FileAxes } from '#volume';
import { useApplication } from '../application/application-context.ts';

/** File to import, and how its data lie in the patient. */
export interface ImportRequest {
  readonly patientId: string;
  /** Study that receives the scan; null lets the server create a study for the patient. */
  readonly studyId: string | null;
  readonly file: File;
  readonly laterality: ScanSide;
  /** Null where the header of the file decides, or the file has no axes. */
  readonly axes: FileAxes | null;
  /** True if the axes count although the header states others. */
  readonly overridesHeader: boolean;
  /** Day and time of the examination; empty if unknown. */
  readonly examined: { readonly examinedOn?: string; readonly examinedTime?: string };
}

/** Progress of an import. */
export type ImportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly sentBytes: number; readonly totalBytes: number }
  /** All bytes are sent; the server reads the file. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly problem: CallProblem };

/** Error types of files that can't be imported, whatever is entered beside them. */
const FILE_ERROR_TYPES: readonly (string | null)[] = ['UnreadableFile', 'UnsupportedFile'];

/** True if the server rejected the file itself. */
export function isFileRejected(state: ImportState): boolean {
  return state.kind === 'failed' && FILE_ERROR_TYPES.includes(state.problem.errorType);
}

/** Runs a single import with progress and cancel; unmounting cancels. */
export function useImport(onImported: (scan: Scan) => void): {
  readonly state: ImportState;
  /** Returns why the import failed; null after success or a cancel. */
  send(request: ImportRequest): Promise<CallProblem | null>;
  cancel(): void;
  /** Removes the problem of the last import, which belongs to its file. */
  reset(): void;
} {
  const { api } = useApplication().services;
  const [state, setState] = useState<ImportState>({ kind: 'idle' });
  const currentController = useRef<AbortController | null>(null);
  useEffect(() => () => currentController.current?.abort(), []);

  async function send(request: ImportRequest): Promise<CallProblem | null> {
    const controller = new AbortController();
    currentController.current = controller;
    setState({ kind: 'sending', sentBytes: 0, totalBytes: request.file.size });
    const { studyId, patientId } = request;
    const response = await api.call(routes.importFromFiles, {
      query: {
        // Lets the server create the study with the scan, so that a rejected file leaves no study.
        ...(studyId === null ? { patientId } : { studyId }),
        laterality: request.laterality,
        ...request.examined,
        ...request.axes,
        ...(request.overridesHeader ? { overridesHeader: 'true' } : {}),
      },
      file: { name: request.file.name, bytes: request.file },
      signal: controller.signal,
      onUploadProgress: (sentBytes, totalBytes) => {
        if (controller.signal.aborted) return;
        if (sentBytes >= totalBytes) setState({ kind: 'reading' });
        else setState({ kind: 'sending', sentBytes, totalBytes });
      },
    });
    if (!response.ok) return endWithProblem(controller, response.problem);
    setState({ kind: 'idle' });
    onImported(response.value);
    return null;
  }

  function endWithProblem(controller: AbortController, problem: CallProblem): CallProblem | null {
    const cancelled = controller.signal.aborted || isAborted(problem);
    setState(cancelled ? { kind: 'idle' } : { kind: 'failed', problem });
    return cancelled ? null : problem;
  }

  return {
    state,
    send,
    cancel: () => currentController.current?.abort(),
    reset: () => setState({ kind: 'idle' }),
  };
}
