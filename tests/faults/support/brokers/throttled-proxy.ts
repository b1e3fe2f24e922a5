import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProxyOptions {
  /** Rate of each direction, shared by all connections. */
  readonly bitsPerSecond: number;
  /** Half of the round trip delays each direction. */
  readonly roundTripMs: number;
  /**
   * Number of resets of all connections, one in each equal part of `resetsWithinBytes` sent bytes.
   * The seed determines the byte and an additional delay of up to a round trip, so that resets
   * occur within a chunk and while its response is in flight.
   */
  readonly resets: number;
  readonly resetsWithinBytes: number;
  readonly seed: number;
}

/** Proxy to a local port. A reset loses the bytes in flight, as on a real connection. */
export interface ThrottledProxy extends AsyncDisposable {
  readonly port: number;
  /** Bytes received from the sender, including request headers. */
  carried(): number;
  resetCount(): number;
}

/** Payload of one Ethernet packet. */
const PACKET_BYTES = 1460;
/** Burst allowed after idle time, because timers are not more precise. */
const BURST_MS = 10;

/** Limits the rate of one direction. */
class Throttle {
  readonly #bytesPerMs: number;
  #freeAtMs = 0;

  constructor(bitsPerSecond: number) {
    this.#bytesPerMs = bitsPerSecond / 8 / 1000;
  }

  /** Waits until the bytes have been sent. */
  async take(bytes: number): Promise<void> {
    const nowMs = performance.now();
    this.#freeAtMs = Math.max(this.#freeAtMs, nowMs - BURST_MS) + bytes / this.#bytesPerMs;
    if (this.#freeAtMs > nowMs) await sleep(this.#freeAtMs - nowMs);
  }
}

export async function startThrottledProxy(
  toPort: number,
  options: ProxyOptions,
): Promise<ThrottledProxy> {
  const up = new Throttle(options.bitsPerSecond);
  const down = new Throttle(options.bitsPerSecond);
  const delayMs = options.roundTripMs / 2;
  const sockets = new Set<Socket>();
  const resets = planResets(options);
  let carried = 0;
  let resetCount = 0;
  const resetConnections = (): void => {
    resetCount += 1;
    for (const socket of sockets) socket.resetAndDestroy();
    sockets.clear();
  };
  const count = (bytes: number): void => {
    carried += bytes;
    const [nextReset] = resets;
    if (nextReset === undefined || carried < nextReset.atByte) return;
    resets.shift();
    setTimeout(resetConnections, nextReset.extraDelayMs);
  };
  const server = createServer((from) => {
    const to = connect(toPort, '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      // Only the throttle determines the delay of a packet.
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    void forward(from, to, up, delayMs, count);
    void forward(to, from, down, delayMs, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    carried: () => carried,
    resetCount: () => resetCount,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Forwards bytes at the rate of the throttle and delivers them `delayMs` later. */
async function forward(
  from: Socket,
  to: Socket,
  throttle: Throttle,
  delayMs: number,
  count: (bytes: number) => void,
): Promise<void> {
  let arriving: Promise<void> = Promise.resolve();
  const schedule = (deliver: () => void): void => {
    const atMs = performance.now() + delayMs;
    arriving = arriving.then(async () => {
      await sleep(Math.max(0, atMs - performance.now()));
      if (to.writable) deliver();
    });
  };
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let offset = 0; offset < chunk.byteLength; offset += PACKET_BYTES) {
        const packet = chunk.subarray(offset, offset + PACKET_BYTES);
        await throttle.take(packet.byteLength);
        count(packet.byteLength);
        schedule(() => to.write(packet));
      }
    }
    schedule(() => to.end());
  } catch {
    // Either end failed or disconnected: closes the other end.
    to.destroy();
  }
}

/**
 * Returns a pseudo-random number from 0 (inclusive) to 1 (exclusive) that depends only on the
 * inputs.
 */
function pseudoRandom(...inputs: readonly (string | number)[]): number {
  return createHash('sha256').update(inputs.join(' ')).digest().readUInt32BE() / 2 ** 32;
}

function planResets({ resets, resetsWithinBytes, seed, roundTripMs }: ProxyOptions) {
  const bytesPerReset = resetsWithinBytes / resets;
  return Array.from({ length: resets }, (_, nth) => ({
    atByte: Math.floor((nth + pseudoRandom(seed, 'byte', nth)) * bytesPerReset),
    extraDelayMs: pseudoRandom(seed, 'later', nth) * roundTripMs,
  }));
}
