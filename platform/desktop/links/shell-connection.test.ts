import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { silentLogger } from '#foundation';
import { ShellConnection } from './shell-connection.ts';
import { newShellIdentity } from './shell-identity.ts';

const connect = vi.fn();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  [0, 500],
  [1, 1_500],
])('reconnects after the time with jitter: random number %d, %d ms', (random, waitMs) => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(random);
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
    onDevMode: () => undefined,
    connectClient: connect,
  });
  // The wait is the same after each attempt, and does not grow.
  for (const attempt of [1, 2, 3]) {
    clients.at(-1)?.emit('close');
    vi.advanceTimersByTime(waitMs - 1);
    expect(clients).toHaveLength(attempt);
    vi.advanceTimersByTime(1);
    expect(clients).toHaveLength(attempt + 1);
  }
  connection.dispose();
});
