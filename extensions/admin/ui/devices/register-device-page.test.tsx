// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { Device } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, type, unmountAll, until } from '#ui/testing';
import { button, field, openAdmin } from '../test-support/admin-page.tsx';
import { RegisterDevice } from './register-device-page.tsx';

afterEach(unmountAll);

const shown = () => document.body.textContent ?? '';
const AT = '2026-11-20T10:00:00.000Z';
const device: Device = {
  id: newId(),
  version: 1,
  createdAt: AT,
  createdBy: null,
  updatedAt: AT,
  updatedBy: null,
  serialNumber: 'CF-2 0152',
  model: 'CF-2',
  organizationId: newId(),
  activatedAt: null,
  lastSeenAt: null,
};

describe('the page for registering a device', () => {
  it('rejects an invalid or duplicate serial number', async () => {
    const { backend } = await openAdmin(<RegisterDevice />, {
      prepare: ({ backend }) =>
        backend.server.handle('createDevice', () =>
          errorResponse(409, 'DuplicateSerialNumber', 'Taken'),
        ),
    });
    await type(field('Serial number'), '*');
    await type(field('Name or model'), 'CF-2');
    await click(button('Register'));
    expect(shown()).toContain('Use only letters, digits');
    expect(backend.server.calls.some(({ route }) => route === 'createDevice')).toBe(false);
    await type(field('Serial number'), 'CF-0152');
    await click(button('Register'));
    await until(() => shown().includes('Another device has this serial number.'));
  });

  it('shows the credentials once and returns to administration', async () => {
    const platform = await openAdmin(<RegisterDevice />, {
      prepare: ({ backend }) => {
        backend.server.handle('createDevice', () => okResponse(device));
        backend.server.handle('activateDevice', () =>
          okResponse({ device, token: 'the-only-token' }),
        );
      },
    });
    await type(field('Serial number'), 'CF-0152');
    await type(field('Name or model'), 'CF-2');
    await click(button('Register'));
    await until(() => button('Activate now') !== null);
    await click(button('Activate now'));
    await until(() => shown().includes('the-only-token'));
    await click(button('I have copied them'));
    expect(platform.visited).toEqual(['/admin-dashboard?section=devices']);
  });

  it("is unavailable to accounts that can't register devices", async () => {
    await openAdmin(<RegisterDevice />, { role: 'VIEWER' });
    expect(shown()).toContain('Your role can’t register devices.');
    expect(button('Register')).toBeNull();
  });
});
