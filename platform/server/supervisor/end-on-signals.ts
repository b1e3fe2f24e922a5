import type { Logger } from '#foundation';

/** 128 + SIGINT, what shells give to an interrupted program. */
const INTERRUPTED = 130;
/** How often it is looked whether the package manager that started this still lives. */
const POLL_INTERVAL_MS = 500;

/**
 * The first SIGINT or SIGTERM stops everything in order and ends with 0; one that comes before the
 * start is complete waits for it. The second ends at once. A package manager that is ended hands the signal
 * to its shell alone: a server that has lost it stops as by SIGTERM.
 */
export function endOnSignals(logger: Logger): { stopWith(stop: () => Promise<void>): void } {
  let stop: (() => Promise<void>) | null = null;
  let isStopping = false;
  const stopNow = (run: () => Promise<void>): void => {
    void run().then(() => {
      logger.log('info', 'Stopped');
      process.exit(0);
    });
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(INTERRUPTED);
    isStopping = true;
    logger.log('info', 'Stopping', { signal });
    if (stop !== null) stopNow(stop);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  if (process.env.npm_lifecycle_event !== undefined) {
    const launcher = process.ppid;
    setInterval(
      () => process.ppid === launcher || isStopping || onSignal('SIGTERM'),
      POLL_INTERVAL_MS,
    ).unref();
  }
  return {
    stopWith(run) {
      stop = run;
      if (isStopping) stopNow(run);
    },
  };
}
