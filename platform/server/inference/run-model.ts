import { type ChildProcess, fork } from 'node:child_process';
import { killGroupOf } from '../processes/end-process-group.ts';
import { minimalEnvironment } from '../processes/minimal-environment.ts';
import { STOP_TIMEOUT_MS } from '../processes/watch-process.ts';
import { MODEL_PROCESS_ENTRY, type ModelInit } from './model-init.ts';

/** End of one attempt. `answer` is unchecked. */
export type ModelEnd =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'too slow' }
  | { readonly kind: 'left' };

/**
 * Runs a model once in a separate process. Resolves after the process and everything that it
 * started have ended; never rejects.
 * @param folder working directory and temporary folder of the process
 */
export async function runModel(
  init: ModelInit,
  folder: string,
  signal: AbortSignal,
): Promise<ModelEnd> {
  if (signal.aborted) return { kind: 'left' };
  const child = forkModel(folder);
  return new Promise((resolve) => {
    let end: ModelEnd | null = null;
    let killer: NodeJS.Timeout | undefined;
    const stop = (reasonToStop: ModelEnd): void => {
      if (end !== null) return;
      end = reasonToStop;
      child.kill('SIGTERM');
      killer = setTimeout(() => killGroupOf(child), STOP_TIMEOUT_MS);
    };
    const onAbort = (): void => stop({ kind: 'left' });
    const timer = setTimeout(() => stop({ kind: 'too slow' }), init.limits.milliseconds);
    signal.addEventListener('abort', onAbort);
    const finish = (reason: string): void => {
      clearTimeout(timer);
      clearTimeout(killer);
      signal.removeEventListener('abort', onAbort);
      resolve(end ?? { kind: 'failed', reason });
    };
    child.once('message', (message) => {
      end ??= endOf(message);
      // The process exits by itself after its message; otherwise it is killed after the timeout.
      killer ??= setTimeout(() => killGroupOf(child), STOP_TIMEOUT_MS);
    });
    child.once('exit', () => killGroupOf(child));
    // `close` follows the exit and the last message.
    child.once('close', (code, signalName) =>
      finish(`Its process ended with ${signalName ?? code}`),
    );
    child.on('error', (thrown) => {
      if (child.pid === undefined) finish(`Its process could not be started: ${thrown.message}`);
    });
    // A process that ends before reading the message is handled by its exit.
    child.send(init, () => undefined);
  });
}

function forkModel(folder: string): ChildProcess {
  return fork(MODEL_PROCESS_ENTRY, [], {
    cwd: folder,
    env: {
      ...minimalEnvironment(),
      TMPDIR: folder,
      TEMP: folder,
      TMP: folder,
    },
    // Creates a process group, which is killed as a whole.
    detached: true,
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
}

function endOf(message: unknown): ModelEnd {
  if (typeof message === 'object' && message !== null && 'kind' in message) {
    if (message.kind === 'answer' && 'answer' in message) {
      return { kind: 'answer', answer: message.answer };
    }
    if (message.kind === 'threw' && 'reason' in message) {
      return { kind: 'failed', reason: String(message.reason) };
    }
  }
  return { kind: 'failed', reason: 'The model returned an invalid result' };
}
