import { expect, it } from 'vitest';
import type { Device, DeviceStatus } from '#contracts';
import { deviceLastSeenAt, deviceState, isOnline } from './device-state.ts';

const AT = '2026-11-20T10:00:00.000Z';
const LATER = '2026-11-20T11:00:00.000Z';
const device = { activatedAt: AT, lastSeenAt: AT } as Device;
const status = (change: Partial<DeviceStatus>): DeviceStatus =>
  ({ at: LATER, connected: true, state: 'ready', ...change }) as DeviceStatus;

it('treats a device as online only while it is connected and its status is not offline', () => {
  expect(isOnline(undefined)).toBe(false);
  expect(isOnline(status({ state: 'offline' }))).toBe(false);
  expect(isOnline(status({ connected: false }))).toBe(false);
  expect(isOnline(status({ state: 'error' }))).toBe(true);
});

it('distinguishes a device that was never activated from an offline device', () => {
  expect(deviceState({ ...device, activatedAt: null }, undefined).text).toBe('Not activated');
  expect(deviceState(device, undefined).text).toBe('Never connected');
  expect(deviceState(device, status({ state: 'offline' })).text).toBe('Offline');
  expect(deviceState(device, status({ state: 'scanning' })).dot).toBe('busy');
});

it('uses the later of the last call and the last status as the last activity', () => {
  expect(deviceLastSeenAt(device, status({}))).toBe(LATER);
  expect(deviceLastSeenAt(device, undefined)).toBe(AT);
  expect(deviceLastSeenAt({ ...device, lastSeenAt: null }, undefined)).toBeNull();
});
