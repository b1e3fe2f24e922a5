import { parentPort, workerData } from 'node:worker_threads';
import type { ImportOptions } from './imported-files.ts';
import { parseImport } from './parse-import.ts';

/** Input of the thread, which takes ownership of the bytes. */
export interface ImportTask {
  readonly bytes: Uint8Array;
  readonly options: ImportOptions;
}

const { bytes, options } = workerData as ImportTask;
const parsed = await parseImport(bytes, options);
const moved = parsed.ok ? new Set(parsed.value.map((file) => file.bytes.buffer)) : [];
parentPort?.postMessage(parsed, [...moved] as ArrayBuffer[]);
