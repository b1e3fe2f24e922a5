import { connect, createServer, type Server, type Socket } from 'node:net';

/** Relays connections to a server; can be stopped and restarted on the same address. */
export interface Relay {
  readonly url: string;
  /** Closes all connections and the listener. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Relays connections to `target`, an `http://host:port`. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port: targetPort } = new URL(target);
  const open = new Set<Socket>();
  let server: Server | null = null;
  let port = 0;

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const next = createServer((from) => {
        const to = connect(Number(targetPort), hostname);
        for (const socket of [from, to]) {
          open.add(socket);
          socket.on('close', () => open.delete(socket));
        }
        // Either end can fail at any time; the other end is closed with it.
        from.on('error', () => to.destroy());
        to.on('error', () => from.destroy());
        from.pipe(to);
        to.pipe(from);
      });
      next.once('error', reject);
      next.listen(port, '127.0.0.1', () => {
        const address = next.address();
        port = typeof address === 'object' && address !== null ? address.port : port;
        server = next;
        resolve();
      });
    });

  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      const ending = server;
      server = null;
      if (ending === null) return resolve();
      ending.close(() => resolve());
      for (const socket of open) socket.destroy();
    });

  await start();
  return { url: `http://127.0.0.1:${port}`, start, stop };
}
