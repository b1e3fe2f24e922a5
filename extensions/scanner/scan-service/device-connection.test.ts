import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { connectionConfigSchema } from '#contracts';
import { newId, silentLogger } from '#foundation';
import { aDeviceStatus } from '#testing';
import { DeviceConnection } from './device-connection.ts';

const connect = vi.fn();

afterEach(() => vi.restoreAllMocks());

it.each([
  [undefined, 0, 500],
  [undefined, 1, 1_500],
  [2_000, 0, 1_000],
  [2_000, 1, 3_000],
])('reconnects with jitter: site %s ms, random number %d, %d ms', (reconnectMs, random, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  connect.mockReturnValue(Object.assign(new EventEmitter(), { end: () => undefined }));
  const ignore = () => undefined;
  const connection = new DeviceConnection(
    {
      mqttUrl: 'mqtt://localhost',
      organizationId: newId(),
      deviceId: newId(),
      deviceToken: 'token',
      connection:
        reconnectMs === undefined ? undefined : connectionConfigSchema.parse({ reconnectMs }),
    },
    aDeviceStatus({ id: newId(), at: '2026-01-05T09:00:00Z', scanId: null, epoch: 0 }),
    {
      onTiming: ignore,
      onCommand: ignore,
      onFail: ignore,
      onStatusRequested: ignore,
      onConnected: ignore,
    },
    silentLogger,
    connect,
  );
  connection.dispose();
  expect(connect).toHaveBeenLastCalledWith(
    'mqtt://localhost',
    expect.objectContaining({ reconnectPeriod: ms }),
  );
});
