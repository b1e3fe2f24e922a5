import { type ChildProcess, fork } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { fail, type Logger, type Problem, type Result } from '#foundation';
import type { EnteredOrientation } from '#volume';
import { killGroupOf } from '../../processes/end-process-group.ts';
import { minimalEnvironment } from '../../processes/minimal-environment.ts';
import type { ImportLimits } from './import-limits.ts';
import { type ImportInit, OUT_OF_MEMORY_EXIT_CODE, OUTPUT_STREAM } from './import-message.ts';
import { importStopped, outOfMemory, stoppedReading, tooSlow } from './import-problems.ts';
import { type BrokenOutput, readMessages, type StoreFile } from './read-messages.ts';

/** Module that parses one file in a separate process. */
const ENTRY = fileURLToPath(new URL('./import-process.ts', import.meta.url));

/**
 * Ends of a process without memory: its own limit and the system send SIGKILL, the JavaScript
 * engine SIGABRT. Other ends by SIGKILL are those that this module requests.
 */
const MEMORY_ENDS: readonly string[] = ['SIGKILL', 'SIGABRT', String(OUT_OF_MEMORY_EXIT_CODE)];

export interface ImportRun {
  readonly bytes: Uint8Array;
  readonly orientation: EnteredOrientation;
  readonly limits: ImportLimits;
  /** Aborted when the caller disconnects or the server stops. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly store: StoreFile;
  /** Module of the process; tests replace it. */
  readonly entry?: string;
}

/**
 * Parses a file to import in a separate process, so that a file that crashes, blocks or exhausts
 * the parser affects nothing else, and stores the resulting files. Nothing is written to disk
 * except by `store`. Resolves after the process has ended.
 */
export async function runImport(run: ImportRun): Promise<Result<void>> {
  const { limits, signal, logger } = run;
  if (signal.aborted) return fail(importStopped());
  const child = forkImport(run.entry ?? ENTRY);
  const ended = endOf(child);
  let reason: Problem | null = null;
  const stop = (problem: Problem): void => {
    reason ??= problem;
    killGroupOf(child);
  };
  const onAbort = (): void => stop(importStopped());
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(() => stop(tooSlow(limits)), limits.milliseconds);
  try {
    sendInput(child, run);
    const outcome = await readOutput(child, run);
    if (typeof outcome !== 'string') return reason === null ? outcome : fail(reason);
    if (outcome === 'invalid') stop(stoppedReading());
    const end = await ended;
    const problem = reason ?? problemOfEnd(end, limits);
    logger.log('warn', 'An import ended without a result', { code: problem.code, end });
    return fail(problem);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    killGroupOf(child);
    await ended;
  }
}

function forkImport(entry: string): ChildProcess {
  return fork(entry, [], {
    env: minimalEnvironment(),
    // Creates a process group, which is killed as a whole.
    detached: true,
    execArgv: [],
    // Input, standard output and error to the log, messages, and the output of the import.
    stdio: ['pipe', 2, 2, 'ipc', 'pipe'],
  });
}

function sendInput(child: ChildProcess, { bytes, orientation, limits }: ImportRun): void {
  const init: ImportInit = { orientation, limits, byteLength: bytes.byteLength };
  // A process that ends before it has read everything is handled by its end.
  child.send(init, () => undefined);
  const input: Writable | null = child.stdin;
  input?.on('error', () => undefined);
  input?.end(bytes);
}

async function readOutput(
  child: ChildProcess,
  { limits, store }: ImportRun,
): Promise<Result<void> | BrokenOutput> {
  const output = child.stdio[OUTPUT_STREAM];
  if (!(output instanceof Readable)) return 'ended early';
  // The reader sees an error of the stream as its end; this listener gets later ones.
  output.on('error', () => undefined);
  try {
    return await readMessages(output, limits.memoryBytes, store);
  } finally {
    output.destroy();
  }
}

/** Resolves with the signal or exit code of a process, 'not started' if it could not be started. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? String(code)));
    child.on('error', () => {
      if (child.pid === undefined) resolve('not started');
    });
  });
}

const problemOfEnd = (end: string, limits: ImportLimits): Problem =>
  MEMORY_ENDS.includes(end) ? outOfMemory(limits) : stoppedReading();
