import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeviceFault, developerResponseSchema, mayContinue } from '#contracts';
import { newId } from '#foundation';
import type { FaultResponse, ScannerDriver } from './driver/scanner-driver.ts';
import { QuickDriver } from './test-support/quick-driver.ts';
import { ServiceHarness } from './test-support/service-harness.ts';

/** Driver that raises injected faults, as the simulated scanner does. */
class FailingDriver extends QuickDriver implements ScannerDriver {
  failAt({ code, at }: DeviceFault): FaultResponse {
    if (typeof at !== 'number') return 'Accepted';
    if (at >= 720) return 'NoSuchFrame';
    if (mayContinue(code)) Object.assign(this, { warnAtFrame: at, warnWith: code });
    else Object.assign(this, { breakAtFrame: at, breakWith: code });
    return 'Accepted';
  }
}

const HARDWARE_FAULT = { code: 'HardwareError', at: 5 };
let harness: ServiceHarness;
beforeEach(async () => {
  harness = await ServiceHarness.open();
  harness.driver = new FailingDriver();
});
afterEach(() => harness.close());

const failNext = (fault: object, change: Record<string, unknown> = {}): string =>
  harness.toDevice('developer/fail', 0, { scanId: null, fault, ...change });
const expectResponse = (id: string) =>
  harness.expectMessage('developer/answer', (body) => body.commandId === id);

describe('developer mode', () => {
  it.each([undefined, false])(
    'rejects a fault and returns the reason while the setting is %s',
    async (setting) => {
      await harness.startService(undefined, setting);
      const { body } = await expectResponse(failNext(HARDWARE_FAULT));
      expect(body.answer).toBe('DeveloperModeIsOff');
      harness.start(1);
      await harness.expectAck('Completed');
      expect(harness.acks()).toEqual(['ack/Started', 'ack/Completed']);
    },
  );

  it('raises the requested fault in a simulated device at the requested frame', async () => {
    await harness.startService(undefined, true);
    const { body } = await expectResponse(failNext(HARDWARE_FAULT));
    expect(developerResponseSchema.parse(body).answer).toBe('Accepted');
    harness.start(1);
    expect((await harness.expectAck('Failed')).body).toMatchObject({
      errorCode: 'HardwareError',
      framesStored: 5,
    });
  });

  it('raises no fault that names another device, or none', async () => {
    await harness.startService(undefined, true);
    for (const deviceId of [newId(), undefined]) failNext(HARDWARE_FAULT, { deviceId });
    harness.start(1);
    await harness.expectAck('Completed');
    expect(harness.acks()).toEqual(['ack/Started', 'ack/Completed']);
  });

  it('raises a fault in the middle of a scan', async () => {
    harness.driver.frameMs = 2;
    await harness.startService(undefined, true);
    harness.start(1);
    await harness.expectTicks(3);
    await expectResponse(failNext({ code: 'TooManyShadows', at: 60 }));
    expect((await harness.expectAck('Paused')).body.errorCode).toBe('TooManyShadows');
  });

  it('returns an error for a device without fault injection', async () => {
    harness.driver = new QuickDriver();
    await harness.startService(undefined, true);
    expect((await expectResponse(failNext(HARDWARE_FAULT))).body.answer).toBe('DeviceCannotFail');
  });

  it('returns the reason of the device for a frame that a scan does not have', async () => {
    await harness.startService(undefined, true);
    const { body } = await expectResponse(failNext({ code: 'HardwareError', at: 900 }));
    expect(developerResponseSchema.parse(body).answer).toBe('NoSuchFrame');
  });

  it('executes a command once, however often the command is delivered', async () => {
    await harness.startService(undefined, true);
    const id = newId();
    failNext({ code: 'TooMuchMovement', at: 0 }, { id });
    await expectResponse(id);
    harness.start(1);
    await harness.expectAck('Paused');
    failNext({ code: 'TooMuchMovement', at: 0 }, { id });
    await sleep(50);
    expect(
      harness.server.received.filter(({ subtopic }) => subtopic === 'developer/answer'),
    ).toHaveLength(1);
    harness.start(2);
    await harness.expectAck('Completed');
  });

  it.each([
    ['the code NoError', { code: 'NoError', at: 1 }],
    ['an unknown code', { code: 'Explode', at: 1 }],
    ['an invalid moment', { code: 'HardwareError', at: -1 }],
    ['an unknown property', { code: 'HardwareError', at: 1, run: 'rm' }],
  ])('ignores a fault with %s', async (_, fault) => {
    await harness.startService(undefined, true);
    failNext(fault);
    const next = failNext({ code: 'HardwareError', at: 400 });
    await expectResponse(next);
    expect(
      harness.server.received.filter(({ subtopic }) => subtopic === 'developer/answer'),
    ).toHaveLength(1);
  });
});
