import { afterEach, describe, expect, it } from 'vitest';
import { type DeveloperAnswer, type DeviceState, topics } from '#contracts';
import { answered, fakePlatform, settle } from '#core/testing';
import { newId } from '#foundation';
import { createDeveloperFaults } from './developer-faults.ts';
import { createScannerLink } from './scanner-link.ts';

const AT = '2026-01-05T09:00:00Z';
const FAULT = { code: 'TooMuchMovement', at: 40 } as const;

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.dispose();
});

/** A scanner that answers each question with these words, or never. */
async function room(answers: readonly DeveloperAnswer[], otherCommand = false) {
  const platform = await fakePlatform('OPERATOR');
  const { clinic, broker, api, live, session, clock } = platform;
  const organizationId = clinic.user.organization.id;
  const id = newId();
  const stored = { version: 1, createdAt: AT, createdBy: null, updatedAt: AT, updatedBy: null };
  const device = { ...stored, id, serialNumber: '1', model: 'T', organizationId, activatedAt: AT };
  clinic.server.handle('listDevices', () =>
    answered({ items: [device], total: 1, nextCursor: null }),
  );
  const scanner = createScannerLink({ api, live, session, clock });
  open.push(scanner);
  const asked: unknown[] = [];
  broker.onPublish = (topic, message) => {
    if (topic !== topics.developerFail(organizationId, id)) return;
    asked.push((message as { fault: unknown }).fault);
    const commandId = otherCommand ? newId() : (message as { id: string }).id;
    for (const answer of answers) {
      const envelope = { id: newId(), at: AT, scanId: null, epoch: 0, seq: 1 };
      broker.send(topics.developerAnswer(organizationId, id), { ...envelope, commandId, answer });
    }
  };
  const faults = createDeveloperFaults({ scanner, live, clock });
  const routesAsked = () => clinic.server.calls.map(({ route }) => route);
  const stateIs = (state: DeviceState): void =>
    broker.send(topics.status(organizationId, id), {
      id: newId(),
      at: AT,
      scanId: null,
      epoch: 0,
      seq: 1,
      session: 1,
      connected: true,
      productId: null,
      revision: null,
      serialNumber: null,
      firmware: null,
      probe: null,
      wirelessCharger: null,
      battery: null,
      motor180: null,
      motor360: null,
      waterSensor: null,
      motionSensor: null,
      lastUpdateTimeStamp: null,
      state,
      errorCode: 'NoError',
      errorMessage: null,
      deviceAngle: null,
    });
  return { faults, asked, clock, scanner, routesAsked, stateIs };
}

describe('a scanner in developer mode', () => {
  it.each(['Accepted', 'DeveloperModeIsOff', 'DeviceCannotFail'] as const)(
    'is asked to fail by code and moment, and its %s is what is said',
    async (answer) => {
      const { faults, asked } = await room([answer]);
      expect(await faults.letFail(FAULT)).toEqual({ ok: true, value: answer });
      expect(asked).toEqual([FAULT]);
    },
  );

  it('that says nothing, or answers another, counts as silent after 3 s', async () => {
    for (const { faults, clock } of [await room([]), await room(['Accepted'], true)]) {
      const asked = faults.letFail(FAULT);
      await settle();
      await clock.advance(3_000);
      const answer = await asked;
      expect(answer.ok ? '' : answer.problem.code).toBe('SCAN_SERVICE_SILENT');
    }
  });

  it('is left to others afterwards, unless somebody scans with it', async () => {
    for (const [state, held] of [
      ['ready', false],
      ['scanning', true],
    ] as const) {
      const { faults, scanner, routesAsked, stateIs } = await room(['Accepted']);
      const watching = scanner.watch();
      await settle();
      stateIs(state);
      await faults.letFail(FAULT);
      expect(routesAsked()).toContain('leaseDevice');
      expect(routesAsked().includes('releaseDevice')).toBe(!held);
      watching.dispose();
    }
  });
});
