import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DeviceFault, developerAnswerSchema, mayContinue } from '#contracts';
import { newId } from '#foundation';
import type { ScannerDriver } from './driver/scanner-driver.ts';
import { QuickDriver } from './test-support/quick-driver.ts';
import { ServiceDesk } from './test-support/service-desk.ts';

/** A simulated device as far as this goes: it fails as it is told. */
class FailingDriver extends QuickDriver implements ScannerDriver {
  failAt({ code, at }: DeviceFault): void {
    if (typeof at !== 'number') return;
    if (mayContinue(code)) Object.assign(this, { warnAtFrame: at, warnWith: code });
    else Object.assign(this, { breakAtFrame: at, breakWith: code });
  }
}

const HARDWARE = { code: 'HardwareError', at: 5 };
let desk: ServiceDesk;
beforeEach(async () => {
  desk = await ServiceDesk.open();
  desk.driver = new FailingDriver();
});
afterEach(() => desk.close());

const failNext = (fault: object, change: Record<string, unknown> = {}): string =>
  desk.say('developer/fail', 0, { scanId: null, fault, ...change });
const answered = (id: string) => desk.hears('developer/answer', (body) => body.commandId === id);

describe('developer mode', () => {
  it.each([undefined, false])('that is off (%s) lets no device fail, and says so', async (mode) => {
    await desk.startService(undefined, mode);
    const { body } = await answered(failNext(HARDWARE));
    expect(body.answer).toBe('DeveloperModeIsOff');
    desk.start(1);
    await desk.ack('Completed');
    expect(desk.acks()).toEqual(['ack/Started', 'ack/Completed']);
  });

  it('lets a simulated device fail by code and moment', async () => {
    await desk.startService(undefined, true);
    const { body } = await answered(failNext(HARDWARE));
    expect(developerAnswerSchema.parse(body).answer).toBe('Accepted');
    desk.start(1);
    expect((await desk.ack('Failed')).body).toMatchObject({
      errorCode: 'HardwareError',
      framesStored: 5,
    });
  });

  it('lets it fail in the middle of a scan', async () => {
    desk.driver.frameMs = 2;
    await desk.startService(undefined, true);
    desk.start(1);
    await desk.ticks(3);
    await answered(failNext({ code: 'TooManyShadows', at: 60 }));
    expect((await desk.ack('Paused')).body.errorCode).toBe('TooManyShadows');
  });

  it('is told by a device that cannot be made to fail that it cannot', async () => {
    desk.driver = new QuickDriver();
    await desk.startService(undefined, true);
    expect((await answered(failNext(HARDWARE))).body.answer).toBe('DeviceCannotFail');
  });

  it('obeys a command once, however often it comes', async () => {
    await desk.startService(undefined, true);
    const id = newId();
    failNext({ code: 'TooMuchMovement', at: 0 }, { id });
    await answered(id);
    desk.start(1);
    await desk.ack('Paused');
    failNext({ code: 'TooMuchMovement', at: 0 }, { id });
    await sleep(50);
    expect(desk.server.heard.filter(({ what }) => what === 'developer/answer')).toHaveLength(1);
    desk.start(2);
    await desk.ack('Completed');
  });

  it.each([
    ['no error', { code: 'NoError', at: 1 }],
    ['an unknown code', { code: 'Explode', at: 1 }],
    ['a moment that never comes', { code: 'HardwareError', at: -1 }],
    ['more than a fault', { code: 'HardwareError', at: 1, run: 'rm' }],
  ])('does not read %s', async (_, fault) => {
    await desk.startService(undefined, true);
    failNext(fault);
    const next = failNext({ code: 'HardwareError', at: 400 });
    await answered(next);
    expect(desk.server.heard.filter(({ what }) => what === 'developer/answer')).toHaveLength(1);
  });
});
