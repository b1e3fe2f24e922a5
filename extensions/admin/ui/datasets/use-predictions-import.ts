import { useEffect, useRef, useState } from 'react';
import { routes } from '#contracts';
import type { CallProblem } from '#core';
import { formatBytes } from '../../model/format.ts';
import {
  type PredictedScan,
  type PredictionsFile,
  readPredictions,
  reasonsOf,
} from '../../model/predictions-file.ts';
import { predictionTexts } from '../../texts/dataset-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';

/** Largest file in bytes, because the page holds all of it. */
const MAX_FILE_BYTES = 200_000_000;

/** Outcome of one scan: the number of stored findings, or the reasons for the rejection. */
export type ScanOutcome =
  | { readonly name: string; readonly findingCount: number }
  | { readonly name: string; readonly reasons: readonly string[] };

export interface LoadedFile {
  readonly name: string;
  readonly content: PredictionsFile;
}

/** Reads a file with predictions; `errors` are the reasons why the file as a whole is unusable. */
function usePredictionsFile() {
  const [file, setFile] = useState<LoadedFile | null>(null);
  const [reading, setReading] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const reads = useRef(0);
  const load = async (picked: File): Promise<void> => {
    const read = ++reads.current;
    setErrors([]);
    setReading(true);
    const result = await readFile(picked);
    // Another file was chosen meanwhile.
    if (read !== reads.current) return;
    setReading(false);
    if ('file' in result) setFile({ name: picked.name, content: result.file });
    else setErrors(result.errors);
  };
  return { file, reading, errors, load, clear: () => setFile(null) };
}

async function readFile(file: File): Promise<ReturnType<typeof readPredictions>> {
  const { tooLarge, unreadable } = predictionTexts.errors;
  if (file.size > MAX_FILE_BYTES) return { errors: [tooLarge(formatBytes(MAX_FILE_BYTES))] };
  try {
    return readPredictions(await file.text());
  } catch {
    // Deleted or changed on the disk since it was chosen.
    return { errors: [unreadable] };
  }
}

/**
 * Imports the scans of a file one after the other, so that a rejected scan does not keep the others
 * out. An error that is not about a scan ends the import; `start` then continues with the rest.
 */
export function usePredictionsImport() {
  const { api } = useAdmin();
  const { file, reading, errors, load, clear } = usePredictionsFile();
  const [outcomes, setOutcomes] = useState<readonly ScanOutcome[]>([]);
  const [problem, setProblem] = useState<CallProblem | null>(null);
  const [stopper, setStopper] = useState<AbortController | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const importScan = async ({ name, body, reasons }: PredictedScan) => {
    if (body === null) return { name, reasons };
    const response = await api.call(routes.importPredictions, { body });
    if (response.ok) {
      const [stored] = response.value.scans;
      return { name, findingCount: stored?.findingCount ?? 0 };
    }
    const { problem: rejection } = response;
    if (rejection.fields.length > 0) return { name, reasons: reasonsOf(rejection.fields) };
    // 404 and 409 are about this scan, such as one that was deleted meanwhile.
    return rejection.status === 404 || rejection.status === 409 || rejection.status === 413
      ? { name, reasons: [rejection.title] }
      : rejection;
  };
  const start = async (): Promise<void> => {
    if (file === null || running.current !== null) return;
    const stop = new AbortController();
    running.current = stop;
    setStopper(stop);
    setProblem(null);
    for (const scan of file.content.scans.slice(outcomes.length)) {
      const outcome = await importScan(scan);
      if ('code' in outcome) {
        setProblem(outcome);
        break;
      }
      setOutcomes((before) => [...before, outcome]);
      if (stop.signal.aborted) break;
    }
    running.current = null;
    setStopper(null);
  };
  return {
    file,
    reading,
    errors,
    outcomes,
    problem,
    running: stopper !== null,
    load,
    start,
    stop: () => stopper?.abort(),
    clear(): void {
      clear();
      setOutcomes([]);
      setProblem(null);
    },
  };
}
