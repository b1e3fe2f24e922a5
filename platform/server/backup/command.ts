import { dirname, join, resolve } from 'node:path';
import { jsonLogger, messageOf, type Problem, type Result } from '#foundation';
import type { Site } from '../site/site.ts';
import { printFailure } from '../supervisor/start-output.ts';
import { type Progress, terminalProgress } from './progress.ts';

/** 128 + SIGINT, the exit code that shells use for an interrupted program. */
const INTERRUPTED = 130;

/** Logs errors only, because the command writes its own output to the terminal. */
export const commandLogger = jsonLogger('backup', (line) => {
  if (line.includes('"level":"error"')) process.stderr.write(`${line}\n`);
});

/**
 * Runs an admin command: progress and errors on standard error, the result on standard output.
 * SIGINT (Ctrl+C) and SIGTERM abort the signal of `progress`; `afterInterrupt` then describes what
 * remains.
 */
export async function runCommand(
  work: (progress: Progress) => Promise<Result<string>>,
  afterInterrupt: string,
): Promise<never> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    const done = await work(terminalProgress(stop.signal));
    if (done.ok) {
      process.stdout.write(`${done.value}\n`);
      process.exit(0);
    }
    exitWithProblem(done.problem);
  } catch (thrown) {
    if (stop.signal.aborted) {
      process.stderr.write(`\nInterrupted. ${afterInterrupt}\n`);
      process.exit(INTERRUPTED);
    }
    process.stderr.write(`\nThe command failed: ${messageOf(thrown)}\n`);
  }
  process.exit(1);
}

function exitWithProblem(problem: Problem): never {
  printFailure(problem);
  process.exit(1);
}

/** Returns the folder of the stored files; null when the site stores them in a bucket. */
export function storeFolder({ config, file }: Site, dataFolder: string): string | null {
  const { storage } = config;
  if (storage.kind !== 'folder') return null;
  return storage.folder === undefined
    ? join(dataFolder, 'files')
    : resolve(dirname(file), storage.folder);
}

/** Formats a byte count with a decimal unit. */
export function formatBytes(count: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = count < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(count) / 3));
  return `${step === 0 ? count : (count / 1000 ** step).toFixed(1)} ${units[step]}`;
}
