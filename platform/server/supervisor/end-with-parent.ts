/**
 * Loaded before every child process: one that loses its supervisor (kill -9) gets five seconds to
 * end by itself, then ends. Nothing of the product outlives the process that people started.
 */
const GRACE_MS = 5_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
});
// A module that runs once and is done must not be kept alive by this listener.
process.channel?.unref();
