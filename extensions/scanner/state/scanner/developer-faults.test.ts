import { afterEach, describe, expect, it } from 'vitest';
import { type DeveloperResponse, type DeviceState, developerFailSchema, topics } from '#contracts';
import { fakePlatform, settle } from '#core/testing';
import { newId } from '#foundation';
import { aDeviceStatus } from '#testing';
import { createDeveloperFaults } from './developer-faults.ts';
import { createScannerClient } from './scanner-client.ts';
import { registerDevice } from './test-support/register-device.ts';

const AT = '2026-01-05T09:00:00Z';
const FAULT = { code: 'TooMuchMovement', at: 40 } as const;

const disposables: { dispose(): void }[] = [];
afterEach(() => {
  for (const disposable of disposables.splice(0)) disposable.dispose();
});

/** Creates a scanner that sends these responses to each fault, or none. */
async function createHarness(responses: readonly DeveloperResponse[], otherCommand = false) {
  const platform = await fakePlatform('OPERATOR');
  const { backend, broker, api, live, session, clock, workstation } = platform;
  const organizationId = backend.user.organization.id;
  const { id } = registerDevice(platform);
  const scanner = createScannerClient({ api, live, session, clock, workstation });
  disposables.push(scanner);
  const requested: unknown[] = [];
  broker.onPublish = (topic, message) => {
    if (topic !== topics.developerFail(organizationId, id)) return;
    const { deviceId, fault } = developerFailSchema.parse(message);
    if (deviceId === id) requested.push(fault);
    const commandId = otherCommand ? newId() : (message as { id: string }).id;
    for (const answer of responses) {
      const envelope = { id: newId(), at: AT, scanId: null, epoch: 0, seq: 1 };
      broker.send(topics.developerAnswer(organizationId, id), { ...envelope, commandId, answer });
    }
  };
  const faults = createDeveloperFaults({ scanner, live, clock });
  const calledRoutes = () => backend.server.calls.map(({ route }) => route);
  const publishState = (state: DeviceState): void =>
    broker.send(topics.status(organizationId, id), aDeviceStatus({ state }));
  return { faults, requested, clock, scanner, calledRoutes, publishState };
}

describe('createDeveloperFaults', () => {
  it.each(['Accepted', 'DeveloperModeIsOff', 'FramePassed'] as const)(
    'sends the code and the frame of a fault, and returns the response %s',
    async (response) => {
      const { faults, requested } = await createHarness([response]);
      expect(await faults.injectFault(FAULT)).toEqual({ ok: true, value: response });
      expect(requested).toEqual([FAULT]);
    },
  );

  it('reports a silent scan service after 3 s without a matching response', async () => {
    for (const { faults, clock } of [
      await createHarness([]),
      await createHarness(['Accepted'], true),
    ]) {
      const pending = faults.injectFault(FAULT);
      await settle();
      await clock.advance(3_000);
      const response = await pending;
      expect(response.ok ? '' : response.problem.code).toBe('SCAN_SERVICE_SILENT');
    }
  });

  it('releases the scanner afterwards, except during a scan', async () => {
    for (const [state, isLeaseKept] of [
      ['ready', false],
      ['scanning', true],
    ] as const) {
      const { faults, scanner, calledRoutes, publishState } = await createHarness(['Accepted']);
      const watching = scanner.watch();
      await settle();
      publishState(state);
      await faults.injectFault(FAULT);
      expect(calledRoutes()).toContain('leaseDevice');
      expect(calledRoutes().includes('releaseDevice')).toBe(!isLeaseKept);
      watching.dispose();
    }
  });
});
