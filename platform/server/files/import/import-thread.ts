import { parentPort, workerData } from 'node:worker_threads';
import type { ImportOptions } from './imported-files.ts';
import { parseImport } from './parse-import.ts';

/** Input of the thread. */
export interface ImportTask {
  readonly bytes: Uint8Array;
  readonly options: ImportOptions;
}

const { bytes, options } = workerData as ImportTask;
const parsed = await parseImport(bytes, options);
// Transfers the buffers of the parsed files instead of copying them.
const transferred = parsed.ok ? new Set(parsed.value.map((file) => file.bytes.buffer)) : [];
parentPort?.postMessage(parsed, [...transferred] as ArrayBuffer[]);
