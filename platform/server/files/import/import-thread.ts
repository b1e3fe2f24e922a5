import { parentPort, workerData } from 'node:worker_threads';
import type { EnteredOrientation } from '#volume';
import { parseImport } from './parse-import.ts';

/** Input of the thread. */
export interface ImportTask {
  readonly bytes: Uint8Array;
  readonly orientation: EnteredOrientation;
}

const { bytes, orientation } = workerData as ImportTask;
const parsed = await parseImport(bytes, orientation);
// Transfers the buffers of the parsed files instead of copying them.
const transferred = parsed.ok ? new Set(parsed.value.map((file) => file.bytes.buffer)) : [];
parentPort?.postMessage(parsed, [...transferred] as ArrayBuffer[]);
