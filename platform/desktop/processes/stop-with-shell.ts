/**
 * Preloaded into the server by the desktop. A closed channel means that the window was closed or
 * the desktop was killed: the server then stops as on SIGTERM, with its database and services. On
 * Windows, which has no signals between processes, this is the only way.
 */
const STOP_TIMEOUT_MS = 25_000;

// Ignores write errors while stopping, because the reader of the output may have ended.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EPIPE') throw thrown;
  });
}

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  const isHandled = process.emit('SIGTERM', 'SIGTERM');
  if (!isHandled) process.exit(1);
});
// Lets a server that failed to start exit despite the open channel.
process.channel?.unref();
