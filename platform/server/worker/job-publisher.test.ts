import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { connectionConfigSchema } from '#contracts';
import { silentLogger } from '#foundation';
import { openJobPublisher } from './job-publisher.ts';

const connect = vi.fn();

afterEach(() => vi.restoreAllMocks());

it.each([
  [0, 1_000],
  [1, 3_000],
])('reconnects after the time of the site with jitter: random number %d, %d ms', (random, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  connect.mockReturnValue(Object.assign(new EventEmitter(), { end: () => undefined }));
  const connection = connectionConfigSchema.parse({ reconnectMs: 2_000 });
  openJobPublisher('mqtt://localhost', 'secret', connection, silentLogger, connect).dispose();
  expect(connect).toHaveBeenLastCalledWith(
    'mqtt://localhost',
    expect.objectContaining({ reconnectPeriod: ms }),
  );
});
