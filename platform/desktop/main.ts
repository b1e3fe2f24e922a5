import { readArguments } from './environment/read-arguments.ts';
import { registerLinkHandler, unregisterLinkHandler } from './links/link-handler.ts';
import { runDesktop } from './run-desktop.ts';

/** 128 + SIGINT, the exit code of an interrupted program in shells. */
const INTERRUPTED = 130;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/**
 * Aborts on the first signal for an orderly shutdown and exits at once on the second; child
 * processes then stop, because their channel to this process closes.
 */
function endOnSignals(): AbortSignal {
  const end = new AbortController();
  const onSignal = (): void => {
    if (end.signal.aborted) process.exit(INTERRUPTED);
    end.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return end.signal;
}

function run(args: readonly string[]) {
  const invocation = readArguments(args);
  if (invocation.ok && invocation.value.kind === 'register')
    return registerLinkHandler(process.env, print);
  if (invocation.ok && invocation.value.kind === 'unregister')
    return unregisterLinkHandler(process.env, print);
  return runDesktop({ env: process.env, args, signal: endOnSignals(), print });
}

const done = await run(process.argv.slice(2));
if (!done.ok) {
  const { title, code, detail, next } = done.problem;
  process.stderr.write(`\n${title} (${code})\n${detail}\n${next}\n`);
} else if (done.value !== null) process.stderr.write(`${done.value}\n`);
process.exit(done.ok && done.value === null ? 0 : 1);
