/**
 * Loaded before the server when the desktop starts it. A closed channel means that the window was
 * closed, or that the desktop was killed: the server then stops as it does on SIGTERM, its database
 * and services with it. Windows has no signals between processes, so this is the only way there.
 */
const STOP_TIMEOUT_MS = 25_000;

// Nobody reads any more what the server says while it stops; that must not end it half way.
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
// It must not keep alive a server that could not start.
process.channel?.unref();
