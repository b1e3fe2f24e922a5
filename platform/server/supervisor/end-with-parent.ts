/**
 * Grace period of a child process after the loss of its supervisor (kill -9); the process exits
 * afterwards. Preloaded into every child, so that no process outlives the server.
 */
const GRACE_MS = 5_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
});
// This listener must not keep a finished module running.
process.channel?.unref();
