import { afterEach, describe, expect, it } from 'vitest';
import { type Device, topics } from '#contracts';
import { type FakePlatform, fakePlatform, memoryStorage, settle } from '#core/testing';
import { newId } from '#foundation';
import { aDeviceStatus } from '#testing';
import { createScannerClient, DEVICE_TARGET, type ScannerClient } from './scanner-client.ts';
import { registerDevices } from './test-support/register-device.ts';

const clients: ScannerClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

interface Room {
  readonly platform: FakePlatform;
  readonly scanner: ScannerClient;
}

/** Opens the client of a workstation; `desktopScannerId` names the scanner of a desktop. */
async function openClient(
  platform: FakePlatform,
  desktopScannerId: string | null = null,
): Promise<ScannerClient> {
  const { api, live, session, clock } = platform;
  const workstation = { ...platform.workstation, scannerId: desktopScannerId };
  const scanner = createScannerClient({ api, live, session, clock, workstation });
  clients.push(scanner);
  scanner.watch();
  await settle();
  return scanner;
}

/** Two rooms; the scanner of room 1 has the lower serial number. */
const ROOMS = [
  { serialNumber: 'CF-0001', model: 'Room 1' },
  { serialNumber: 'CF-0002', model: 'Room 2' },
] as const;

async function openRooms(rooms: readonly Partial<Device>[] = ROOMS) {
  const platform = await fakePlatform('OPERATOR');
  const devices = registerDevices(platform, rooms);
  return { platform, devices };
}

async function reset({ platform, scanner }: Room): Promise<readonly string[]> {
  const before = platform.broker.published.length;
  await scanner.sendAndRelease('SoftResetHardware', DEVICE_TARGET);
  return platform.broker.published.slice(before).map(({ topic }) => topic);
}

describe('the scanner of a workstation', () => {
  it('commands none of several scanners until a person has chosen one, and then only that one', async () => {
    const { platform, devices } = await openRooms();
    const [, second] = devices as [Device, Device];
    const scanner = await openClient(platform);
    expect(scanner.store.getState().device).toBeNull();
    expect((await scanner.acquireLease()).ok).toBe(false);
    expect(await reset({ platform, scanner })).toEqual([]);
    expect(platform.backend.server.calls.some(({ route }) => route === 'leaseDevice')).toBe(false);
    scanner.choose(second.id);
    await settle();
    expect(scanner.store.getState().device?.model).toBe('Room 2');
    expect(await reset({ platform, scanner })).toEqual([
      topics.command(second.organizationId, second.id, 'SoftResetHardware'),
    ]);
    expect(platform.broker.published.at(-1)?.message).toMatchObject({ deviceId: second.id });
    await scanner.setTiming(1000);
    const timing = { deviceId: second.id, everyMs: 1000 };
    expect(platform.broker.published.at(-1)?.message).toMatchObject(timing);
  });

  it('is remembered by the machine over sign-out, and shown with its own status only', async () => {
    const { platform, devices } = await openRooms();
    const [first, second] = devices as [Device, Device];
    (await openClient(platform)).choose(second.id);
    await platform.session.signOut();
    const again = await fakePlatform('OPERATOR', {
      backend: platform.backend,
      broker: platform.broker,
      storage: platform.storage,
    });
    const scanner = await openClient(again);
    const status = (device: Device, productId: string) =>
      platform.broker.send(
        topics.status(device.organizationId, device.id),
        aDeviceStatus({ id: newId(), at: device.createdAt, scanId: null, epoch: 0, productId }),
      );
    status(second, 'second');
    status(first, 'first');
    expect(scanner.store.getState().device?.id).toBe(second.id);
    expect(scanner.store.getState().status?.productId).toBe('second');
  });

  it('is the only scanner without a choice, but never one that took the place of a chosen one', async () => {
    const single = await openRooms([ROOMS[0]]);
    const scanner = await openClient(single.platform);
    expect(scanner.store.getState().device?.model).toBe('Room 1');
    const { platform, devices } = await openRooms();
    (await openClient(platform)).choose((devices[1] as Device).id);
    registerDevices(platform, [ROOMS[0]]);
    const later = await openClient(platform);
    expect(later.store.getState().device).toBeNull();
    expect(later.store.getState().problem?.code).toBe('NO_SCANNER_CHOSEN');
  });

  it('is that of the desktop, whatever its browser remembers; an unknown one is no other', async () => {
    const { platform, devices } = await openRooms();
    const [first, second] = devices as [Device, Device];
    (await openClient(platform)).choose(second.id);
    const desktop = await openClient(platform, first.id);
    const stray = await openClient(platform, newId());
    expect(desktop.store.getState().device?.id).toBe(first.id);
    desktop.choose(second.id);
    await settle();
    expect(desktop.store.getState().device?.id).toBe(first.id);
    expect(stray.store.getState().device).toBeNull();
    expect(stray.store.getState().problem?.code).toBe('DESKTOP_SCANNER_UNKNOWN');
  });

  it('never commands the scan of another scanner, but shows that scanner', async () => {
    const { platform, devices } = await openRooms();
    const [first, second] = devices as [Device, Device];
    const scanner = await openClient(platform);
    scanner.choose(second.id);
    const ticks: string[] = [];
    scanner.onStatus(({ scanId }) => void ticks.push(String(scanId)));
    scanner.showDevice(first.id);
    await settle();
    const lease = await scanner.acquireLease(first.id);
    expect(lease.ok ? null : lease.problem.code).toBe('OTHER_SCANNER');
    expect(lease.ok ? '' : lease.problem.title).toContain('Room 1');
    const scanId = newId();
    platform.broker.send(
      topics.status(first.organizationId, first.id),
      aDeviceStatus({ id: newId(), at: first.createdAt, scanId, epoch: 1, state: 'scanning' }),
    );
    expect(ticks).toEqual([scanId]);
    const { device, status, other } = scanner.store.getState();
    expect([device?.id, status]).toEqual([second.id, null]);
    expect([other?.device.id, other?.status?.state]).toEqual([first.id, 'scanning']);
  });

  it('is the same in all tabs of the machine, also after a change in one of them', async () => {
    const { platform, devices } = await openRooms();
    const [first, second] = devices as [Device, Device];
    const { backend, broker, storage } = platform;
    const otherTabs = new EventTarget();
    const tab = await fakePlatform('OPERATOR', { backend, broker, storage, events: otherTabs });
    const scanner = await openClient(tab);
    scanner.choose(first.id);
    await settle();
    const calls = () => backend.server.calls.filter(({ route }) => route === 'releaseDevice');
    const released = calls().length;
    // The other tab stores its choice, and the browser then notifies this tab.
    const key = `clockface.workstation.scanner.${second.organizationId}`;
    storage.setItem(key, second.id);
    otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key }));
    await settle();
    expect(scanner.store.getState().device?.id).toBe(second.id);
    expect(await reset({ platform: tab, scanner })).toEqual([
      topics.command(second.organizationId, second.id, 'SoftResetHardware'),
    ]);
    // The other tab has released the former scanner; here only the reset releases its own.
    expect(calls()).toHaveLength(released + 1);
    const status = { scanId: null, epoch: 0, at: second.createdAt };
    const send = (device: Device, productId: string) =>
      broker.send(
        topics.status(device.organizationId, device.id),
        aDeviceStatus({ ...status, id: newId(), productId }),
      );
    send(first, 'first');
    send(second, 'second');
    expect(scanner.store.getState().status?.productId).toBe('second');
  });

  it('does not change with values of the machine that are not its own', async () => {
    const { platform, devices } = await openRooms();
    const [first] = devices as [Device, Device];
    const { backend, broker, storage } = platform;
    const otherTabs = new EventTarget();
    const tab = await fakePlatform('OPERATOR', { backend, broker, storage, events: otherTabs });
    const scanner = await openClient(tab);
    scanner.choose(first.id);
    await settle();
    const reads = () => backend.server.calls.filter(({ route }) => route === 'listDevices').length;
    const before = reads();
    for (const key of ['clockface.token', `clockface.workstation.scanner.${newId()}`, null]) {
      otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key }));
    }
    await settle();
    expect(scanner.store.getState().device?.id).toBe(first.id);
    expect(reads()).toBe(before);
  });

  it('does not offer devices that were never activated', async () => {
    const { platform } = await openRooms([{ ...ROOMS[0], activatedAt: null }, ROOMS[1]]);
    const scanner = await openClient(
      await fakePlatform('OPERATOR', { backend: platform.backend, storage: memoryStorage() }),
    );
    expect(scanner.store.getState().devices).toHaveLength(1);
    expect(scanner.store.getState().device?.model).toBe('Room 2');
  });
});
