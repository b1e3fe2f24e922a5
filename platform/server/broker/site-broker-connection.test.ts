import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { connectionConfigSchema } from '#contracts';
import { silentLogger } from '#foundation';
import { SiteBrokerConnection } from './site-broker-connection.ts';

const connect = vi.fn();

afterEach(() => vi.restoreAllMocks());

/** Connects with the settings of a site and the jitter of a random number. */
function open(settings: object, random: number): void {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  connect.mockReturnValue(Object.assign(new EventEmitter(), { end: () => undefined }));
  const access = {
    url: 'mqtt://localhost',
    username: 'server',
    password: 'secret',
    connection: connectionConfigSchema.parse(settings),
  };
  new SiteBrokerConnection(access, silentLogger, () => undefined, connect).dispose();
}

it.each([
  [0, 2_000],
  [1, 6_000],
])('uses the settings of the site, with jitter: random number %d, %d ms', (random, ms) => {
  open({ reconnectMs: 4_000, keepaliveSeconds: 20, connectTimeoutMs: 5_000 }, random);
  expect(connect).toHaveBeenLastCalledWith(
    'mqtt://localhost',
    expect.objectContaining({
      reconnectPeriod: ms,
      keepalive: 20,
      connectTimeout: 5_000,
      protocolVersion: 5,
    }),
  );
});

it('uses the defaults of the specification without settings', () => {
  open({}, 0.5);
  expect(connect).toHaveBeenLastCalledWith(
    'mqtt://localhost',
    expect.objectContaining({ reconnectPeriod: 1_000, keepalive: 60, connectTimeout: 30_000 }),
  );
});
