import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { MODEL_PROCESS_ENTRY, MODEL_STOP_TIMEOUT_MS, type ModelInit } from './model-init.ts';

/** End of one attempt. `answer` is unchecked. */
export type ModelEnd =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'too slow' }
  | { readonly kind: 'left' };

/**
 * Environment variables that the model's process inherits, because programs and libraries need
 * them. Other variables may contain secrets of the site.
 */
const INHERITED = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TZ',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'CUDA_VISIBLE_DEVICES',
  'OMP_NUM_THREADS',
  'SystemRoot',
  'USERPROFILE',
  'LOCALAPPDATA',
];

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
      killer = setTimeout(() => killGroup(child), MODEL_STOP_TIMEOUT_MS);
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
      killer ??= setTimeout(() => killGroup(child), MODEL_STOP_TIMEOUT_MS);
    });
    child.once('exit', () => killGroup(child));
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
  const cache = getCompileCacheDir();
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return fork(MODEL_PROCESS_ENTRY, [], {
    cwd: folder,
    env: {
      ...Object.fromEntries(inherited),
      ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
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

/** Kills the process group, so that nothing started by the model remains; usually already empty. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has already ended, or the system has no groups (Windows).
    child.kill('SIGKILL');
  }
}
