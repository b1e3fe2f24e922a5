import type { Device } from '#contracts';
import { type FakePlatform, okResponse } from '#core/testing';
import { newId } from '#foundation';

/** Registers an active scanner in the organization of the user, and returns the scanner. */
export function registerDevice({
  backend,
  clock,
}: Pick<FakePlatform, 'backend' | 'clock'>): Device {
  const now = new Date(clock.now()).toISOString();
  const device: Device = {
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
  };
  backend.server.handle('listDevices', () =>
    okResponse({ items: [device], total: 1, nextCursor: null }),
  );
  return device;
}
