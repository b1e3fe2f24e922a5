import type { Logger } from '#foundation';

/** Exit code 128 + SIGINT, as shells report for an interrupted program. */
const INTERRUPTED = 130;
/** Interval of the check that the launching package manager is running. */
const POLL_INTERVAL_MS = 500;

/**
 * Stops everything in order on the first SIGINT or SIGTERM and exits with 0; a signal during
 * start-up takes effect after start-up. The second signal exits at once. Package managers forward a
 * signal only to their shell, so a server that has lost its launcher stops as on SIGTERM.
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
    setInterval(() => {
      if (process.ppid !== launcher && !isStopping) onSignal('SIGTERM');
    }, POLL_INTERVAL_MS).unref();
  }
  return {
    stopWith(run) {
      stop = run;
      if (isStopping) stopNow(run);
    },
  };
}
