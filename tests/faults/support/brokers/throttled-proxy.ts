import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a line is like. */
export interface ProxyOptions {
  /** In each direction, shared by all connections. */
  readonly bitsPerSecond: number;
  /** A byte takes half of it in each direction. */
  readonly roundTripMs: number;
  /**
   * How many times everything on it is reset, once in each equal part of `resetsWithinBytes` from
   * the sender. The seed says where, and how much later than that byte, up to a round trip: the
   * line breaks within a chunk, and while its answer is on the way.
   */
  readonly resets: number;
  readonly resetsWithinBytes: number;
  readonly seed: number;
}

/** A line to a port of this machine. Bytes that are on it when it breaks are lost, as on a real one. */
export interface ThrottledProxy extends AsyncDisposable {
  readonly port: number;
  /** Bytes that came from the sender, heads of the calls and all. */
  carried(): number;
  /** How often it broke so far. */
  resetCount(): number;
}

/** As much as one packet of Ethernet carries. */
const PACKET_BYTES = 1460;
/** What a lane that was idle may send at once: timers wake no more exactly than this. */
const BURST_MS = 10;

/** One direction: a bucket that fills with so many bytes a millisecond. */
class Throttle {
  readonly #bytesPerMs: number;
  #freeAtMs = 0;

  constructor(bitsPerSecond: number) {
    this.#bytesPerMs = bitsPerSecond / 8 / 1000;
  }

  /** Resolves when the bytes have left. */
  async take(bytes: number): Promise<void> {
    const now = performance.now();
    this.#freeAtMs = Math.max(this.#freeAtMs, now - BURST_MS) + bytes / this.#bytesPerMs;
    if (this.#freeAtMs > now) await sleep(this.#freeAtMs - now);
  }
}

export async function startThrottledProxy(
  toPort: number,
  options: ProxyOptions,
): Promise<ThrottledProxy> {
  const up = new Throttle(options.bitsPerSecond);
  const down = new Throttle(options.bitsPerSecond);
  const delayMs = options.roundTripMs / 2;
  const ends = new Set<Socket>();
  const moments = momentsOf(options);
  let carried = 0;
  let resetCount = 0;
  const resetConnections = (): void => {
    resetCount += 1;
    for (const end of ends) end.resetAndDestroy();
    ends.clear();
  };
  const count = (bytes: number): void => {
    carried += bytes;
    const [next] = moments;
    if (next === undefined || carried < next.atByte) return;
    moments.shift();
    setTimeout(resetConnections, next.extraDelayMs);
  };
  const server = createServer((from) => {
    const to = connect(toPort, '127.0.0.1');
    for (const end of [from, to]) {
      ends.add(end);
      // The line alone says how long a packet takes.
      end.setNoDelay(true);
      end.on('error', () => undefined);
      end.once('close', () => ends.delete(end));
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
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Takes bytes as fast as the lane lets them leave, and hands them over `delayMs` later. */
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
      for (let at = 0; at < chunk.byteLength; at += PACKET_BYTES) {
        const packet = chunk.subarray(at, at + PACKET_BYTES);
        await throttle.take(packet.byteLength);
        count(packet.byteLength);
        schedule(() => to.write(packet));
      }
    }
    schedule(() => to.end());
  } catch {
    // The line broke, or one of the two hung up: so does the other.
    to.destroy();
  }
}

/** From 0 up to 1, the same for the same words. */
function drawn(...inputs: readonly (string | number)[]): number {
  return createHash('sha256').update(inputs.join(' ')).digest().readUInt32BE() / 2 ** 32;
}

function momentsOf({ resets, resetsWithinBytes, seed, roundTripMs }: ProxyOptions) {
  const bytesPerReset = resetsWithinBytes / resets;
  return Array.from({ length: resets }, (_, nth) => ({
    atByte: Math.floor((nth + drawn(seed, 'byte', nth)) * bytesPerReset),
    extraDelayMs: drawn(seed, 'later', nth) * roundTripMs,
  }));
}
