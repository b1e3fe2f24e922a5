/**
 * Loaded before the server when the desktop starts it. A closed channel means that the window was
 * closed, or that the desktop was killed: the server then stops as it does on SIGTERM, its database
 * and services with it. Windows has no signals between processes, so this is the only way there.
 */
const STOP_WITHIN_MS = 25_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  const isHeard = process.emit('SIGTERM', 'SIGTERM');
  if (!isHeard) process.exit(1);
});
// It must not keep alive a server that could not start.
process.channel?.unref();
