import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '#foundation';
import { killGroupOf } from '../processes/end-process-group.ts';
import { minimalEnvironment } from '../processes/minimal-environment.ts';
import { STOP_TIMEOUT_MS } from '../processes/watch-process.ts';
import { readAnswer, removeAnswer } from './answer-file.ts';
import { MODEL_FILES, MODEL_PROCESS_ENTRY, type ModelInit } from './model-init.ts';

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
  try {
    // An earlier attempt in the same folder may have left one.
    await removeAnswer(folder);
    await writeFile(join(folder, MODEL_FILES.init), JSON.stringify(init), { mode: 0o600 });
  } catch (thrown) {
    return { kind: 'failed', reason: `Its task could not be written: ${messageOf(thrown)}` };
  }
  const ended = await waitForEnd(spawnModel(folder), init.limits.milliseconds, signal);
  if (typeof ended !== 'string') return ended;
  const answer = await readAnswer(folder);
  if (typeof answer === 'string') return { kind: 'failed', reason: `${answer}. ${ended}` };
  return answer.kind === 'answer' ? answer : { kind: 'failed', reason: answer.reason };
}

/** Waits for the end of a process and returns how it ended as text, or why it was stopped. */
function waitForEnd(
  child: ChildProcess,
  milliseconds: number,
  signal: AbortSignal,
): Promise<string | ModelEnd> {
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
    const timer = setTimeout(() => stop({ kind: 'too slow' }), milliseconds);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    const finish = (reason: string): void => {
      clearTimeout(timer);
      clearTimeout(killer);
      signal.removeEventListener('abort', onAbort);
      resolve(end ?? reason);
    };
    child.once('exit', () => killGroupOf(child));
    child.once('close', (code, signalName) =>
      finish(`Its process ended with ${signalName ?? code}`),
    );
    child.on('error', (thrown) => {
      if (child.pid === undefined) finish(`Its process could not be started: ${thrown.message}`);
    });
  });
}

function spawnModel(folder: string): ChildProcess {
  return spawn(process.execPath, [MODEL_PROCESS_ENTRY], {
    cwd: folder,
    env: {
      ...minimalEnvironment(),
      TMPDIR: folder,
      TEMP: folder,
      TMP: folder,
    },
    // Creates a process group, which is killed as a whole.
    detached: true,
    // No channel of messages, because a model could fill the memory of the server by it.
    stdio: ['ignore', 2, 2],
  });
}
