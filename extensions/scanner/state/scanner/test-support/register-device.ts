import type { Device } from '#contracts';
import { type FakePlatform, okResponse } from '#core/testing';
import { newId } from '#foundation';

type Registry = Pick<FakePlatform, 'backend' | 'clock'>;

/** Registers active scanners in the organization of the user; earlier ones are gone. */
export function registerDevices(
  { backend, clock }: Registry,
  changes: readonly Partial<Device>[],
): readonly Device[] {
  const now = new Date(clock.now()).toISOString();
  const items = changes.map((change) => ({
    id: newId(),
    version: 1,
    createdAt: now,
    createdBy: null,
    updatedAt: now,
    updatedBy: null,
    serialNumber: '1',
    model: 'CF-T',
    organizationId: backend.user.organization.id,
    activatedAt: now,
    ...change,
  }));
  backend.server.handle('listDevices', () =>
    okResponse({ items, total: items.length, nextCursor: null }),
  );
  return items;
}

/** Registers one active scanner, and returns the scanner. */
export function registerDevice(registry: Registry): Device {
  const [device] = registerDevices(registry, [{}]);
  if (device === undefined) throw new Error('No device was registered');
  return device;
}
