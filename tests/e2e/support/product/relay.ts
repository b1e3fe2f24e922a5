import { connect, createServer, type Server, type Socket } from 'node:net';

/** Forwards connections to a server; can be stopped and restarted at the same address. */
export interface Relay {
  readonly url: string;
  /** Closes all connections and the listener. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a relay to `target`, an `http://host:port`. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port: targetPort } = new URL(target);
  const openSockets = new Set<Socket>();
  let server: Server | null = null;
  let port = 0;

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const newServer = createServer((from) => {
        const to = connect(Number(targetPort), hostname);
        for (const socket of [from, to]) {
          openSockets.add(socket);
          socket.on('close', () => openSockets.delete(socket));
        }
        // Either end can fail at any time; the other end is closed with it.
        from.on('error', () => to.destroy());
        to.on('error', () => from.destroy());
        from.pipe(to);
        to.pipe(from);
      });
      newServer.once('error', reject);
      newServer.listen(port, '127.0.0.1', () => {
        const address = newServer.address();
        port = typeof address === 'object' && address !== null ? address.port : port;
        server = newServer;
        resolve();
      });
    });

  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      const stoppedServer = server;
      server = null;
      if (stoppedServer === null) return resolve();
      stoppedServer.close(() => resolve());
      for (const socket of openSockets) socket.destroy();
    });

  await start();
  return { url: `http://127.0.0.1:${port}`, start, stop };
}
