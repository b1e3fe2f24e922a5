/**
 * Preloaded by the desktop into the server and the scan services. A closed channel means that the
 * window was closed or the desktop was killed: the process then stops as on SIGTERM, the server with
 * its database and services. Windows has no signals between processes, so that no other way exists.
 */

/** Time in ms for an orderly stop before the process exits with an error. */
const FORCED_EXIT_MS = 25_000;

// Ignores write errors while stopping, because the reader of the output may have ended.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EPIPE') throw thrown;
  });
}

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref();
  const isHandled = process.emit('SIGTERM', 'SIGTERM');
  if (!isHandled) process.exit(1);
});
// Lets a process that failed to start exit despite the open channel.
process.channel?.unref();
