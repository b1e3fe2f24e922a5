import { describe, expect, it } from 'vitest';
import type { DeviceStatus } from '#contracts';
import { newId } from '#foundation';
import { aDeviceStatus } from '#testing';
import { DeviceStatuses } from './device-statuses.ts';

const DEVICE = { organizationId: newId(), deviceId: newId() };

function statuses() {
  let nowMs = 0;
  const received = new DeviceStatuses({
    now: () => nowMs,
    after: () => ({ dispose: () => undefined }),
  });
  return {
    wait: (ms: number) => {
      nowMs += ms;
    },
    receive: (fields: Partial<DeviceStatus>) =>
      received.receive(DEVICE, JSON.stringify(aDeviceStatus(fields))),
    receiveText: (payload: string) => received.receive(DEVICE, payload),
    state: (device = DEVICE) => received.latest(device)?.state ?? null,
  };
}

describe('the status of a device', () => {
  it('is the newest, whatever the order of arrival', () => {
    const { receive, state } = statuses();
    expect(state()).toBeNull();
    receive({ seq: 3, state: 'scanning' });
    receive({ seq: 2, state: 'preparing' });
    expect(state()).toBe('scanning');
    receive({ seq: 1, state: 'offline', connected: false });
    expect(state()).toBe('offline');
  });

  it('is unknown after 30 s without a message, because no last will may follow', () => {
    const { receive, state, wait } = statuses();
    receive({ state: 'scanning' });
    wait(30_000);
    expect(state()).toBe('scanning');
    wait(1);
    expect(state()).toBeNull();
  });

  it('ignores other payloads and other devices', () => {
    const { receive, receiveText, state } = statuses();
    receive({});
    for (const payload of ['', '{', 'null', '{"state":"scanning"}']) receiveText(payload);
    expect(state()).toBe('ready');
    expect(state({ ...DEVICE, organizationId: newId() })).toBeNull();
  });
});
