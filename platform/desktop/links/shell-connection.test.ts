import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { connectionConfigSchema } from '#contracts';
import { silentLogger } from '#foundation';
import { ShellConnection } from './shell-connection.ts';
import { newShellIdentity } from './shell-identity.ts';

const connect = vi.fn();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Connects with the settings of a site and returns the connection and its clients so far. */
function open(settings: object) {
  const clients: EventEmitter[] = [];
  connect.mockImplementation(() => {
    const client = Object.assign(new EventEmitter(), { end: () => undefined });
    clients.push(client);
    return client;
  });
  const connection = new ShellConnection({
    base: 'http://localhost/',
    identity: newShellIdentity(),
    log: silentLogger,
    settings: connectionConfigSchema.parse(settings),
    onDevMode: () => undefined,
    connectClient: connect,
  });
  return { connection, clients };
}

it.each([
  ['the default time', {}, 0, 500],
  ['the default time', {}, 1, 1_500],
  ['the time of the site', { reconnectMs: 4_000 }, 0, 2_000],
  ['the time of the site', { reconnectMs: 4_000 }, 1, 6_000],
])(
  'reconnects after %s with jitter: %j, random number %d, %d ms',
  (_name, settings, random, waitMs) => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const { connection, clients } = open(settings);
    // The wait is the same after each attempt, and does not grow.
    for (const attempt of [1, 2, 3]) {
      clients.at(-1)?.emit('close');
      vi.advanceTimersByTime(waitMs - 1);
      expect(clients).toHaveLength(attempt);
      vi.advanceTimersByTime(1);
      expect(clients).toHaveLength(attempt + 1);
    }
    connection.dispose();
  },
);

it('uses keepalive and timeout of the site, without a reconnect by the client', () => {
  open({ keepaliveSeconds: 20, connectTimeoutMs: 5_000 }).connection.dispose();
  expect(connect).toHaveBeenLastCalledWith(
    'ws://localhost/mqtt',
    expect.objectContaining({ keepalive: 20, connectTimeout: 5_000, reconnectPeriod: 0 }),
  );
});
